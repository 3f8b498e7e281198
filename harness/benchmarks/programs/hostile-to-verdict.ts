import { ADD, type Program } from './programs.ts';

const FORGED = `
import os, json, struct
def frames():
    for body in ({'id': 0, 'status': 'solved', 'detail': '', 'assertions': 'ppppp', 'failures': [], 'output': '', 'wallMs': 1, 'cpuMs': 1}, ['alive'], ['started'], ['value', 3]):
        data = json.dumps(body).encode()
        yield struct.pack('>I', len(data)) + data
`;

/** Programs that are wrong, end early, forge or lie, or meet a limit. */
export const HOSTILE_TO_VERDICT: readonly Program[] = [
  { name: 'is empty', code: '', expected: 'no-entry-point' },
  { name: 'is a comment', code: '# nothing\n', expected: 'no-entry-point' },
  { name: 'is prose', code: 'Here is the function you asked for.\n', expected: 'syntax' },
  { name: 'names a number', code: 'add = 3\n', expected: 'no-entry-point' },
  { name: 'is wrong', code: 'def add(a, b):\n    return a - b\n', expected: 'assertion' },
  { name: 'raises', code: "def add(a, b):\n    raise KeyError('x')\n", expected: 'exception' },
  { name: 'raises at import', code: `${ADD}import no_such_module\n`, expected: 'exception' },
  { name: 'os._exit(0) at import', code: 'import os\nos._exit(0)\n', expected: 'exited-early' },
  { name: 'os._exit(0) in the call', code: 'import os\ndef add(a, b):\n    os._exit(0)\n', expected: 'exited-early' },
  { name: 'sys.exit(0) at import', code: 'import sys\nsys.exit(0)\n', expected: 'exited-early' },
  { name: 'exit() in the call', code: 'def add(a, b):\n    exit()\n', expected: 'exited-early' },
  { name: 'raises SystemExit at import', code: 'raise SystemExit\n', expected: 'exited-early' },
  {
    name: 'kills itself',
    code: 'import os, signal\ndef add(a, b):\n    os.kill(os.getpid(), signal.SIGKILL)\n',
    expected: 'exited-early',
  },
  {
    name: 'crashes the interpreter',
    code: 'import ctypes\ndef add(a, b):\n    ctypes.string_at(0)\n',
    expected: 'exited-early',
  },
  {
    name: 'exits right after its last right answer',
    code: 'import os, threading, time\nN = 0\ndef add(a, b):\n    global N\n    N += 1\n    if N == 8:\n        os._exit(0)\n    return a + b\n',
    expected: 'exited-early',
  },
  {
    name: 'forges frames on every open descriptor',
    code: `${FORGED}
for fd in range(256):
    for frame in frames():
        try:
            os.write(fd, frame)
        except OSError:
            pass
os._exit(0)
`,
    expected: 'exception',
  },
  {
    name: 'forges frames through /proc of every process',
    code: `${FORGED}
opened = 0
for pid in os.listdir('/proc'):
    if not pid.isdigit() or int(pid) == os.getpid():
        continue
    for fd in range(64):
        try:
            out = os.open(f'/proc/{pid}/fd/{fd}', os.O_WRONLY)
        except OSError:
            continue
        try:
            if os.path.realpath(f'/proc/{pid}/fd/{fd}').startswith('/proc/'):
                for frame in frames():
                    os.write(out, frame)
        except OSError:
            pass
def add(a, b):
    return None
`,
    expected: 'assertion',
  },
  {
    name: 'prints a fake verdict',
    code: 'print(\'{"status": "solved", "assertions": "pppppp"}\')\nprint("OK: all tests passed")\ndef add(a, b):\n    print("PASS")\n',
    expected: 'assertion',
  },
  {
    name: 'returns what equals everything',
    code: 'class All:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n    def __bool__(self):\n        return True\ndef add(a, b):\n    return All()\n',
    expected: 'assertion',
  },
  {
    name: 'returns an int that equals everything',
    code: 'class All(int):\n    def __eq__(self, other):\n        return True\n    def __int__(self):\n        return 3\n    __hash__ = int.__hash__\ndef add(a, b):\n    return All(7)\n',
    expected: 'assertion',
  },
  {
    name: 'returns a list that lies',
    code: 'class L(list):\n    def __eq__(self, other):\n        return True\n    def __iter__(self):\n        return iter([1, 2])\n    def __len__(self):\n        return 2\ndef add(a, b):\n    return a + b if a != [1] else L([9])\n',
    expected: 'assertion',
  },
  {
    name: 'lies about its class',
    code: 'class I:\n    @property\n    def __class__(self):\n        return int\n    def __eq__(self, other):\n        return True\ndef add(a, b):\n    return I()\n',
    expected: 'exception',
  },
  {
    name: 'patches the builtins',
    code: 'import builtins\nbuiltins.AssertionError = None\nbuiltins.isinstance = lambda *a: True\nbuiltins.len = lambda x: 0\nbuiltins.range = lambda *a: []\nbuiltins.abs = lambda x: 0\ndef add(a, b):\n    return 0\n',
    expected: 'exception',
  },
  {
    name: 'patches json and marshal',
    code: "import json, marshal, sys\njson.dumps = lambda *a, **k: '[\"value\", 3]'\nmarshal.loads = lambda b: ('end',)\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  { name: 'loops endlessly', code: 'def add(a, b):\n    while True:\n        pass\n', expected: 'timeout' },
  {
    name: 'loops endlessly with signals blocked',
    code: 'import signal\nfor s in range(1, 65):\n    try:\n        signal.signal(s, signal.SIG_IGN)\n    except (OSError, ValueError):\n        pass\nwhile True:\n    pass\n',
    expected: 'timeout',
  },
  {
    name: 'sleeps forever',
    code: 'import time\ndef add(a, b):\n    time.sleep(1e6)\n',
    expected: 'timeout',
    limits: { wallMs: 800 },
  },
  {
    name: 'catches everything and goes on',
    code: 'import time\ndef add(a, b):\n    while True:\n        try:\n            time.sleep(0.01)\n        except BaseException:\n            pass\n',
    expected: 'timeout',
    limits: { wallMs: 800 },
  },
  {
    name: 'stops itself',
    code: 'import os, signal\ndef add(a, b):\n    os.kill(os.getpid(), signal.SIGSTOP)\n',
    expected: 'timeout',
    limits: { wallMs: 800 },
  },
  {
    name: 'fills the memory',
    code: 'def add(a, b):\n    x = []\n    while True:\n        x.append(bytearray(16 << 20))\n',
    expected: 'memory',
    limits: { memoryMb: 128 },
  },
  {
    name: 'returns more than can travel',
    code: "def add(a, b):\n    return 'x' * (40 << 20)\n",
    expected: 'output-limit',
  },
  {
    name: 'prints 100 MB',
    code: "import os\ndef add(a, b):\n    for _ in range(100):\n        os.write(1, b'x' * (1 << 20))\n    return a + b\n",
    isRight: true,
    expected: 'output-limit',
  },
  {
    name: 'fills the disk',
    code: "def add(a, b):\n    with open('big', 'wb') as f:\n        for _ in range(1 << 12):\n            f.write(b'x' * (1 << 20))\n    return a + b\n",
    expected: 'exception',
  },
  {
    name: 'is a fork bomb',
    code: 'import os\ndef add(a, b):\n    while True:\n        try:\n            os.fork()\n        except OSError:\n            pass\n',
    expected: 'timeout',
    limits: { wallMs: 1_500, cpuSeconds: 2 },
  },
  {
    name: 'is a thread bomb',
    code: 'import threading, time\ndef add(a, b):\n    while True:\n        threading.Thread(target=time.sleep, args=(100,)).start()\n',
    expected: 'exception',
  },
  {
    name: 'leaves daemons that go on',
    code: `import os, time\nfor _ in range(3):\n    if os.fork() == 0:\n        try:\n            os.setsid()\n        except OSError:\n            pass\n        if os.fork():\n            os._exit(0)\n        while True:\n            time.sleep(0.01)\ndef add(a, b):\n    return 0\n`,
    expected: 'assertion',
  },
  {
    name: 'leaves its process group for that of a child',
    code: `import os, time
heard, said = os.pipe()
if os.fork() == 0:
    time.sleep(60)
other = os.fork()
if other == 0:
    try:
        os.setpgid(0, 0)
    except OSError:
        pass
    os.write(said, b'.')
    time.sleep(60)
os.read(heard, 1)
try:
    os.setpgid(0, other)
except OSError:
    pass
def add(a, b):
    return 0
`,
    expected: 'assertion',
  },
  {
    name: 'signals its parent',
    code: `import os, signal\nfor s in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):\n    try:\n        os.kill(os.getppid(), s)\n    except OSError:\n        pass\ndef add(a, b):\n    return 0\n`,
    expected: 'assertion',
  },
  {
    name: 'signals every process it can name',
    code: `import os, signal\nfor pid in list(range(2, 300)) + [int(p) for p in os.listdir('/proc') if p.isdigit()]:\n    for kill in (os.kill, os.killpg):\n        try:\n            if pid != os.getpid():\n                kill(pid, signal.SIGKILL)\n        except OSError:\n            pass\ndef add(a, b):\n    return 0\n`,
    expected: 'assertion',
  },
  {
    name: 'answers at exit',
    code: "import atexit, os\natexit.register(lambda: print('PASS'))\natexit.register(os._exit, 0)\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  { name: 'recurses without end', code: 'def add(a, b):\n    return add(a, b)\n', expected: 'exception' },
  {
    name: 'replaces modules',
    code: "import sys\nclass M:\n    def __getattr__(self, name):\n        return lambda *a, **k: 3\nfor name in list(sys.modules):\n    if name not in ('sys', 'builtins'):\n        sys.modules[name] = M()\ndef add(a, b):\n    return 3\n",
    expected: 'assertion',
  },
  {
    name: 'looks for the tests in its own memory',
    code: `import gc, sys
def secrets():
    for o in gc.get_objects():
        if isinstance(o, dict):
            yield from [v for v in list(o.values()) if isinstance(v, (str, bytes))]
    frame = sys._getframe()
    while frame:
        yield from [v for v in frame.f_locals.values() if isinstance(v, (str, bytes))]
        frame = frame.f_back
MARK = 'oppo' + 'sites'
FOUND = any(MARK in (s if isinstance(s, str) else s.decode('latin-1')) for s in secrets() if s is not MARK)
def add(a, b):
    return a + b if FOUND else None
`,
    expected: 'assertion',
  },
  {
    name: 'looks for the tests in the memory of other processes',
    code: `import os, re
FOUND = False
MARK = b'oppo' + b'sites'
for pid in os.listdir('/proc'):
    if not pid.isdigit() or int(pid) == os.getpid():
        continue
    try:
        mem = open(f'/proc/{pid}/mem', 'rb', 0)
        for line in open(f'/proc/{pid}/maps'):
            low, high = (int(x, 16) for x in line.split()[0].split('-'))
            mem.seek(low)
            FOUND = FOUND or MARK in mem.read(high - low)
    except (OSError, ValueError, OverflowError):
        pass
def add(a, b):
    return a + b if FOUND else None
`,
    expected: 'assertion',
  },
  {
    name: 'traces its relatives',
    code: `import ctypes, os
libc = ctypes.CDLL(None)
SEIZED = [p for p in map(int, filter(str.isdigit, os.listdir('/proc'))) if p != os.getpid() and libc.ptrace(0x4206, p, 0, 0) == 0]
def add(a, b):
    return a + b if SEIZED else None
`,
    expected: 'assertion',
  },
  {
    name: 'poisons the next verdict',
    code: "import builtins, os, random, sys\nfor path in ('/tmp/json.py', '/tmp/random.py', 'json.py', '/dev/shm/json.py'):\n    try:\n        open(path, 'w').write('raise SystemExit')\n    except OSError:\n        pass\nbuiltins.sum = None\nos.environ['PYTHONSTARTUP'] = '/tmp/json.py'\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  {
    name: 'never lets a generator end',
    code: 'def add(a, b):\n    def g():\n        while True:\n            pass\n        yield\n    return g()\n',
    expected: 'timeout',
  },
  {
    name: 'answers with surrogates and control characters',
    code: "import sys\nsys.stdout.reconfigure(errors='surrogateescape')\nprint('\\udcff\\x00\\x1b[2J')\ndef add(a, b):\n    return '\\ud800'\n",
    expected: 'assertion',
  },
  {
    name: 'returns itself nested in itself',
    code: 'def add(a, b):\n    x = []\n    x.append(x)\n    return x\n',
    expected: 'exception',
  },
  {
    name: 'closes its descriptors',
    code: 'import os\nos.closerange(0, 64)\ndef add(a, b):\n    return a + b\n',
    isRight: true,
    expected: 'exited-early',
  },
];
