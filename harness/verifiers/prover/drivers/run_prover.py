"""Runs a prover's commands one after the other and reports what each printed and how it ended.

It holds no untrusted code: the prover reads the program as text, in a process of its own. Its files lie in this folder.
"""
import json, os, re, selectors, signal, subprocess, sys, time

_channel = os.dup(3)
os.close(3)
_secret = os.read(_channel, 32).decode()
with open('job.json', encoding='utf-8') as _file:
    JOB = json.load(_file)

GRACE = 1.5  # seconds a prover has to end after its summary, which is final; Dafny 2.3 under Mono sometimes hangs there
# Each names a folder that a prover needs in one kind of sandbox, and not in another.
FOLDERS = {name: folder for name, folder in JOB['folders'].items() if os.path.isdir(folder)}
ENVIRONMENT = {**os.environ, **FOLDERS, 'PYTHON': sys.executable}


def run(argv, seconds, summary):
    """One command: what it printed (at most outputBytes in all), its exit, and what ended it."""
    try:
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    except OSError as error:
        return {'ended': 'not-started', 'exit': None, 'stdout': '', 'stderr': error.strerror}
    texts = {'stdout': b'', 'stderr': b''}
    selector = selectors.DefaultSelector()
    for name in texts:
        selector.register(getattr(child, name), selectors.EVENT_READ, name)
    ended, deadline = 'exited', time.monotonic() + seconds
    while selector.get_map():
        left = deadline - time.monotonic()
        if left <= 0:
            ended = 'hung' if ended == 'hung' else 'timeout'
            break
        for key, _ in selector.select(left):
            data = os.read(key.fd, 1 << 16)
            if not data:
                selector.unregister(key.fileobj)
            texts[key.data] += data
        if sum(map(len, texts.values())) > JOB['outputBytes']:
            ended = 'output'
            break
        if summary and ended == 'exited' and re.search(summary.encode(), texts['stdout']):
            ended, deadline = 'hung', min(deadline, time.monotonic() + GRACE)
    # Nothing more is printed: it has ended, or closes its files before it does.
    if not selector.get_map():
        try:
            child.wait(max(0.1, deadline - time.monotonic()))
            ended = 'exited'
        except subprocess.TimeoutExpired:
            ended = 'hung' if ended == 'hung' else 'timeout'
    if child.poll() is None:
        child.send_signal(signal.SIGKILL)  # what it started is ended by the host of this job
        child.wait()
    most = JOB['outputBytes']
    return {
        'ended': ended,
        'exit': child.returncode if ended == 'exited' else None,
        **{name: text[:most].decode('utf-8', 'replace') for name, text in texts.items()},
    }


runs = []
for command in JOB['commands']:
    runs.append(run(command['argv'], command['seconds'], command.get('summary')))
    if command.get('isEnoughIfZero') and runs[-1]['exit'] == 0:
        break
for report in runs:
    if len(json.dumps(report)) > JOB['outputBytes']:  # as it is sent, where a character may take six bytes
        report.update(ended='output', exit=None, stdout='', stderr='')
payload = json.dumps({'secret': _secret, 'report': runs}).encode()
data = len(payload).to_bytes(4, 'big') + payload
while data:
    data = data[os.write(_channel, data) :]
os._exit(0)
