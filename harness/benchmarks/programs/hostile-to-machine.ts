import { ADD, type Program } from './programs.ts';

/** Programs against the machine around the verdict: files, network, clock, limits, and the protocol spoken raw. */
export const HOSTILE_TO_MACHINE: readonly Program[] = [
  {
    name: 'kills all processes of its user',
    // Only behind the filter or under a uid of its own: anywhere else it would end the session of whoever runs this.
    code: "import os, signal\nif 'Seccomp:\\t2' in open('/proc/self/status').read():\n    try:\n        os.kill(-1, signal.SIGKILL)\n    except OSError:\n        pass\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  {
    name: 'looks for an open network',
    code: `import socket
FOUND = []
for port in (22, 53, 80, 443, 631, 2375, 2376, 5000, 8000, 8080):
    try:
        FOUND.append(socket.create_connection(('127.0.0.1', port), 0.2))
    except OSError:
        pass
for path in ('/var/run/docker.sock', '/run/docker.sock', '/run/systemd/private'):
    try:
        peer = socket.socket(socket.AF_UNIX)
        peer.connect(path)
        FOUND.append(peer)
    except OSError:
        pass
def add(a, b):
    return a + b if FOUND else None
`,
    expected: 'assertion',
  },
  {
    name: 'tampers with the clock',
    code: 'import signal, time\nfor work in (lambda: time.clock_settime(time.CLOCK_REALTIME, 0), lambda: signal.setitimer(signal.ITIMER_PROF, 0)):\n    try:\n        work()\n    except OSError:\n        pass\ntime.time = time.monotonic = time.perf_counter = lambda: 0.0\nwhile True:\n    pass\n',
    expected: 'timeout',
  },
  {
    name: 'raises its own limits',
    code: 'import resource\nfor which in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NPROC):\n    try:\n        resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n    except (OSError, ValueError):\n        pass\n    try:\n        resource.setrlimit(which, (resource.getrlimit(which)[1],) * 2)\n    except (OSError, ValueError):\n        pass\nwhile True:\n    pass\n',
    expected: 'timeout',
  },
  {
    name: 'deletes every file it may',
    code: "import os, shutil\nshutil.rmtree(os.path.dirname(os.getcwd()), ignore_errors=True)\nif os.path.dirname(os.environ['HOME']) == '/tmp':\n    shutil.rmtree('/dev/shm', ignore_errors=True)\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  {
    name: 'leaves symbolic links where others will write and clean',
    code: "import os\nfor folder in ('.', '/dev/shm', os.path.dirname(os.getcwd())):\n    for name, target in (('json.py', '/etc/passwd'), ('out', '/usr'), ('loop', 'loop'), ('up', '..')):\n        try:\n            os.symlink(target, os.path.join(folder, name))\n        except OSError:\n            pass\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  {
    name: 'nests folders deeper than a path may be',
    code: "import os\nfor _ in range(3000):\n    os.mkdir('deep' * 10)\n    os.chdir('deep' * 10)\nopen('last', 'w').close()\nos.chmod('.', 0)\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  {
    name: 'makes hundreds of files',
    code: "for i in range(500):\n    open(f'file-{i}', 'w').close()\ndef add(a, b):\n    return 0\n",
    expected: 'assertion',
  },
  {
    name: 'writes the verdict where its callers keep it',
    code: "import os, sys\ndef add(a, b):\n    frame = sys._getframe()\n    while frame:\n        names = frame.f_locals\n        if hasattr(names.get('result'), 'append'):\n            names['result'].append('passed')\n        if 'stat' in names and 'details' in names:\n            for i in range(len(names['details'])):\n                names['details'][i] = True\n            names['progress'].value = len(names['details'])\n            names['stat'].value = 0\n        frame = frame.f_back\n    os._exit(0)\n",
    expected: 'exited-early',
  },
  {
    name: 'returns the expected value its callers hold',
    code: "import sys\ndef add(a, b):\n    frame = sys._getframe()\n    while frame:\n        names = frame.f_locals\n        if 'expected' in names and 'i' in names:\n            return names['expected'][names['i']]\n        frame = frame.f_back\n",
    expected: 'assertion',
  },
  {
    name: 'returns the expected value that stands behind the call',
    code: "import dis, sys\ndef add(a, b):\n    frame = sys._getframe().f_back\n    while frame and frame.f_code.co_name != 'check':\n        frame = frame.f_back\n    if frame is None:\n        return None\n    values = []\n    for step in dis.get_instructions(frame.f_code):\n        if step.offset > frame.f_lasti and step.opname == 'LOAD_CONST':\n            values.append(step.argval)\n        elif values:\n            return values if step.opname == 'BUILD_LIST' else values[0]\n",
    expected: 'assertion',
  },
  {
    name: 'hooks every import',
    code: 'import sys, types\nclass Finder:\n    def find_spec(self, name, path=None, target=None):\n        import importlib.machinery\n        return importlib.machinery.ModuleSpec(name, self)\n    def create_module(self, spec):\n        return None\n    def exec_module(self, module):\n        module.__getattr__ = lambda name: lambda *a, **k: 3\nsys.meta_path.insert(0, Finder())\nsys.path_hooks.insert(0, lambda path: Finder())\nsys.path_importer_cache.clear()\ndef add(a, b):\n    return 0\n',
    expected: 'assertion',
  },
  {
    name: 'traces the frames that called it',
    code: "import sys, threading\nSEEN = set()\ndef trace(frame, event, argument):\n    while frame:\n        SEEN.update(v for v in frame.f_locals.values() if isinstance(v, str))\n        frame = frame.f_back\n    return trace\nsys.settrace(trace)\nsys.setprofile(trace)\nthreading.settrace(trace)\ndef add(a, b):\n    return a + b if any('oppo' + 'sites' in s for s in SEEN) else None\n",
    expected: 'assertion',
  },
  {
    name: 'reads the tests through inspect and linecache',
    code: "import inspect, linecache, sys\nTEXT = ''\nfor frame in inspect.stack(0):\n    for m in [frame.frame.f_globals, frame.frame.f_locals]:\n        TEXT += ''.join(v for v in m.values() if isinstance(v, str))\nfor module in list(sys.modules.values()):\n    try:\n        TEXT += inspect.getsource(module) if module.__name__ in ('tests', 'candidate') else ''\n    except (OSError, TypeError):\n        pass\nTEXT += ''.join(''.join(entry[2]) for entry in linecache.cache.values() if len(entry) > 2 and entry[0] < 5000)\nMARK = 'oppo' + 'sites'\ndef add(a, b):\n    return a + b if TEXT.count(MARK) > TEXT.count('MARK') else None\n",
    expected: 'assertion',
  },
  {
    name: 'returns an integer of millions of digits',
    code: 'def add(a, b):\n    return 1 << 20_000_000\n',
    expected: 'assertion',
  },
  {
    name: 'yields for ever',
    code: 'def add(a, b):\n    while True:\n        yield 3\n',
    expected: 'assertion',
  },
  {
    name: 'raises an exception that cannot be read',
    code: 'class E(AssertionError):\n    def __str__(self):\n        raise self\n    __repr__ = __str__\n    @property\n    def args(self):\n        raise self\ndef add(a, b):\n    raise E\n',
    expected: 'exception',
  },
  {
    name: 'raises an exception whose text never ends',
    code: 'class E(Exception):\n    def __str__(self):\n        while True:\n            pass\ndef add(a, b):\n    raise E\n',
    expected: 'timeout',
  },
  {
    name: 'calls back into the tester uninvited',
    code: `import json, os, struct\n${frame('["callback", 0, ["l"], ["d"]]')}def add(a, b):\n    return 0\n`,
    expected: 'assertion',
  },
  {
    name: 'announces a message of four gigabytes',
    code: "import os\ntry:\n    os.write(3, b'\\xff\\xff\\xff\\xff')\nexcept OSError:\n    pass\ndef add(a, b):\n    return a + b\n",
    isRight: true,
    expected: 'output-limit',
  },
  {
    name: 'sends half a message and sleeps',
    code: "import os, time\ntry:\n    os.write(3, b'\\0\\0')\nexcept OSError:\n    pass\ntime.sleep(1e6)\n",
    expected: 'timeout',
    limits: { wallMs: 800 },
  },
  {
    name: 'sends brackets nested too deep to read',
    code: `import json, os, struct\n${frame(`'["value", ' + '[' * 200000`, true)}${ADD}`,
    isRight: true,
    expected: 'exception',
  },
];

/** Python that writes one frame to the job socket; `isExpression`: the body is an expression, not the text itself. */
function frame(body: string, isExpression = false): string {
  const text = isExpression ? body : `'${body}'`;
  return `try:\n    BODY = (${text}).encode()\n    os.write(3, struct.pack('>I', len(BODY)) + BODY)\nexcept OSError:\n    pass\n`;
}
