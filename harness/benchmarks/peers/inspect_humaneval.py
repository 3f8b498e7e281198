"""HumanEval in Inspect (pip install inspect_ai), on given answers: what `inspect eval` costs where the model costs nothing.

    inspect eval inspect_humaneval.py --epochs 6 -T answers=FILE -T problems=HumanEval.jsonl

Every sample asks a mock model, which gives the file's answer to the task at once. It is graded as Inspect's own HumanEval is: prompt, answer,
tests and the call of `check` are one program, exit code 0 is right. The sandbox `local` isolates nothing.
"""
import json

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer
from inspect_ai.solver import generate
from inspect_ai.util import sandbox

SECONDS = 30
NO_TOKENS = ModelUsage(input_tokens=0, output_tokens=0, total_tokens=0)  # else it counts them with a file from the network


def rows(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


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
    answer_to = {problem_of[answer['task_id']]['prompt']: answer['completion'] for answer in rows(answers)}
    samples = [
        Sample(id=name, input=problem['prompt'], metadata={key: problem[key] for key in ('prompt', 'test', 'entry_point')})
        for name, problem in problem_of.items()
        if problem['prompt'] in answer_to
    ]

    def give_answer(messages, tools, tool_choice, config):
        output = ModelOutput.from_content('mockllm', answer_to[messages[-1].text])
        output.usage = NO_TOKENS
        return output

    model = get_model('mockllm/model', custom_outputs=give_answer)
    return Task(dataset=samples, solver=generate(), scorer=exit_code(), sandbox='local', model=model)
