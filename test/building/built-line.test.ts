import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certify } from '../../harness/building/certify.ts';
import { runSubmit } from '../../harness/building/commands/submit-command.ts';
import { suspectsOf, toLine } from '../../harness/building/product.ts';
import { trustOf, trustTables } from '../../harness/building/truth/trust.ts';
import type { BuiltLine } from '../../harness/loading/built-line.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import { suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import type { Problem } from '../../harness/types/task.ts';
import { temporaryFolder } from '../fixtures/command.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
});
afterAll(() => sandbox.close());

const reference = 'class Solution:\n    def solve(self, n):\n        return n * 2\n';

/** Doubling, with ten tests; the expected values of some may be changed. */
const builtText = (expected: (n: number) => string = (n) => String(n * 2)): Parameters<typeof toLine>[1] => ({
  specification: {
    title: 'Double',
    description: 'Return twice n.',
    constraints: [],
    unreadableConstraints: [],
    examples: [],
    starterCode: 'class Solution:\n    def solve(self, n: int) -> int:\n        pass\n',
    parameters: [{ name: 'n', type: 'int' }],
    returns: 'int',
    comparison: 'exact',
  },
  examples: [{ input: '(3,)', output: '6' }],
  tests: Array.from({ length: 10 }, (_, n) => {
    return { category: 'basic', arguments: `(${n},)`, expected: expected(n), source: 'brute-force' } as const;
  }),
  reference,
  bruteForce: reference.replace('n * 2', 'n + n'),
  discarded: [],
});

const lineOf = (built: Parameters<typeof toLine>[1]) =>
  toLine({ id: 'double', text: 'double n', examples: [] }, built, 'scripted', 'values');

async function certified(): Promise<BuiltLine> {
  const built = builtText();
  const line = await certify(lineOf(built), suspectsOf('double', built), [sandbox, sandbox, sandbox]);
  if ('reason' in line) throw new Error(line.detail);
  return line;
}

async function load(text: string) {
  const path = join(temporaryFolder(), 'dataset.jsonl');
  writeFileSync(path, text);
  return loadDataset(path, { environment: {} });
}

test('on a slow machine the reference stretches the limits of the certificate, as it will those of a run', async () => {
  const limits: number[] = [];
  /** Everything takes so long here that the declared 3 s of CPU time are a quarter of what is needed. */
  const slow: Sandbox = {
    ...sandbox,
    close: () => sandbox.close(),
    async execute(job) {
      limits.push(job.limits.cpuSeconds);
      const execution = await sandbox.execute(job);
      const times = { cpuMs: 3000, wallMs: 3000 };
      if (job.limits.cpuSeconds > 3) return { ...execution, times };
      return { ...execution, times, outcome: { status: 'unsolved', reason: 'timeout' }, assertions: '', failures: [] };
    },
  };
  const built = builtText();
  const line = await certify(lineOf(built), suspectsOf('double', built), [slow, slow, slow]);
  expect(line).toMatchObject({ certificate: { canaries: 7 } });
  // Declared, the longest to measure by, then four times the declared for all others.
  expect(limits.slice(0, 3)).toEqual([3, 48, 12]);
  expect(new Set(limits.slice(2))).toEqual(new Set([12]));
});

test('a certified line is a task whose class is called, with a labelled pool and a sum', async () => {
  const line = await certified();
  expect(line.pool[0]).toMatchObject({ label: 'brute force', isRight: true });
  expect(line.pool.some(({ isRight }) => !isRight)).toBe(true);
  const { problems, builtBy } = await load(`${JSON.stringify(line)}\n`);
  expect(builtBy).toBe('scripted');
  expect(problems[0]?.task).toMatchObject({ entryPoint: 'Solution.solve' });
  expect(problems[0]?.task.publicTests.source).toBe('assert Solution().solve(3) == 6\n');
});

