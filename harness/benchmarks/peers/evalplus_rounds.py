"""evalplus' own check (pip install evalplus) in a pool of processes, as its evaluate() does.

Arguments: the programs, the file of HumanEval+ or MBPP+, which of them it is (`humaneval` or `mbpp`), how many workers (`default` is
evalplus' own: half the cores), and the inputs: `base` for the original tests' only, `all` for evalplus' too, which is evaluate()'s
default. Reading the data and computing the expected outputs, which evaluate() also does, are left out: done once, before the clock starts.
"""
import gzip
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from evalplus.data.mbpp import mbpp_deserialize_inputs
from evalplus.eval._special_oracle import MBPP_OUTPUT_NOT_NONE_TASKS
from evalplus.evaluate import check_correctness
from evalplus.gen.util import trusted_exec

from rounds import serve

dataset = sys.argv[3]
workers = max(1, os.cpu_count() // 2) if sys.argv[4] == 'default' else int(sys.argv[4])
is_base_only = sys.argv[5] == 'base'
programs = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
with gzip.open(sys.argv[2], 'rt', encoding='utf-8') as file:
    problems = {problem['task_id']: problem for problem in map(json.loads, file)}
for problem in problems.values():
    is_only_there = dataset == 'mbpp' and problem['entry_point'] in MBPP_OUTPUT_NOT_NONE_TASKS
    if dataset == 'mbpp':
        for kind in ('base_input', 'plus_input'):
            problem[kind] = mbpp_deserialize_inputs(problem['task_id'], problem[kind])
    source = problem['prompt'] + problem['canonical_solution']
    problem['expected'] = {}
    if is_base_only:
        problem['plus_input'] = []  # not used, and not to be sent to the workers
    for kind in ('base', 'plus'):
        outputs, times = trusted_exec(source, problem[kind + '_input'], problem['entry_point'], record_time=True, output_not_none=is_only_there)
        problem['expected'].update({kind: outputs, kind + '_time': times})


def is_right(result):
    return all(result[kind][0] == 'pass' for kind in (['base'] if is_base_only else ['base', 'plus']))


def run():
    with ProcessPoolExecutor(max_workers=workers) as pool:
        futures = []
        for number, program in enumerate(programs):
            problem = problems[program['task_id']]
            solution = program['prompt'] + program['completion']
            futures.append(pool.submit(check_correctness, dataset, number, problem, solution, problem['expected'], is_base_only, True))
        return sum(is_right(future.result()) for future in as_completed(futures))


serve(run)
