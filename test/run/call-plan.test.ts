import { expect, test } from 'vitest';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { knownPrice } from '../../harness/models/providers/prices.ts';
import type { ResponseStore } from '../../harness/models/stored/sampling.ts';
import { planCalls } from '../../harness/run/call-plan.ts';
import { describeCalls } from '../../harness/run/describe-calls.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { meanTokens } from '../../harness/run/mean-tokens.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { tripleEvaluator } from '../../harness/tasks/triple/evaluator.ts';
import type { Identity } from '../../harness/types/record.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { response } from '../fixtures/fake-model.ts';
import { settings, takeAllEvaluator } from '../fixtures/trial.ts';

const arms = ['baseline', 'lucid', 'lucid-public', 'resample-oracle', 'resample-public'];

async function plan(fields: Partial<Identity>, store?: ResponseStore, names = arms, evaluator = takeAllEvaluator()) {
  const conditions = await loadConditions(names);
  const identity = {
    ...settings,
    dataset: 'test',
    taskIds: [evaluator.task.id],
    conditions: conditions.map((one) => one.identity),
    k: [2],
    samples: 1,
    model: 'fake:model',
    protocol: 'nested',
    randomAcceptance: '0.5',
    ...fields,
  } as Identity;
  return planCalls(identity, conditions, [evaluator], store);
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
  const { byRole } = await plan({ k: [0, 2] }, undefined, ['clover'], evaluator);
  // Three attempts of three tries each; each docstring is judged.
  for (const check of ['anno-complete', 'doc2anno', 'anno2doc', 'code2doc', 'doc2code'])
    expect(byRole.get(check)?.calls).toBe(3 * 3);
  expect(byRole.get('judge')?.calls).toBe(3 * 2 * 3);
});
