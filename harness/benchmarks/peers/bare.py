"""Bare execution in one process on one core: no isolation, no limits, no verdict to speak of. The floor of the benchmark."""
import json
import sys

from rounds import serve

programs = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]


def run():
    solved = 0
    for program in programs:
        source = f"{program['prompt']}{program['completion']}\n{program['test']}\ncheck({program['entry_point']})\n"
        try:
            exec(compile(source, '<program>', 'exec'), {})
            solved += 1
        except BaseException:
            pass
    return solved


serve(run)
