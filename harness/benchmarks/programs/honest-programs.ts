import { ADD, PLAIN, type Program } from './programs.ts';

/** Odd programs that are right, and must be solved. */
export const HONEST: readonly Program[] = [
  PLAIN,
  {
    name: 'prints to stdout and stderr',
    code: `import sys\n${ADD}print('hello')\nprint('there', file=sys.stderr)\n`,
    expected: 'solved',
  },
  { name: 'is a lambda', code: 'add = lambda a, b: a + b\n', expected: 'solved' },
  {
    name: 'is a callable object',
    code: 'class Add:\n    def __call__(self, a, b):\n        return a + b\nadd = Add()\n',
    expected: 'solved',
  },
  {
    name: 'is a partial of a builtin operator',
    code: 'import operator, functools\nadd = functools.partial(operator.add)\n',
    expected: 'solved',
  },
  {
    name: 'has a main guard that exits',
    code: `${ADD}if __name__ == '__main__':\n    import sys\n    sys.exit(1)\n`,
    expected: 'solved',
  },
  {
    name: 'has a __future__ import',
    code: `from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n${ADD}`,
    expected: 'solved',
  },
  {
    name: 'uses threads',
    code: 'import threading\ndef add(a, b):\n    out = []\n    ts = [threading.Thread(target=lambda: out.append(a + b)) for _ in range(4)]\n    [t.start() for t in ts]\n    [t.join() for t in ts]\n    return out[0]\n',
    expected: 'solved',
  },
  {
    name: 'leaves a thread running',
    code: `import threading, time\nthreading.Thread(target=lambda: time.sleep(600)).start()\n${ADD}`,
    expected: 'solved',
  },
  {
    name: 'uses temporary files',
    code: "import tempfile, os\ndef add(a, b):\n    with tempfile.NamedTemporaryFile('w', delete=False) as f:\n        f.write('x')\n    assert os.path.exists(f.name)\n    open('here.txt', 'w').close()\n    return a + b\n",
    expected: 'solved',
  },
  {
    name: 'starts a process',
    code:
      "import subprocess, sys\nX = subprocess.run(['/bin/echo', '7'], capture_output=True, text=True).stdout\nassert X == '7\\n'\n" +
      ADD,
    expected: 'solved',
  },
  { name: 'reads its empty input', code: `try:\n    input()\nexcept EOFError:\n    pass\n${ADD}`, expected: 'solved' },
  {
    name: 'sorts and changes its argument in place, which the test looks at',
    code: 'def add(a):\n    a[0].append(9)\n    a.sort(key=len)\n    return a\n',
    tests:
      'rows = [[1, 2], [3]]\nfirst = rows[0]\nout = add(rows)\nassert rows == [[3], [1, 2, 9]]\nassert out is rows\nassert add([[]]) == [[9]]\n',
    expected: 'solved',
  },
  {
    name: 'changes a dict, a set and a bytearray in place',
    code: "def add(d, s, b):\n    d['k'] = [1]\n    s.add(5)\n    b.extend(b'xy')\n",
    tests:
      "d, s, b = {}, {1}, bytearray(b'a')\nassert add(d, s, b) is None\nassert d == {'k': [1]} and s == {1, 5} and b == b'axy'\n",
    expected: 'solved',
  },
  {
    name: 'yields values, and more of them than are taken',
    code: 'def add(n):\n    while True:\n        yield n\n        n += 1\n',
    tests: 'import itertools\nassert list(itertools.islice(add(3), 4)) == [3, 4, 5, 6]\nassert next(add(0)) == 0\n',
    expected: 'solved',
  },
  {
    name: 'calls a function it was given, and returns one',
    code: 'def add(f, n):\n    return lambda m: f(m) + n\n',
    tests: 'assert add(lambda x: x * 2, 1)(10) == 21\nassert add(len, 1)([1, 2]) == 3\n',
    expected: 'solved',
  },
  {
    name: 'raises what the test expects',
    code: "class Odd(ValueError):\n    pass\ndef add(a):\n    if a < 0:\n        raise Odd('negative')\n    return a\n",
    tests:
      "try:\n    add(-1)\n    assert False, 'no error'\nexcept ValueError as error:\n    assert str(error) == 'negative'\nassert add(1) == 1\n",
    expected: 'solved',
  },
  {
    name: 'needs the helpers of the prompt, as the tests do',
    prelude: 'import math\ndef helper(x):\n    return x * 2\n',
    code: 'def add(a, b):\n    return helper(a) // 2 + b + math.floor(0.5)\n',
    tests: 'for i in range(3):\n    assert add(helper(i), 1) == helper(i) + 1\n',
    expected: 'solved',
  },
  {
    name: 'returns values of every plain kind',
    code: "from decimal import Decimal\nfrom fractions import Fraction\nfrom collections import OrderedDict, namedtuple, deque\nimport datetime\ndef add(i):\n    return [10**5000, float('inf'), -0.0, 'a\\ud800\\U0001f600', b'\\x00\\xff', 2j, None, True, (1, [2, {3: {4}}]), frozenset([1]),\n            Decimal('1.10'), Fraction(1, 3), OrderedDict(a=1), namedtuple('P', 'x y')(1, 2), deque([1]), range(3), datetime.date(2020, 1, 2)][i]\n",
    tests:
      "from decimal import Decimal\nfrom fractions import Fraction\nfrom collections import deque\nimport datetime, math\nassert add(0) == 10**5000\nassert add(1) == float('inf')\nassert math.copysign(1, add(2)) == -1\nassert add(3) == 'a\\ud800\\U0001f600'\nassert add(4) == b'\\x00\\xff'\nassert add(5) == 2j\nassert add(6) is None\nassert add(7) is True\nassert add(8) == (1, [2, {3: {4}}])\nassert add(9) == frozenset([1])\nassert add(10) == Decimal('1.1')\nassert add(11) == Fraction(1, 3)\nassert add(12) == {'a': 1}\nassert add(13) == (1, 2)\nassert add(14) == deque([1])\nassert add(15) == range(3) and add(15) != [0, 1, 2]\nassert add(16) == datetime.date(2020, 1, 2)\n",
    expected: 'solved',
  },
  {
    name: 'recurses deeply, within a raised limit',
    code: 'import sys\nsys.setrecursionlimit(5000)\ndef add(a, b):\n    return a + b if not isinstance(a, int) else down(3000, a) + b\ndef down(n, a):\n    return a if n == 0 else down(n - 1, a)\n',
    expected: 'solved',
  },
];
