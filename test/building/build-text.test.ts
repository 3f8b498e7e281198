import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stage } from '../../harness/building/build-record.ts';
import { endsTable } from '../../harness/building/ends-table.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import type { ModelResponse } from '../../harness/types/model.ts';
import {
  buildScripted,
  fenced,
  oracleAnswer,
  type Script,
  solutionAnswer,
  specificationAnswer,
} from '../fixtures/build-script.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
});
afterAll(() => sandbox.close());

/** Where a script ends and after how many calls. */
async function endOf(script: Script, more: Parameters<typeof buildScripted>[2] = {}): Promise<string> {
  const { end, calls, model } = await buildScripted(sandbox, script, more);
  expect(model.calls.length).toBeLessThanOrEqual(calls);
  return `${end.status === 'built' ? 'built' : end.reason}, ${calls} calls`;
}

test('a text on which everything agrees is built in four calls, at the temperatures of the stages', async () => {
  const { end, temperatures, built } = await buildScripted(sandbox);
  expect(end).toEqual({ status: 'built' });
  expect(temperatures).toEqual(['specification 0', 'oracle 0.5', 'optimised 0.2', 'brute-force 0.2']);
  expect(built?.tests).toHaveLength(12);
  expect(built?.tests[3]).toEqual({ category: 'basic', arguments: '(3,)', expected: '6', source: 'brute-force' });
});

test('values are read by the types of the signature, and need no functions', async () => {
  const inputs = Array.from({ length: 11 }, (_, n) => ({ category: 'edge', arguments: { n } }));
  const odd = [
    { category: 'edge', arguments: { n: 'three' } },
    { category: 'edge', arguments: { n: 5000 } },
  ];
  const { stages, built } = await buildScripted(
    sandbox,
    { oracle: [JSON.stringify({ inputs: [...inputs, ...odd] })] },
    { form: 'values' },
  );
  const oracle = stages.find(({ stage }) => stage === 'oracle');
  expect(oracle).toMatchObject({ counts: { offered: 13, kept: 11, unreadable: 1, refusedByConstraints: 1 } });
  expect(built?.tests).toHaveLength(11);
});

test('of a list of inputs that was cut, those that stand whole count, and the call says that it was cut', async () => {
  const inputs = Array.from({ length: 12 }, (_, n) => ({ category: 'stress', arguments: { n } }));
  const whole = JSON.stringify({ inputs });
  const cut: ModelResponse = {
    text: whole.slice(0, whole.lastIndexOf('11')),
    finishReason: 'length',
    rawFinishReason: 'length',
    usage: { inputTokens: 10, outputTokens: 10 },
    costUsd: 0,
  };
  const { stages, built } = await buildScripted(sandbox, { oracle: [cut] }, { form: 'values' });
  expect(stages.find(({ stage }) => stage === 'oracle')).toMatchObject({
    call: { isCut: true },
    counts: { offered: 11, kept: 11 },
  });
  expect(built?.tests).toHaveLength(11);
  expect(endsTable([{ name: 'texts', stages }])).toMatch(/answers cut at the output limit *\| *1 /);
});

test.each([
  ['an empty text', {}, { text: ' \n' }, 'empty-text, 0 calls'],
  ['a text of 100 kB', {}, { text: 'x'.repeat(100_000) }, 'text-too-long, 0 calls'],
  [
    'a text without a function',
    { specification: [specificationAnswer({ starter_code: '' })] },
    {},
    'no-function, 1 calls',
  ],
  ['no specification', { specification: ['I do not know'] }, {}, 'no-specification, 2 calls'],
  [
    'contradictory constraints',
    { specification: [specificationAnswer({ constraints: ['n > 5', 'n < 5'] })] },
    {},
    'contradictory-constraints, 5 calls',
  ],
  ['an oracle that never has its functions', { oracle: ['no idea'] }, {}, 'too-few-tests, 5 calls'],
  [
    'an oracle that imports',
    {
      oracle: [fenced('import os\ndef generate_inputs():\n    return []\ndef is_valid_input(*args):\n    return True')],
    },
    {},
    'too-few-tests, 5 calls',
  ],
  ['no optimised solution', { optimised: ['sorry'] }, {}, 'no-reference, 4 calls'],
  [
    'no brute force',
    { 'brute-force': [fenced('import os\nclass Solution:\n    def solve(self, n):\n        return n')] },
    {},
    'no-brute-force, 5 calls',
  ],
  [
    'a reference that crashes everywhere',
    { optimised: [solutionAnswer('1 / 0')], healing: [solutionAnswer('1 / 0')] },
    {},
    'no-reference, 7 calls',
  ],
] as const)('%s has a named end', async (_, script, more, end) => {
  expect(await endOf(script, more)).toBe(end);
});

