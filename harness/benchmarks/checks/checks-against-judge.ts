import type { CheckAttack } from './check-attack.ts';

const { raw } = String;

/** Wrong, and hands every function it is given the text in `WORK` to run. */
const runsWhatItIsGiven = (work: string): string =>
  `WORK = ${JSON.stringify(work)}\ndef add(a, b):\n    if callable(a):\n        try:\n            a(WORK, *b)\n        except Exception:\n            pass\n        return 0\n    return a * b\n`;

/** What rewrites the judge wherever it is. */
const REWRITE =
  "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Tester':\n        type(o).judge = lambda *a: dict(finished=1, assertions='p')\n";

/** Checks that rewrite whatever decides verdicts, in the process that runs them or in one that it can reach. */
export const CHECKS_AGAINST_JUDGE: readonly CheckAttack[] = [
  {
    name: 'finds the judge among all objects and replaces it',
    test: "assert [setattr(type(o),'judge',lambda s,*a:dict(finished=1,assertions='p')) for o in __import__('gc').get_objects() if type(o).__name__=='Tester'] and add(1,2)==3",
  },
  {
    name: 'makes the record hold whatever fails',
    test: "assert [setattr(type(__record__), 'failed', lambda r, n, *a: r.held(n)), add(1, 2)]",
  },
  {
    name: 'makes the record hold whatever raises and fails, by its class',
    test: "assert [setattr(c, m, lambda r, *a: None) for c in object.__subclasses__() if c.__name__ == 'Record' for m in ('fail', 'raised')] and add(1, 2)",
  },
  {
    name: 'replaces the code of every suite that is kept compiled',
    test: "assert [s.__dict__.update(code=compile('__record__.held(0)','','exec')) for o in __import__('gc').get_objects() if type(o).__name__=='Tester' for s in o.suites.values()] and add(1,2)",
  },
  {
    name: 'replaces the reader of answers',
    test: "assert [__import__('__main__').__dict__.update(from_json=lambda d: ['value', 3]), add(1, 2)]",
  },
  {
    name: 'replaces the writer of reports',
    test: "m = __import__('__main__'); w = m.to_json; m.to_json = lambda r: w({**r, 'assertions': 'p', 'reason': None, 'finished': 1} if 'nonce' in r else r); assert add(1, 2)",
  },
  {
    name: 'replaces marshal',
    test: "assert [setattr(__import__('marshal'), 'dumps', lambda v, *a: b'0'), add(1, 2)]",
  },
  {
    name: 'compiles every later suite to something else',
    test: "b = __import__('builtins'); c = b.compile; b.compile = lambda s, f, m, *a, **k: c('__record__.held(0)' if f == '<tests>' else s, f, m, *a, **k); assert add(1, 2)",
  },
  {
    name: 'runs later suites by its own exec',
    test: "b = __import__('builtins'); e = b.exec; b.exec = lambda c, n: n['__record__'].held(0) if '__record__' in n else e(c, n); assert add(1, 2)",
  },
  {
    name: 'instruments later suites without assertions',
    test: "m = __import__('__main__'); a = m.ast; m.Instrument.visit_Assert = lambda s, n: a.parse('__record__.held(0)').body[0]; assert add(1, 2)",
  },
  {
    name: 'gives values without a plain form an equality that always holds',
    test: "assert [setattr(c, '__eq__', lambda a, b: True) for c in object.__subclasses__() if c.__name__ == 'Opaque'] and add(1, 2)",
    program: 'def add(a, b):\n    return object()\n',
  },
  {
    name: 'makes the borrowed function answer instead of the program',
    test: "assert [setattr(type(_original), '__call__', lambda s, a, b: a + b), add(1, 2)]",
  },
  {
    name: 'answers foreseen calls itself',
    test: "assert [setattr(type(__record__), 'answer', lambda r, n: sum(r.suite.calls[n][0])), setattr(type(__record__), 'call', lambda r, n, a, k: sum(a)), add(1, 2)]",
  },
  {
    name: 'walks up the frames and rewrites what they use',
    test: raw`import sys
def f():
    frame = sys._getframe()
    while frame:
        for name in ('Record', 'Tester', 'Broker'):
            kind = frame.f_globals.get(name)
            if kind:
                kind.fail = kind.judge = kind.finish = lambda *a: dict(finished=1, assertions='p')
        frame = frame.f_back
    return add(1, 2)
assert f() == 3`,
  },
  {
    name: 'goes up a traceback to the judge',
    test: raw`try:
    add(1, 2) / 0
except ZeroDivisionError as error:
    frame = error.__traceback__.tb_frame
    while frame.f_back:
        frame = frame.f_back
        if 'self' in frame.f_locals and hasattr(frame.f_locals['self'], 'suites'):
            frame.f_locals['self'].judge = lambda *a: dict(finished=1, assertions='p')
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves a trace function that lifts every failure',
    test: raw`import sys
def trace(frame, event, argument):
    record = frame.f_locals.get('record')
    if record is not None and event in ('return', 'line'):
        record.reason, record.letters, record.failures = None, ['p'], []
    return trace
frame = sys._getframe()
while frame:
    frame.f_trace = trace
    frame = frame.f_back
sys.settrace(trace)
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves a profiler that lifts every failure',
    test: raw`import gc, sys
def lift(frame, event, argument):
    record = frame.f_locals.get('record') or frame.f_locals.get('self')
    if hasattr(record, 'letters'):
        record.reason, record.letters, record.failures = None, ['p'], []
sys.setprofile(lift)
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves a thread that lifts every failure',
    test: raw`import gc, threading, time
def lift():
    while True:
        for o in gc.get_objects():
            if hasattr(type(o), 'check_cases'):
                o.reason, o.letters, o.failures = None, ['p'] * len(o.letters), []
        time.sleep(0)
threading.Thread(target=lift, daemon=True).start()
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves a callback of the garbage collector',
    test: raw`import gc
def lift(phase, about):
    for o in gc.get_objects():
        if type(o).__name__ == 'Tester':
            o.judge = lambda *a: dict(finished=1, assertions='p')
gc.callbacks.append(lift)
gc.set_threshold(1, 1, 1)
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves an object whose end rewrites the judge',
    test: raw`import gc, weakref
class Late:
    def __del__(self):
        for o in gc.get_objects():
            if type(o).__name__ == 'Tester':
                o.judge = lambda *a: dict(finished=1, assertions='p')
late = Late()
late.own = late
import sys
sys.late = late
weakref.finalize(late, Late.__del__, late)
assert add(1, 2) == 3`,
  },
  {
    name: 'leaves an alarm that rewrites the judge later',
    test: raw`import gc, signal
def later(*_):
    for o in gc.get_objects():
        if type(o).__name__ == 'Tester':
            o.judge = lambda *a: dict(finished=1, assertions='p')
signal.signal(signal.SIGALRM, later)
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
assert add(1, 2) == 3`,
  },
  {
    name: 'hangs on to the seeding that begins every job',
    test: raw`import random, sys
seed = random.seed
def own(*arguments):
    frame = sys._getframe(1)
    if 'record' in frame.f_locals:
        frame.f_locals['record'].fail = lambda *a: None
        frame.f_locals['record'].failed = lambda n, *a: frame.f_locals['record'].held(n)
    return seed(*arguments)
random.seed = own
assert add(1, 2) == 3`,
  },
  {
    name: 'makes later modules come with a record of their own',
    test: raw`import types
Kind = types.ModuleType
class Names(dict):
    def __setitem__(self, name, value):
        if name == '__record__':
            value.failed = lambda n, *a: value.held(n)
        dict.__setitem__(self, name, value)
class Module:
    def __init__(self, name):
        self.__dict__ = Names()
types.ModuleType = Module
assert add(1, 2) == 3`,
  },
  {
    name: 'rewrites methods of built-in types behind their backs',
    test: raw`import ctypes, gc
for kind in (int, bool, object):
    names = gc.get_referents(kind.__dict__)[0]
    names['__ne__'] = lambda a, b: False
    names['__eq__'] = lambda a, b: True
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
assert add(1, 2) == 3`,
  },
  {
    name: 'changes what small integers are',
    test: raw`import ctypes
for n in range(-4, 4):
    ctypes.memmove(id(n) + 16, id(0) + 16, 12)
assert add(1, 2) == 3`,
  },
  {
    name: 'lends the program exec',
    test: 'assert add(exec, [globals()]) == 0 and add(1, 2) == 3',
    program: runsWhatItIsGiven(REWRITE),
  },
  {
    name: 'lends the program an import, a getattr and an eval',
    test: 'f = lambda text, *more: exec(text, {}); assert add(f, [__import__, getattr, eval]) == 0',
    program: runsWhatItIsGiven(REWRITE),
  },
  {
    name: 'is named like what ends a suite',
    test: "assert [setattr(__record__, 'is_alive', True), setattr(__record__, 'letters', ['p']), add(1, 2)]; raise type('Stop', (BaseException,), {})",
  },
];
