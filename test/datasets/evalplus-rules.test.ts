import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../harness/sandbox/limits.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import { suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import type { Sandbox } from '../../harness/types/execution.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
});
afterAll(() => sandbox.close());

const pythonFile = (name: string): string =>
  readFileSync(new URL(`../../datasets/shared/evalplus/${name}.py`, import.meta.url), 'utf8');

const run = (code: string, tests: string) =>
  sandbox.execute({
    taskId: 't',
    prelude: '',
    code,
    entryPoint: 'f',
    suite: suiteOfDataset(tests),
    limits: DEFAULT_LIMITS,
  });

type Case = readonly [rule: string, got: string, expected: string, args: string, tolerance: string, holds: boolean];

/** Each line was tried on EvalPlus 0.3.1 too and came out the same; but there HumanEval/32 is failed by every program. */
const CASES: readonly Case[] = [
  ['agrees', '[1, 2]', '[1, 2]', '[]', '0', true],
  ['agrees', '(1, 2)', '[1, 2]', '[]', '0', false],
  ['agrees', '1', '1.0', '[]', '0', true],
  ['agrees', 'True', '1', '[]', '0', true],
  ['agrees', 'None', '0', '[]', '0', false],
  ['agrees', '3', '2', '[]', '0', false],
  ['agrees', '0.1 + 0.2', '0.3', '[]', '1e-06', true],
  ['agrees', '1.0000005', '1.0', '[]', '1e-06', true],
  ['agrees', '1.00001', '1.0', '[]', '1e-06', false],
  ['agrees', '1000000.05', '1000000.0', '[]', '1e-06', true],
  ['agrees', '1', '1.0000005', '[]', '1e-06', false],
  ['agrees', '[0.1 + 0.2, 1.0]', '[0.3, 1.0]', '[]', '1e-06', true],
  ['agrees', '[(0.1 + 0.2, 1.0)]', '[(0.3, 1.0)]', '[]', '1e-06', true],
  ['agrees', '[0.1 + 0.2]', '[0.3, 1.0]', '[]', '1e-06', false],
  ['agrees', '(0.1 + 0.2,)', '[0.3]', '[]', '1e-06', false],
  ['agrees', '[0.1 + 0.2, "a"]', '[0.3, "a"]', '[]', '1e-06', false],
  ['agrees', '{"a": 0.1 + 0.2}', '{"a": 0.3}', '[]', '1e-06', false],
  ['agrees', 'float("inf")', 'float("inf")', '[]', '1e-06', true],
  ['agrees', '-float("inf")', 'float("inf")', '[]', '1e-06', false],
  ['agrees', '5.0', 'float("inf")', '[]', '1e-06', false],
  ['agrees', 'float("nan")', 'float("nan")', '[]', '1e-06', false],
  ['agrees', '1 + 1e-9j', '1 + 0j', '[]', '1e-06', true],
  ['agrees', '100000001', '100000000', '[]', '1e-06', true],
  ['agrees', '10**30 + 1', '10**30', '[]', '1e-06', true],
  ['agrees', 'object()', 'None', '[]', '0', false],
  ['agrees', '"x" * 9000', '"x" * 9000', '[]', '0', true],
  ['agrees', '"x" * 9001', '"x" * 9000', '[]', '0', false],
  ['agrees', '[1] * 9000', '[1.0] * 9000', '[]', '0', true],
  ['agrees', '[(i, str(i)) for i in range(9000)]', '[(i, str(i)) for i in range(9000)]', '[]', '0', true],
  ['agrees', '[[i, str(i)] for i in range(9000)]', '[(i, str(i)) for i in range(9000)]', '[]', '0', false],
  ['agrees', 'set(range(9000))', 'set(range(8999, -1, -1))', '[]', '0', true],
  ['agrees', '{i: i for i in range(9000)}', '{i: i + 0.0 for i in reversed(range(9000))}', '[]', '0', true],
  ['agrees', '3 ** 90000', '3 ** 90000', '[]', '0', true],
  ['agrees', '3 ** 90000 + 1', '3 ** 90000', '[]', '0', false],
  ['agrees', '[2 ** 53 + 1] * 9000', '[2 ** 53] * 9000', '[]', '0', false],
  ['agrees_as_set', '[2, 1, 1]', '(1, 2)', '[]', '0', true],
  ['agrees_as_set', '[2]', '(1, 2)', '[]', '0', false],
  ['agrees_as_set', 'None', '(1, 2)', '[]', '0', false],
  ['agrees_that_there_is_one', '__import__("re").match("a", "a")', 'True', '["a"]', '0', true],
  ['agrees_that_there_is_one', '"Found a match!"', 'True', '["a"]', '0', true],
  ['agrees_that_there_is_one', 'None', 'False', '["a"]', '0', true],
  ['agrees_that_there_is_one', 'None', 'True', '["a"]', '0', false],
  ['agrees_that_there_is_one', 'True', 'True', '["a"]', '0', true],
  ['agrees_that_there_is_one', 'False', 'True', '["a"]', '0', false],
  ['agrees_or_takes_true_height', '33', '40', '[3, 4]', '0', false],
  ['agrees_or_takes_true_height', '35', '33', '[3, 4]', '0', true],
  ['agrees_or_takes_true_height', '33', '33', '[3, 4]', '0', true],
  ['agrees_or_sums_digit_distances', '1', '1', '[1, 2]', '0', true],
  ['agrees_or_sums_digit_distances', '6', '7', '[23, 56]', '0', true],
  ['agrees_or_sums_digit_distances', '5', '7', '[23, 56]', '0', false],
  ['is_zero_of_polynomial', '-0.5', '9', '[[1, 2]]', '0.0001', true],
  ['is_zero_of_polynomial', '-0.49', '9', '[[1, 2]]', '0.0001', false],
  ['is_zero_of_polynomial', 'None', '9', '[[1, 2]]', '0.0001', false],
];

