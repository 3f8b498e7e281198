import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuildParts, buildDataset } from '../../harness/building/build-dataset.ts';
import { challengeDataset } from '../../harness/building/challenge/challenge-dataset.ts';
import type { Challenge } from '../../harness/building/challenge/challenges.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { createSampler } from '../../harness/models/stored/sampling.ts';
import { createExecutor } from '../../harness/sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../harness/sandbox/limits.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import { type Script, scriptedModel, solutionAnswer } from '../fixtures/build-script.ts';
import { temporaryFolder } from '../fixtures/command.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
});
afterAll(() => sandbox.close());

const RIGHT = 'class Solution:\n    def solve(self, n):\n        return 2 * n\n';
/** Both solutions are wrong for 7: nothing in the pipeline can tell. */
const BOTH_WRONG: Script = {
  optimised: [solutionAnswer('n * 2 + (n == 7)')],
  'brute-force': [solutionAnswer('n + n + (n == 7)')],
};

const partsOf = (script: Script): BuildParts => ({
  sampler: createSampler(scriptedModel(script)),
  isSimulated: false,
  sandboxes: [sandbox, sandbox, sandbox],
  signal: new AbortController().signal,
  progress: { isTerminal: false, now: () => 0, write: () => undefined },
});

const common = { resume: false, concurrency: 1, maxOutputTokens: 1024 };

/** A built dataset of two tasks that expects 15 for 7. */
async function builtWrong(): Promise<string> {
  const out = join(temporaryFolder(), 'first');
  const texts = ['one', 'two'].map((id) => ({ id, text: 'double a number', examples: [] }));
  await buildDataset({ ...common, texts, origin: 'test', form: 'functions', out }, partsOf(BOTH_WRONG));
  return out;
}

async function verdicts(folder: string, taskId: string): Promise<readonly string[]> {
  const { problems } = await loadDataset(join(folder, 'dataset.jsonl'), { environment: {} });
  const problem = problems.find(({ task }) => task.id === taskId);
  if (problem === undefined) return ['no such task'];
  const executor = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions());
  const said: string[] = [];
  for (const code of [RIGHT, RIGHT.replace('2 * n', '2 * n + (n == 7)')]) {
    const { execution } = await executor.execute(problem.task, code, problem.hiddenTests);
    said.push(execution.outcome.status);
  }
  return said;
}

test('a wrong expected output is challenged: the new version takes the right program and refuses the wrong one', async () => {
  const build = await builtWrong();
  expect(await verdicts(build, 'one')).toEqual(['unsolved', 'solved']);
  const before = readFileSync(join(build, 'dataset.jsonl'), 'utf8');
  const challenges: Challenge[] = [
    { task_id: 'one', input: '7', output: '14' },
    { task_id: 'one', input: '3', output: '6' },
    { task_id: 'one', input: '3', output: '7' },
    { task_id: 'one', input: '5000', output: '10000' },
    { task_id: 'one', input: '1, 2', output: '3' },
    { task_id: 'none', input: '1', output: '2' },
  ];
  const out = join(temporaryFolder(), 'second');
  const model = scriptedModel({ ...BOTH_WRONG, healing: [solutionAnswer('n * 2')] });
  const parts = { ...partsOf({}), sampler: createSampler(model) };
  const table = await challengeDataset({ ...common, build, challenges, out }, parts);
  expect(await verdicts(out, 'one')).toEqual(['solved', 'unsolved']);
  const judged = readFileSync(join(out, 'challenges.jsonl'), 'utf8').trim().split('\n');
  expect(judged.map((line) => (JSON.parse(line) as { judgement: string }).judgement)).toEqual([
    'accepted',
    'contradicts another challenge',
    'contradicts another challenge',
    'outside the constraints',
    'does not fit the signature',
    'no such task',
  ]);
  expect(table).toContain('outside the constraints');
  const [one, two] = readFileSync(join(out, 'dataset.jsonl'), 'utf8').trim().split('\n');
  expect(JSON.parse(one ?? '')).toMatchObject({
    built: { version: 2 },
    public_tests: [{ input: '(7,)', output: '14' }],
  });
  // Nobody challenged the other task: it stands as it was, with its certificate, and cost no call.
  expect(`${two}\n`).toBe(before.slice(before.indexOf('\n') + 1));
  expect(model.calls).toHaveLength(4);
  // The first version is what it was: runs on it keep their dataset.
  expect(readFileSync(join(build, 'dataset.jsonl'), 'utf8')).toBe(before);
});

test('a challenge that contradicts what its user said before changes nothing', async () => {
  const build = await builtWrong();
  const second = join(temporaryFolder(), 'second');
  const healing = { ...BOTH_WRONG, healing: [solutionAnswer('n * 2')] };
  const first: Challenge[] = [{ task_id: 'one', input: '7', output: '14' }];
  await challengeDataset({ ...common, build, challenges: first, out: second }, partsOf(healing));
  const out = join(temporaryFolder(), 'third');
  const challenges: Challenge[] = [{ task_id: 'one', input: '7', output: '15' }];
  const table = await challengeDataset({ ...common, build: second, challenges, out }, partsOf(healing));
  expect(table).toContain('contradicts an example of the user');
  const [was, is] = [second, out].map((folder) => readFileSync(join(folder, 'dataset.jsonl'), 'utf8'));
  expect(is).toBe(was);
});
