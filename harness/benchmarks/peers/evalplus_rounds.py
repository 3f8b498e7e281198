"""evalplus' own check (pip install evalplus) in a pool of processes, as its evaluate() does, on HumanEval's own inputs only.

Arguments: the programs, HumanEval+'s file, and how many workers: `default` is evalplus' own, half the cores.
Reading the data and computing the expected outputs, which evaluate() also does, are left out: done once, before the clock starts.
"""
import gzip
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from evalplus.evaluate import check_correctness
from evalplus.gen.util import trusted_exec

from rounds import serve

workers = max(1, os.cpu_count() // 2) if sys.argv[3] == 'default' else int(sys.argv[3])
programs = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
with gzip.open(sys.argv[2], 'rt', encoding='utf-8') as file:
    problems = {problem['task_id']: problem for problem in map(json.loads, file)}
for problem in problems.values():
    source = problem['prompt'] + problem['canonical_solution']
    outputs, times = trusted_exec(source, problem['base_input'], problem['entry_point'], record_time=True)
    problem['expected'] = {'base': outputs, 'base_time': times}
    problem['plus_input'] = []  # not used, and not to be sent to the workers


def run():
    with ProcessPoolExecutor(max_workers=workers) as pool:
        futures = []
        for number, program in enumerate(programs):
            problem = problems[program['task_id']]
            solution = program['prompt'] + program['completion']
            futures.append(pool.submit(check_correctness, 'humaneval', number, problem, solution, problem['expected'], True, True))
        return sum(future.result()['base'][0] == 'pass' for future in as_completed(futures))


serve(run)