test('answers are compared by EvalPlus’s rules, whatever their length', async () => {
  const wrong = await Promise.all(
    CASES.map(async ([rule, got, expected, args, tolerance, holds]) => {
      const keeping = `keep([${args}, answer_to(), ${tolerance}])\nassert True\n`;
      const { kept = '' } = await run(`def f(*args):\n    return ${expected}\n`, keeping);
      const suite = `${pythonFile('agreement')}\ncheck_cases(${rule}, ${JSON.stringify(kept)})\n`;
      const { assertions } = await run(`def f(*args):\n    return ${got}\n`, suite);
      return assertions === (holds ? 'p' : 'f') ? [] : [`${rule}(${got}, ${expected}): ${assertions}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});

/** Runs collect.py on a row; gives what it kept. */
async function collectCases(row: object, code: string, head = 'IS_THERE = False\nLEFT_OUT = []\n') {
  const literal = JSON.stringify(JSON.stringify(row));
  const tests = `ROW = ${literal}\n${head}${pythonFile('arguments')}\n${pythonFile('collect')}`;
  const { kept, failures } = await run(code, tests);
  return kept === undefined ? failures : JSON.parse(kept);
}

test('expected answers come from fresh arguments; a float answer brings a tolerance for the rest of its group', async () => {
  const row = { task_id: 'HumanEval/0', atol: 0, base_input: [[[3, 1]], [[2]]], plus_input: [[[0.5]], [[2]]] };
  const code = 'def f(values):\n    values.append(9)\n    return values[0]\n';
  expect(await collectCases(row, code)).toEqual([
    ['l', ['l', ['l', 3, 1]], 3, 0],
    ['l', ['l', ['l', 2]], 2, 0],
    ['l', ['l', ['l', 0.5]], 0.5, 1e-6],
    ['l', ['l', ['l', 2]], 2, 1e-6],
  ]);
});

test('MBPP+ arguments become tuples, sets and complex numbers where the task takes those', async () => {
  const kept = (task: number, inputs: unknown[]) =>
    collectCases(
      { task_id: `Mbpp/${task}`, atol: 0, base_input: [inputs], plus_input: {} },
      'def f(*args): return 0\n',
    );
  expect(await kept(2, [[1], [2]])).toEqual([['l', ['l', ['t', 1], ['t', 2]], 0, 0]]);
  expect(await kept(75, [[[1]], 2])).toEqual([['l', ['l', ['l', ['t', 1]], 2], 0, 0]]);
  expect(await kept(115, [[[1], []]])).toEqual([['l', ['l', ['l', ['s', 1], ['d']]], 0, 0]]);
  expect(await kept(124, ['1', '2j'])).toEqual([['l', ['l', 1, ['c', 0, 2]], 0, 0]]);
  expect(await kept(580, [[1, [2, [3]]]])).toEqual([['l', ['l', ['t', 1, ['t', 2, ['t', 3]]]], 0, 0]]);
  expect(await kept(3, [[1]])).toEqual([['l', ['l', ['l', 1]], 0, 0]]);
});

test('only whether there is an answer is kept where answers are match objects; inputs can be left out', async () => {
  const row = { task_id: 'Mbpp/737', atol: 0, base_input: [['a'], ['b']], plus_input: [['c']] };
  const code = 'import re\ndef f(text):\n    return re.match("a", text)\n';
  expect(await collectCases(row, code, 'IS_THERE = True\nLEFT_OUT = [1]\n')).toEqual([
    ['l', ['l', 'a'], true, 0],
    ['l', ['l', 'c'], false, 0],
  ]);
});

test('a failed case says what was called, what should have come and what came', async () => {
  const cases = JSON.stringify([
    ['l', ['l', 1], 2],
    ['l', ['l', 2], 3],
    ['l', ['l', 3], 4],
    ['l', ['l', 4], 5],
  ]);
  const tests = `assert f(0) == 1\ndef agrees(got, expected, arguments):\n    return got == expected\ncheck_cases(agrees, '${cases}')\n`;
  const code = 'def f(n):\n    if n == 2: return [0]\n    if n == 3: raise KeyError(n)\n    return n + 1\n';
  expect(await run(code, tests)).toMatchObject({
    outcome: { status: 'unsolved', reason: 'assertion' },
    assertions: 'ppfep',
    failures: [
      { assertion: 2, source: 'f(2) should give 3', got: '[0]', message: 'AssertionError' },
      { assertion: 3, source: 'f(3) should give 4', message: 'KeyError: 3' },
    ],
  });
  const ending = 'import os\ndef f(n):\n    if n == 2: os._exit(0)\n    return n + 1\n';
  expect(await run(ending, tests)).toMatchObject({
    outcome: { status: 'unsolved', reason: 'exited-early' },
    assertions: 'ppe--',
    failures: [{ assertion: 2, source: 'f(2) should give 3', message: 'the process ended before the verdict' }],
  });
});

test('a claimed digest is only as good as the value it is of', async () => {
  const { kept = '' } = await run('def f(): return "x" * 9000\n', 'keep([[], answer_to()])\nassert True\n');
  const tests = `def agrees(got, expected, arguments):\n    return got == expected\ncheck_cases(agrees, ${JSON.stringify(kept)})\n`;
  expect(kept).toMatch(/"#", "[0-9a-f]{64}", "'xxx/);
  const guess = `import sys\ndef f():\n    main = sys.modules['__main__']\n    main.digest = lambda value: ['#', '0' * 64, 'x']\n    return "x"\n`;
  expect((await run(guess, tests)).outcome).toEqual({ status: 'unsolved', reason: 'assertion' });
  expect((await run('def f(): return "x" * 9000\n', tests)).outcome).toEqual({ status: 'solved' });
});