test('a changed line, one without a certificate and one of another grader are refused by line and field', async () => {
  const line = await certified();
  const { certificate, ...bare } = line;
  const refusal = async (changed: object) => {
    const error: unknown = await load(`${JSON.stringify(changed)}\n`).catch((thrown: unknown) => thrown);
    return error instanceof Error ? error.message.replace(/^.*dataset\.jsonl/, '') : 'accepted';
  };
  expect(await refusal({ ...line, prompt: `${line.prompt} ` })).toMatch(
    /^:1: field certificate.lineSha256: the line was/,
  );
  expect(await refusal(bare)).toMatch(/^:1: field certificate: /);
  const other = { ...certificate, graderVersion: '2' };
  expect(await refusal({ ...line, certificate: other })).toMatch(
    /^:1: field certificate.graderVersion: expected 3, got 2/,
  );
});

test('submissions to a built dataset are judged into a new folder; one to another task is refused', async () => {
  const line = await certified();
  const folder = temporaryFolder();
  const [dataset, answers, out] = [
    join(folder, 'dataset.jsonl'),
    join(folder, 'answers.jsonl'),
    join(folder, 'new', 'out'),
  ];
  writeFileSync(dataset, `${JSON.stringify(line)}\n`);
  const answer = (task: string, solution: string) => `${JSON.stringify({ task_id: task, solution })}\n`;
  writeFileSync(answers, answer('double', reference) + answer('double', reference.replace('n * 2', 'n * 3')));
  const silent = { isTerminal: false, now: () => 0, write: () => undefined };
  const options = { dataset, answers, out, maxSandboxes: 2, sandbox: 'process' } as const;
  await runSubmit(options, { progress: silent });
  const rows = readFileSync(join(out, 'submissions.jsonl'), 'utf8').trim().split('\n');
  expect(rows.map((row) => (JSON.parse(row) as { passed: number }).passed)).toEqual([10, 1]);
  writeFileSync(answers, answer('other', reference));
  await expect(runSubmit(options, { progress: silent })).rejects.toThrow(/expected tasks of .*, got other/);
});

test('a task that accepts a program which does nothing is refused', async () => {
  const nothing = { ...builtText(() => 'None'), reference: reference.replace('n * 2', 'None') };
  const refused = await certify(lineOf(nothing), [], [sandbox, sandbox, sandbox]);
  expect(refused).toMatchObject({ reason: 'accepts-all' });
});

test('planted wrong and out-of-domain tests are found, one by one', async () => {
  const truth: Problem = {
    task: {
      kind: 'function',
      id: 'double',
      prompt: 'def twice(n):\n',
      entryPoint: 'twice',
      prelude: '',
      publicTests: suiteOfDataset(''),
    },
    hiddenTests: suiteOfDataset('assert twice(4) == 8\n'),
    canonical: 'def twice(n):\n    if n > 8:\n        raise ValueError\n    return n * 2\n',
    pool: [
      { code: 'def twice(n):\n    return n * 3\n', isRight: false, label: 'wrong' },
      { code: 'def twice(n):\n    return n + n\n', isRight: true, label: 'right' },
    ],
  };
  const planted = builtText((n) => String(n === 5 ? 11 : n * 2));
  const line: BuiltLine = {
    ...lineOf(planted),
    pool: [{ code: planted.bruteForce, label: 'brute force', isRight: true }],
    certificate: { lineSha256: '', graderVersion: '3', hashSeeds: [], canaries: 0, toothless: [] },
  };
  const trust = await trustOf(line, truth, sandbox);
  expect(trust.tests.map((one) => one.truth[0]).join('')).toBe('rrrrrwrrro');
  expect(trust).toMatchObject({ reference: true, bruteForce: true });
  // A pool lacks a brute force that could not be graded: nothing is known of it, whatever the reference is.
  expect(await trustOf({ ...line, pool: [] }, truth, sandbox)).not.toHaveProperty('bruteForce');
  expect(trust.pool).toEqual([
    { isRight: false, isTaken: false },
    { isRight: true, isTaken: false },
  ]);
  expect(trustTables([trust])).toContain(
    '| all                |  10 | 8 of 10, 80.0 % | 1 of 10, 10.0 % | 1 of 10, 10.0 % |',
  );
});
