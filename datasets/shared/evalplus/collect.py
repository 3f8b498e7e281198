"""Computes the cases of one task from its official row, run against the canonical solution.

Before it stand ROW (the row's JSON), TUPLES (how its arguments are rebuilt, see arguments.py), IS_THERE (only whether there is an answer is
kept) and LEFT_OUT (numbers of inputs that are too much for any limit). Keeps [arguments, expected, tolerance] for each input,
the original tests' inputs first.
"""
import copy
import json


def is_float(value):
    """A float, or a sequence of nothing else."""
    if isinstance(value, (list, tuple)) and value:
        return all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def collect(row):
    number = 0
    for group in ('base_input', 'plus_input'):
        # EvalPlus: from the first answer that is a float on, the rest of the group has a tolerance.
        tolerance = row['atol']
        for arguments in rebuild_all(row['task_id'], list(row[group])):
            number += 1
            if number - 1 in LEFT_OUT:
                continue
            expected = answer_to(*copy.deepcopy(arguments))
            if IS_THERE:
                expected = expected is not None
            if tolerance == 0 and is_float(expected):
                tolerance = 1e-06
            keep([arguments, expected, tolerance])
    return number


assert collect(json.loads(ROW)) > 0
