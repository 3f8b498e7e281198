import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { injectedFaults } from '../../harness/metrics/claims/faults.ts';
import { isMonotoneByConstruction } from '../../harness/metrics/loops/monotonicity.ts';
import { createRandom } from '../../harness/random.ts';
import { parseInjection, withInjection } from '../../harness/run/fault-arms.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import type { Trajectory, WholeRun } from '../../harness/types/record.ts';
import { createFaultInjector } from '../../harness/verifiers/claims/faults.ts';
import { type RealBench, RIGHT, realBench, reportOf, runClaims, scripted, WRONG } from '../fixtures/claims.ts';
import { makeRun } from '../fixtures/run.ts';

let real: RealBench;
beforeAll(async () => {
  real = await realBench();
});
afterAll(() => real.sandbox.close());

const [lucid] = await loadConditions(['lucid-generated']);
const moves = { text: 'moves x by one', tests: ['assert shift(3) == 4', 'assert shift(9) == 10'] };
const below = { text: 'moves what is below zero', tests: ['assert shift(-3) == -2'] };

test('rates are read kind by kind; anything else is an error that says what was expected', () => {
  expect(parseInjection('verdict-flip=0,0.1,0.1')).toEqual({ lie: [0, 0.1] });
  expect(parseInjection('plan=1', { lie: [0] })).toEqual({ lie: [0], plan: [1] });
  for (const text of [
    'verdict-flip',
    'verdict-flip=',
    'verdict-flip=2',
    'truth=0.1',
    'lie=0.1',
    'verdict-flip=0.1=0.2',
    'verdict-flip=a',
  ]) {
    expect(() => parseInjection(text), text).toThrow(UsageError);
  }
});

test('there is one arm a rate, named after it and compared with the first rate; arms it cannot happen in stay as they are', async () => {
  const loaded = await loadConditions([
    'baseline',
    'llm-judge',
    'resample-public',
    'lucid',
    'lucid-generated',
    'lucid-generated-matched',
  ]);
  const arms = withInjection(loaded, { lie: [0, 0.2] });
  expect(arms.map(({ identity: { name, comparator, inject } }) => [name, comparator, inject])).toEqual([
    ['baseline', undefined, undefined],
    ['llm-judge', 'random-verifier', undefined],
    ['resample-public+verdict-flip=0', 'baseline', { lie: 0 }],
    ['resample-public+verdict-flip=0.2', 'resample-public+verdict-flip=0', { lie: 0.2 }],
    ['lucid+verdict-flip=0', 'resample-oracle', { lie: 0 }],
    ['lucid+verdict-flip=0.2', 'lucid+verdict-flip=0', { lie: 0.2 }],
    ['lucid-generated+verdict-flip=0', 'lucid-generated-matched+verdict-flip=0', { lie: 0 }],
    ['lucid-generated+verdict-flip=0.2', 'lucid-generated+verdict-flip=0', { lie: 0.2 }],
    ['lucid-generated-matched+verdict-flip=0', 'baseline', { lie: 0 }],
    ['lucid-generated-matched+verdict-flip=0.2', 'lucid-generated-matched+verdict-flip=0', { lie: 0.2 }],
  ]);
  expect(arms.at(-1)?.condition.spends).toBe('lucid-generated+verdict-flip=0.2');
  expect(withInjection(loaded, undefined)).toEqual(loaded);
});

async function run(rates: { lie?: number; claims?: number; plan?: number }, programs = [WRONG]): Promise<Trajectory> {
  if (lucid === undefined) throw new Error('no lucid-generated');
  return runClaims(real, lucid, scripted({ programs, claims: [[moves, below]] }), { inject: rates });
}

