import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrograms } from '../../harness/building/programs.ts';
import { SandboxLostError } from '../../harness/errors.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Outcome, Sandbox } from '../../harness/types/execution.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
});
afterAll(() => sandbox.close());

/** The sandbox, in which every job that holds a text comes to this end. */
const ending = (text: string, outcome: Outcome): Sandbox => ({
  ...sandbox,
  close: () => sandbox.close(),
  async execute(job) {
    const execution = await sandbox.execute(job);
    return job.suite.source.includes(text) ? { ...execution, outcome, assertions: '', failures: [] } : execution;
  },
});

const PAIRS = [
  ['1', '1'],
  ["'slow'", "'slow'"],
  ['[2, 1]', '[1, 2]'],
  ['[2, 1]', '[1, 3]'],
] as const;

test('a pair of values that takes too long says nothing of the others', async () => {
  const slow = createPrograms(ending('slow', { status: 'unsolved', reason: 'timeout' }), 'test/agree');
  expect(await slow.agree(PAIRS, 'unordered')).toEqual([true, false, true, false]);
  expect(await createPrograms(sandbox, 'test/agree').agree(PAIRS, 'exact')).toEqual([true, true, false, false]);
});

test('where the sandbox is lost values are not unequal', async () => {
  const lost = createPrograms(ending('slow', { status: 'ungraded', reason: 'sandbox-lost' }), 'test/agree');
  await expect(lost.agree(PAIRS, 'exact')).rejects.toThrow(SandboxLostError);
});
