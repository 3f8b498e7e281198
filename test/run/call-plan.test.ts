import { expect, test } from 'vitest';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { knownPrice } from '../../harness/models/providers/prices.ts';
import type { ResponseStore } from '../../harness/models/stored/sampling.ts';
import { planCalls } from '../../harness/run/call-plan.ts';
import { describeCalls } from '../../harness/run/describe-calls.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { meanTokens } from '../../harness/run/mean-tokens.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { contractEvaluator } from '../../harness/tasks/contract/evaluator.ts';
import { tripleEvaluator } from '../../harness/tasks/triple/evaluator.ts';
import type { Identity } from '../../harness/types/record.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { response } from '../fixtures/fake-model.ts';
import { betweenInDafny } from '../fixtures/search.ts';
import { settings, takeAllEvaluator } from '../fixtures/trial.ts';

const arms = ['baseline', 'lucid', 'lucid-public', 'resample-oracle', 'resample-public'];

async function plan(fields: Partial<Identity>, store?: ResponseStore, names = arms, evaluators = [takeAllEvaluator()]) {
  const conditions = await loadConditions(names);
  const identity = {
    ...settings,
    dataset: 'test',
    taskIds: evaluators.map(({ task }) => task.id),
    conditions: conditions.map((one) => one.identity),
    k: [2],
    samples: 1,
    model: 'fake:model',
    protocol: 'nested',
    randomAcceptance: '0.5',
    ...fields,
  } as Identity;
  return planCalls(identity, conditions, evaluators, store);
}

test('a plan counts every call once that arms will share, and every loop to its last round', async () => {
  const { byRole, firstAnswers } = await plan({});
  expect(firstAnswers).toEqual({ calls: 1, stored: 0 });
  // Step 0 for all, and two further draws that both resampling arms share.
  expect(byRole.get('generate')).toMatchObject({ calls: 3, stored: 0 });
  // Two loops with two repairs each; claims of step 0 are shared, those of four rewrites are not.
  expect(byRole.get('regenerate')?.calls).toBe(4);
  expect(byRole.get('remediate')?.calls).toBe(4);
  expect(byRole.get('extract')?.calls).toBe(5);
});

test('independent runs share nothing at a temperature above 0, and what is stored is counted', async () => {
  const stored = new Set<string>();
  const store: ResponseStore = {
    async get(key) {
      if (stored.size < 2) stored.add(key);
      return stored.has(key) ? response() : undefined;
    },
    put: async () => undefined,
  };
  const { firstAnswers } = await plan({ protocol: 'independent', k: [1, 2, 3] }, store);
  expect(firstAnswers.calls).toBe(3);
  expect(firstAnswers.stored).toBeGreaterThan(0);
});

test('a plan of many trials is scaled up, but its first answers are counted one by one', async () => {
  const { played, trials, firstAnswers, byRole } = await plan({ samples: 200 });
  expect([played, trials]).toEqual([800, 1000]);
  expect(firstAnswers.calls).toBe(200);
  expect(byRole.get('regenerate')?.calls).toBe(800);
});

test('dollars come from the dated table; an unknown price is said to be unknown, with the flag that gives it', async () => {
  const calls = await plan({});
  const means = await meanTokens('fake:model');
  const known = describeCalls(calls, means, knownPrice('anthropic:claude-sonnet-4-5')).join('\n');
  expect(known).toMatch(/at most about \$0\.\d+/);
  expect(known).toContain('as of 2026-');
  expect(known).toContain('generate 205 in, 244 out (profile strong-2025)');
  expect(describeCalls(calls, means, undefined).join('\n')).toMatch(/dollars unknown.*--price IN\/OUT/);
});

test('no prover is asked for a plan of triples: nothing compiles, and each check is made as often as it may be', async () => {
  const { problems } = await loadTripleDataset('kata-triples', { environment: { XDG_CACHE_HOME: temporaryFolder() } });
  const [triple] = problems;
  if (triple === undefined) throw new Error('no triple');
  const runner = createProofRunner({ missing: 'no prover is asked here' });
  const evaluator = tripleEvaluator(triple, { runner, grader: runner, executions: memoryExecutions() });
  const { byRole } = await plan({ k: [0, 2] }, undefined, ['clover'], [evaluator]);
  // Three attempts of three tries each; each docstring is judged.
  for (const check of ['anno-complete', 'doc2anno', 'anno2doc', 'code2doc', 'doc2code'])
    expect(byRole.get(check)?.calls).toBe(3 * 3);
  expect(byRole.get('judge')?.calls).toBe(3 * 2 * 3);
});

test('a plan of 562 contracts x 256 generations is made of whole tasks, of as many generations as can be played at once', async () => {
  const runner = createProofRunner({ missing: 'none in this test' });
  const evaluators = Array.from({ length: 562 }, (_, place) => {
    const clauses = [...betweenInDafny.task.contract.clauses, `ensures r != b + ${place}`];
    const task = {
      ...betweenInDafny.task,
      id: `test/${place}`,
      contract: { ...betweenInDafny.task.contract, clauses },
    };
    return contractEvaluator({ ...betweenInDafny, task }, { runner, grader: runner, executions: memoryExecutions() });
  });
  const arms = ['search-exploration', 'search-treefinement'];
  const fields = { k: [255], search: { exploration: 128, breadth: 32, depth: 8 } };
  const { played, trials, byRole, firstAnswers } = await plan(fields, undefined, arms, evaluators);
  // 78 trials of 256 generations are 19,968; both arms of a task belong together.
  expect([played, trials]).toEqual([78, 1124]);
  expect(firstAnswers).toEqual({ calls: 562, stored: 0 });
  // Both arms share what they draw afresh; the other 128 generations of the tree refine.
  expect(byRole.get('generate')?.calls).toBe(562 * 256);
  expect(byRole.get('regenerate')?.calls).toBe(562 * 128);
}, 120_000);