test('an answer that cannot be read is asked for once more, told why', async () => {
  const { end, calls, model } = await buildScripted(sandbox, {
    specification: ['?', specificationAnswer()],
    optimised: ['?', solutionAnswer('n * 2')],
  });
  expect([end.status, calls]).toEqual(['built', 6]);
  expect(model.calls[1]?.request.messages.at(-1)?.content).toContain(
    'could not be used: expected specification as JSON',
  );
});

test('oracle calls keep earlier inputs, grow warmer and are told why', async () => {
  const { stages, temperatures, end } = await buildScripted(sandbox, {
    oracle: [
      oracleAnswer('range(4)'),
      'nothing',
      oracleAnswer('range(2, 8)'),
      oracleAnswer('range(20, 30)', 'args[0] < 25'),
    ],
  });
  expect(end.status).toBe('built');
  expect(temperatures.filter((one) => one.startsWith('oracle'))).toEqual([
    'oracle 0.5',
    'oracle 0.7',
    'oracle 0.9',
    'oracle 0.9',
  ]);
  const told = stages.flatMap((stage) =>
    stage.stage === 'oracle' ? [[stage.told, stage.counts.kept, stage.counts.disagreements]] : [],
  );
  expect(told).toEqual([
    [undefined, 4, 0],
    ['too-few-tests', 0, 0],
    ['function-missing', 4, 0],
    ['too-few-tests', 5, 5],
  ]);
});

/** Twelve inputs; the two solutions differ on the first so many. */
const differing = (count: number): string => solutionAnswer(`n + n + (1 if n < ${count} else 0)`);

test('three of ten mismatches cause no circular round, four of ten cause one', async () => {
  const stubborn = { healing: ['no'] };
  const three = await buildScripted(sandbox, {
    ...stubborn,
    oracle: [oracleAnswer('range(10)')],
    'brute-force': [differing(3)],
  });
  expect(three.stages.filter(({ stage }) => stage === 'circular')).toEqual([]);
  expect([three.end, three.calls]).toMatchObject([{ reason: 'too-few-tests' }, 7]);
  const four = await buildScripted(sandbox, {
    ...stubborn,
    oracle: [oracleAnswer('range(10)'), oracleAnswer('range(50, 56)')],
    'brute-force': [differing(4)],
  });
  expect(four.stages.filter(({ stage }) => stage === 'circular')).toEqual([
    { id: 'double', stage: 'circular', round: 1, invalidated: 4, of: 10 },
  ]);
  // Fourth to tenth input and the six new ones: all agree.
  expect([four.end.status, four.calls, four.built?.tests.length]).toEqual(['built', 8, 12]);
});

test('healing repairs a wrong solution from the brute force’s output', async () => {
  const { end, calls, built, model, stages } = await buildScripted(sandbox, { optimised: [solutionAnswer('n * 3')] });
  expect([end.status, calls]).toEqual(['built', 5]);
  expect(model.calls.at(-1)?.request.messages[0]?.content).toContain(
    'For the arguments (1,) it gives 3; expected is 2.',
  );
  expect(built?.discarded).toHaveLength(1);
  expect(healingIn(stages)).toEqual([1, 1, 0]);
});

