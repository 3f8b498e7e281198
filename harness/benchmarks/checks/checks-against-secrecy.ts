import type { CheckAttack } from './check-attack.ts';

const { raw } = String;

/** Looks through memory, as text, for what stands around a mark that only a hidden suite has. */
const AROUND = raw`import re
def around(data):
    found = re.search(rb'.{0,60}hidden-suite-[m]arker.{0,60}', data, re.S)
    return found and found[0].decode('latin-1')
`;

/** Checks that look for hidden tests and say what they find, or whose words are the attack. */
export const CHECKS_AGAINST_SECRECY: readonly CheckAttack[] = [
  {
    name: 'says the sources of all suites that the judge keeps',
    test: "assert ([k[1][30:] for o in __import__('gc').get_objects() if type(o).__name__ == 'Tester' for k in o.suites if 'candidate(' in k[1]]) == add(1, 2)",
  },
  {
    name: 'says every text in memory that looks like a test',
    test: "assert [o for d in __import__('gc').get_objects() if type(d) in (dict, tuple) for o in (d.values() if type(d) is dict else d) if type(o) is str and 'def check(' in o][:2] == add(1, 2)",
  },
  {
    name: 'says what its callers hold',
    test: raw`import sys
def held():
    frame, texts = sys._getframe(), []
    while frame:
        texts += [v for v in list(frame.f_locals.values()) + list(frame.f_globals.values()) if type(v) is str and 'candidate(' in v]
        frame = frame.f_back
    return texts
assert held() == add(1, 2)`,
  },
  {
    name: 'raises what the record and the modules hold',
    test: "import sys; x = add(1, 2); m = sys.modules; raise KeyError(vars(__record__.suite), [vars(m[k]) for k in ('tests', 'candidate') if k in m]); assert add(1, 2)",
  },
  {
    name: 'asks inspect what its callers keep',
    test: "import inspect; assert [k for f in inspect.stack() for s in [f.frame.f_locals.get('self')] for k in getattr(s, 'suites', ()) if 'check(c' in k[1]] == add(1, 2)",
  },
  {
    name: 'reads its own memory',
    test: raw`${AROUND}
def read():
    with open('/proc/self/mem', 'rb', 0) as memory:
        for line in open('/proc/self/maps'):
            low, high = (int(x, 16) for x in line.split()[0].split('-'))
            try:
                memory.seek(low)
                found = around(memory.read(high - low))
            except (OSError, ValueError, OverflowError):
                continue
            if found:
                return found
assert read() == add(1, 2)`,
  },
  {
    name: 'reads its own memory through ctypes',
    test: raw`import ctypes
${AROUND}
def read():
    for line in open('/proc/self/maps'):
        place, rights, *_ = line.split()
        low, high = (int(x, 16) for x in place.split('-'))
        if rights.startswith('rw') and high - low < 1 << 26:
            found = around(ctypes.string_at(low, high - low))
            if found:
                return found
assert read() == add(1, 2)`,
  },
  {
    name: 'reads the memory of other processes',
    test: raw`import os
${AROUND}
def read():
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            memory = open(f'/proc/{pid}/mem', 'rb', 0)
            for line in open(f'/proc/{pid}/maps'):
                low, high = (int(x, 16) for x in line.split()[0].split('-'))
                memory.seek(low)
                found = high - low < 1 << 26 and int(pid) != os.getpid() and around(memory.read(high - low))
                if found:
                    return found
        except (OSError, ValueError, OverflowError):
            pass
assert read() == add(1, 2)`,
  },
  {
    name: 'reads other processes by process_vm_readv and ptrace',
    test: raw`import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
took = []
for pid in map(int, filter(str.isdigit, os.listdir('/proc'))):
    if pid != os.getpid():
        here = ctypes.create_string_buffer(64)
        parts = (ctypes.c_void_p * 2)(ctypes.addressof(here), 64)
        took += [pid] * (libc.process_vm_readv(pid, parts, 1, parts, 1, 0) > 0 or libc.ptrace(0x4206, pid, 0, 0) == 0)
assert (f'took {took}: {585986 + 1}' if took else '') == add(1, 2)`,
  },
  {
    name: 'reads what other processes have open',
    test: raw`import os
found = []
for pid in filter(str.isdigit, os.listdir('/proc')):
    for name in ('environ', 'cmdline', 'fd/0', 'fd/3', 'fd/4', 'fd/5', 'fd/6'):
        try:
            if int(pid) != os.getpid():
                found.append(os.read(os.open(f'/proc/{pid}/{name}', os.O_RDONLY | os.O_NONBLOCK), 4096))
        except OSError:
            pass
assert [text for text in found if b'candidate' in text] == add(1, 2)`,
  },
  {
    name: 'listens on its channel for the next job',
    test: raw`import os, select
def heard():
    for fd in range(3, 16):
        try:
            if select.select([fd], [], [], 0.02)[0]:
                yield os.read(fd, 1 << 16)
        except (OSError, ValueError):
            pass
assert list(heard()) == add(1, 2)`,
  },
  {
    name: 'leaves a thread that writes later suites where the next check finds them',
    test: raw`import gc, glob, os, threading, time
def copy():
    while True:
        for o in gc.get_objects():
            if type(o).__name__ == 'Suite':
                open(f'/tmp/seen-{os.getpid()}', 'a').write(o.tests)
        time.sleep(0.01)
threading.Thread(target=copy, daemon=True).start()
time.sleep(0.05)
assert [text for name in glob.glob('/tmp/seen-*') for text in open(name).read().split('def check') if 'candidate(' in text] == add(1, 2)`,
  },
  { name: 'has a message of 50 MB', test: "assert add(1, 2) == 3, 'x' * (50 << 20)" },
  { name: 'compares with a value of 50 MB', test: 'assert str(add(1, 2)) * (50 << 20) == 3' },
  {
    name: 'has control characters, bidirectional marks, lone surrogates and a terminal sequence for a message',
    test: "assert add(1, 2) == 3, ''.join(map(chr, [*range(32), 127, 155, 0x202e, 0x2066, 0x200b, 0xd800, 0xfffe])) + chr(27) + ']0;x' + chr(7)",
  },
  {
    name: 'has a message without an end',
    test: raw`class Endless(str):
    def __str__(self):
        while True:
            pass
    __repr__ = __format__ = __str__
assert add(1, 2) == 3, Endless()`,
  },
  {
    name: 'raises what cannot be read',
    test: raw`class E(AssertionError):
    def __str__(self):
        raise self
    __repr__ = __str__
    shown = property(lambda self: 1 / 0)
    args = property(__str__)
add(1, 2)
raise E()
assert add(1, 2) == 3`,
  },
  {
    name: 'raises an exception with a class that lies',
    test: raw`class Meta(type):
    __name__ = property(lambda kind: __import__('os')._exit(0))
class E(BaseException, metaclass=Meta):
    pass
add(1, 2)
raise E
assert add(1, 2) == 3`,
  },
  { name: 'is a generator that never runs', test: 'assert (yield) or add(1, 2) == 3' },
  {
    name: 'is nested as deep as it is long',
    test: `assert add(1, 2) == ${'('.repeat(900)}3${')'.repeat(900)}`,
  },
  {
    name: 'is nested deeper than a parser goes',
    test: `assert add(1, 2) == ${'('.repeat(5_000)}3${')'.repeat(5_000)}`,
  },
  { name: 'has a hundred thousand values', test: `assert add(1, 2) == sum([${'0, '.repeat(100_000)}])` },
  {
    name: 'leaves its function by a form feed',
    test: 'x = 1\n\fimport sys\n\fsys.setrecursionlimit(45)\nassert add(1, 2) == 3',
  },
  {
    name: 'leaves its function by a line in a string, and declares an encoding',
    test: raw`# -*- coding: utf-7 -*-
x = '''
'''; assert add(1, 2) == 3
y = f'''{
1}'''`,
  },
  {
    name: 'names what its suite is made of',
    test: raw`global _calls, _original, add
_calls = type('Calls', (list,), {'__getitem__': lambda s, i: 1})([1])
_original = add = lambda a, b: a + b
assert add(1, 2) == 3`,
  },
  {
    name: 'hides what it does in defaults, decorators and comprehensions',
    test: raw`def late(f):
    return f, exec('import sys; sys.setrecursionlimit(45)')
@late
def g(x=[setattr(__import__('builtins'), 'sum', None)]):
    return add(1, 2)
assert (h := g[0]()) and (lambda: [k for k in {h: h}])() == 3`,
  },
];
