"""HumanEval in Inspect (pip install inspect_ai), on given answers: what `inspect eval` costs where the model costs nothing.

    inspect eval inspect_humaneval.py --model mockllm/model --epochs 6 -T answers=FILE -T problems=HumanEval.jsonl

Every sample asks the model once, as any does; the mock model's words are replaced by the given answer. It is graded as Inspect's own HumanEval
is: prompt, answer, tests and the call of `check` are one program, exit code 0 is right. `local` isolates nothing.
"""
import json

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer
from inspect_ai.solver import generate, solver
from inspect_ai.util import sandbox

SECONDS = 30


def rows(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


@solver
def give_answer():
    async def solve(state, generate):
        state.output.completion = state.metadata['answer']
        return state

    return solve


@scorer(metrics=[accuracy()])
def exit_code():
    async def score(state, target):
        given = state.metadata
        program = f"{given['prompt']}{state.output.completion}\n{given['test']}\ncheck({given['entry_point']})\n"
        result = await sandbox().exec(['python3', '-c', program], timeout=SECONDS)
        return Score(value=CORRECT if result.success else INCORRECT)

    return score


@task
def humaneval(answers, problems):
    problem_of = {problem['task_id']: problem for problem in rows(problems)}
    samples = []
    for number, answer in enumerate(rows(answers)):
        problem = problem_of[answer['task_id']]
        metadata = {name: problem[name] for name in ('prompt', 'test', 'entry_point')}
        metadata['answer'] = answer['completion']
        samples.append(Sample(id=number, input=problem['prompt'], metadata=metadata))
    return Task(dataset=samples, solver=[generate(), give_answer()], scorer=exit_code(), sandbox='local')