/** Attempts of healing in the table, after how many more tests agree, and after how many fewer. */
const healingIn = (stages: readonly Stage[]): number[] =>
  ['attempts of healing', 'attempts after which more tests agree', 'attempts after which fewer agree'].map((name) =>
    Number(new RegExp(`\\| ${name} *\\| *(\\d+) `).exec(endsTable([{ name: 'texts', stages }]))?.[1]),
  );

test('an attempt of healing that mends nothing, one that harms and one that is no program are told apart', async () => {
  const { stages } = await buildScripted(sandbox, {
    optimised: [solutionAnswer('n * 2 + (n == 3)')],
    healing: [solutionAnswer('n * 2 + (n == 4)'), solutionAnswer('n * 2 + (n > 3)'), 'sorry'],
  });
  expect(healingIn(stages)).toEqual([3, 0, 1]);
});

test('healing harms a right solution where the brute force is wrong', async () => {
  const { built } = await buildScripted(sandbox, {
    'brute-force': [solutionAnswer('n + n + (n > 9)')],
    healing: [solutionAnswer('n * 2 + (n > 9)')],
  });
  expect(built?.tests.at(-1)).toMatchObject({ arguments: '(11,)', expected: '23', source: 'brute-force' });
  expect(built?.reference).toContain('n * 2 + (n > 9)');
});

test('an example of the user overrides the brute force, and a reference that denies it is none', async () => {
  const examples = [{ input: '7', output: '15' }];
  const script = { healing: [solutionAnswer('n * 2 + (n == 7)')] };
  const { built, end } = await buildScripted(sandbox, script, { examples });
  expect(end.status).toBe('built');
  expect(built?.tests[0]).toEqual({ category: 'user', arguments: '(7,)', expected: '15', source: 'user' });
  expect(await endOf({}, { examples })).toBe('reference-denies-user, 7 calls');
});

test('what the brute force is too slow for has the reference’s word alone, and only under stress', async () => {
  const inputs = fenced(
    "def generate_inputs():\n    return [('basic', (n,)) for n in range(10)] + [('stress', (999,))]\n\ndef is_valid_input(*args):\n    return True\n",
  );
  const { built } = await buildScripted(sandbox, {
    oracle: [inputs],
    'brute-force': [solutionAnswer('n + n if n < 500 else 1 / 0')],
  });
  expect(built?.tests.at(-1)).toEqual({
    category: 'stress',
    arguments: '(999,)',
    expected: '1998',
    source: 'reference',
  });
});

test('large inputs stay expressions', async () => {
  const { built } = await buildScripted(sandbox, {
    specification: [
      specificationAnswer({
        constraints: [],
        starter_code: 'class Solution:\n    def solve(self, row: List[int]) -> int:\n        pass\n',
      }),
    ],
    oracle: [
      fenced(
        "def generate_inputs():\n    return [('stress', '([0] * 100000,)'), ('stress', ([7] * 90000,))] + [('basic', ([n],)) for n in range(9)]\n\ndef is_valid_input(*args):\n    return True\n",
      ),
    ],
    optimised: [fenced('class Solution:\n    def solve(self, row):\n        return len(row)')],
    'brute-force': [fenced('class Solution:\n    def solve(self, row):\n        return sum(1 for _ in row)')],
  });
  expect(built?.tests.slice(0, 2)).toEqual([
    { category: 'stress', arguments: '([0] * 100000,)', expected: '100000', source: 'brute-force' },
    { category: 'stress', arguments: '([7] * 90000,)', expected: '90000', source: 'brute-force' },
  ]);
});

test('the longest way takes 21 calls', async () => {
  const round = (from: number) => oracleAnswer(`range(${from}, ${from + 10})`);
  const { calls, stages, end } = await buildScripted(sandbox, {
    specification: ['?', specificationAnswer()],
    oracle: ['?', '?', '?', round(0), round(10), round(20)],
    optimised: ['?', solutionAnswer('n * 2')],
    'brute-force': ['?', solutionAnswer('n + n + 1')],
    healing: ['?'],
  });
  expect([calls, end]).toMatchObject([21, { status: 'none', reason: 'too-few-tests' }]);
  expect(stages.filter(({ stage }) => stage === 'circular')).toHaveLength(2);
});