test('a verdict flip accepts what was rejected and rejects what was accepted; the report says what the loop was told', async () => {
  const accepted = await run({ lie: 1 });
  expect(accepted.steps.map(({ verdict }) => verdict?.status)).toEqual(['accept']);
  expect(accepted.steps[0]?.faults).toEqual([{ kind: 'lie', found: 'reject', told: 'accept' }]);
  expect(reportOf(accepted.steps[0])?.gaps).toEqual({ gap: 0, weighted: 0 });
  const rejected = await run({ lie: 1 }, [RIGHT]);
  expect(rejected.steps.map(({ verdict }) => verdict?.status)).toEqual(Array(4).fill('reject'));
  expect(reportOf(rejected.steps[0])?.claims.filter(({ verdict }) => verdict === 'FAIL')).toHaveLength(1);
});

test('a claim made wrong is its opposite, with its checks, and is marked', async () => {
  const { steps } = await run({ claims: 1 }, [RIGHT]);
  expect(steps[0]?.faults).toEqual([{ kind: 'claims', claims: ['c1', 'c2'] }]);
  expect(reportOf(steps[0])?.claims[1]).toMatchObject({
    text: 'It is not so that: moves what is below zero',
    isInjected: true,
    verdict: 'FAIL',
  });
  expect(reportOf(steps[0])?.checks.at(-1)?.source).toBe('assert not (shift(-3) == -2)');
});

test('a dropped plan was asked for and is not given on', async () => {
  const { steps } = await run({ plan: 1 });
  expect(steps[1]?.calls?.map(({ role }) => role)).toContain('remediate');
  expect(steps[1]).toMatchObject({ remediation: { steps: [], preserve: [] }, faults: [{ kind: 'plan' }] });
  expect(steps[1]?.plan).toBeUndefined();
});

test('without rates nothing is drawn and nothing is marked', async () => {
  const none = createFaultInjector({}, () => {
    throw new Error('drawn');
  });
  expect(none.makesClaimWrong() || none.dropsPlan()).toBe(false);
  expect((await run({})).steps.every(({ faults }) => faults === undefined)).toBe(true);
});

test.each([0, 0.1, 0.3, 0.5])('a rate of %d is recovered from the records', (rate) => {
  const tasks = Array.from({ length: 400 }, (_, index) => `t${index}`);
  const condition = `lucid-generated+verdict-flip=${rate}`;
  const made = makeRun({
    tasks,
    conditions: { [condition]: { verifier: 'generated-tests', trials: tasks.map(() => 'a/a/s+') } },
  });
  const trajectories = made.trajectories.map((trajectory): Trajectory => {
    const random = createRandom(`7 ${trajectory.taskId} inject lie`);
    const faults = createFaultInjector({ lie: rate }, () => random());
    const steps = trajectory.steps.map((step) => {
      const told = faults.tell(step.verdict ?? { status: 'reject', feedback: '' });
      return { ...step, verdict: told, faults: faults.take() };
    });
    return { ...trajectory, steps };
  });
  const conditions = made.manifest.identity.conditions.map((one) => ({ ...one, inject: { lie: rate } }));
  const faulty: WholeRun = {
    ...made,
    trajectories,
    manifest: { ...made.manifest, identity: { ...made.manifest.identity, conditions } },
  };
  const [recovered] = injectedFaults(faulty);
  expect(recovered).toMatchObject({ base: 'lucid-generated', fault: 'verdict-flip', rate, isRecovered: true });
  expect(recovered?.observed.total).toBe(1200);
});

test('an oracle arm that is lied to is not monotone by construction', () => {
  const made = makeRun({
    tasks: ['a'],
    conditions: { lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+'] } },
  });
  const [condition] = made.manifest.identity.conditions;
  if (condition === undefined) throw new Error('no condition');
  expect(isMonotoneByConstruction(made, condition)).toBe(true);
  expect(isMonotoneByConstruction(made, { ...condition, inject: { lie: 0 } })).toBe(true);
  expect(isMonotoneByConstruction(made, { ...condition, inject: { lie: 0.1 } })).toBe(false);
});
