"""Bare execution in one process on one core: no isolation, no limits, no verdict to speak of. The floor of the benchmark.

A suite that ends with a table of cases (`check_cases`) is read before the clock starts: its table is decoded, its functions are compiled, and
what stands in it as a sum (a long answer) is computed. What is left to a verdict is to run the program, to give every call arguments
of its own, and to compare.
"""
import ast
import json
import os
import pickle
import sys

from rounds import serve

# After `rounds`: the runner takes this script's folder off the path.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../sandbox/runner'))
from python.plain_data import Digest, decode, digest
from python.suites import take_cases

read = {}


def read_cases(program):
    """The compiled tests without their table, the name of what compares, and the cases; None for tests without a table."""
    tree = ast.parse(program['test'])
    judge, cases = take_cases(tree)
    if judge is None:
        return None
    tests = compile(tree, '<tests>', 'exec')
    function = functions_of(program, tests)[program['entry_point']]
    return tests, judge, [read_case(function, *case) for case in cases]


def read_case(function, arguments, expected, *more):
    fresh = pickle.dumps(arguments, pickle.HIGHEST_PROTOCOL)
    if isinstance(expected, Digest):
        answer = function(*pickle.loads(fresh))
        assert decode(digest(answer), None) == expected, 'the canonical program does not give what its case says'
        expected = answer
    return fresh, expected, (arguments, *more)


def functions_of(program, tests):
    namespace = {}
    exec(compile(program['prompt'] + program['completion'], '<program>', 'exec'), namespace)
    exec(tests, namespace)
    return namespace


def agrees_in_all_cases(program, tests, judge, cases):
    namespace = functions_of(program, tests)
    function, agrees = namespace[program['entry_point']], namespace[judge]
    return all(agrees(function(*pickle.loads(fresh)), expected, *more) for fresh, expected, more in cases)


def holds(program):
    if program['cases'] is not None:
        return agrees_in_all_cases(program, *program['cases'])
    source = f"{program['prompt']}{program['completion']}\n{program['test']}\ncheck({program['entry_point']})\n"
    exec(compile(source, '<program>', 'exec'), {})
    return True


def run():
    solved = 0
    for program in programs:
        try:
            solved += holds(program)
        except BaseException:
            pass
    return solved


programs = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
for program in programs:
    if program['task_id'] not in read:
        read[program['task_id']] = read_cases(program)
    program['cases'] = read[program['task_id']]
serve(run)
