import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import { criticRates } from '../../harness/trial/matched-rates.ts';
import { codegradReview } from '../../harness/types/codegrad.ts';
import { type RealBench, realBench } from '../fixtures/claims.ts';
import {
  axesAnswer,
  CUBIC,
  codegradModel,
  FIGURE,
  fatesOf,
  gateAnswer,
  LINEAR,
  OTHER,
  promptOf,
  rolesOf,
  runCodegrad,
  TWO_EDITS,
  updatesOf,
  verdictsOf,
} from '../fixtures/codegrad.ts';

/** Wrong where all are negative. */
const STILL_WRONG = LINEAR.replace('return best', 'return max(best, 0)');

test('the random critic’s coins have the rates of the arm it is matched to', async () => {
  const failingAll = axesAnswer({
    correctness: 'fail',
    'input-output': 'fail',
    efficiency: 'fail',
    completeness: 'fail',
  });
  const discarding = { programs: [CUBIC, LINEAR, OTHER], reviews: [failingAll], gates: [gateAnswer(1, 2, 3)] };
  const rates = criticRates([await runCodegrad('codegrad', codegradModel(discarding))]);
  expect(rates.axes).toEqual({ correctness: 1, 'input-output': 1, efficiency: 1, completeness: 1 });
  expect([1, 2, 3, 4].map(rates.invariant)).toEqual([0, 1, 1, 1]);
  const model = codegradModel({ programs: [CUBIC, LINEAR, OTHER], reviews: [] });
  const trajectory = await runCodegrad('codegrad-random-critic', model, { parts: { rates } });
  expect(fatesOf(trajectory)).toEqual(['discarded', 'discarded']);
  expect(rolesOf(model)).toEqual(['generate', 'regenerate', 'prove', 'regenerate', 'prove']);
  const passing = criticRates([
    await runCodegrad('codegrad', codegradModel({ programs: [LINEAR], reviews: [axesAnswer()] })),
  ]);
  expect(verdictsOf(await runCodegrad('codegrad-random-critic', model, { parts: { rates: passing } }))).toEqual([
    'accept',
  ]);
});

test('a fault on purpose tells the loop the opposite of what its critic found, in reviews and at the gate', async () => {
  const script = () => codegradModel({ programs: [CUBIC, LINEAR], reviews: [TWO_EDITS, axesAnswer()] });
  const lied = await runCodegrad('codegrad', script(), { parts: { inject: { review: 1 } } });
  expect(verdictsOf(lied)).toEqual(['accept']);
  expect(lied.steps[0]?.faults).toEqual([{ kind: 'review', found: 'reject', told: 'accept' }]);
  const gated = await runCodegrad('codegrad', script(), { rounds: 1, parts: { inject: { gate: 1 } } });
  expect(fatesOf(gated)).toEqual(['discarded']);
  expect(gated.steps[1]?.faults).toEqual([{ kind: 'gate', found: 'accept', told: 'reject' }]);
  const none = await runCodegrad('codegrad', script(), { parts: { inject: { review: 0, gate: 0 } } });
  expect(none.steps.map(({ faults }) => faults)).toEqual([undefined, undefined]);
});

describe('with a real interpreter', () => {
  let real: RealBench;
  beforeAll(async () => {
    real = await realBench(10);
  });
  afterAll(() => real.sandbox.close());

  /** As cubic, and where no part is above 0 it raises. */
  const RAISING = CUBIC.replace('best = 0', 'sums = []')
    .replace('best = max(best, total)', 'sums += [total] * (total > 0)')
    .replace('return best', 'return sorted(sums)[-1]');
  const SAFE = LINEAR.replace('    best', '    if not numbers:\n        return 0\n    best');

  test('Fig. 1: the executed critic finds both faults by running, and lets a linear draft through', async () => {
    const model = codegradModel({ programs: [RAISING, SAFE], reviews: [] });
    const trajectory = await runCodegrad('codegrad-executed', model, { executor: real.executor, rounds: 1 });
    expect(codegradReview.in(trajectory.steps[0] ?? fail())?.axes).toMatchObject([
      { axis: 'correctness', verdict: 'PASS', reason: '2 examples hold' },
      { axis: 'input-output', verdict: 'PASS' },
      {
        axis: 'efficiency',
        verdict: 'FAIL',
        reason: expect.stringMatching(/for inputs of 16, 32, 64: about n\^2\.\d/),
      },
      { axis: 'completeness', verdict: 'FAIL', reason: expect.stringContaining('raises IndexError') },
    ]);
    expect(rolesOf(model)).toEqual(['generate', 'regenerate']);
    expect(fatesOf(trajectory)).toEqual(['accepted']);
    expect(verdictsOf(trajectory)).toEqual(['reject', 'accept']);
  });

  test('the executed gate does not know what a task forbids: a draft that raises on the empty list is discarded', async () => {
    const model = codegradModel({ programs: [RAISING, LINEAR], reviews: [] });
    const trajectory = await runCodegrad('codegrad-executed', model, { executor: real.executor, rounds: 1 });
    expect(fatesOf(trajectory)).toEqual(['discarded']);
    expect(updatesOf(trajectory)[0]?.invariants[2]?.reason).toBe(
      'largest_sum([]) raises IndexError: list index out of range',
    );
  });

  test('what cannot be decided is unknown: it neither fails nor passes', async () => {
    const task = { ...FIGURE.task, prompt: 'def largest_sum(numbers):\n    pass\n', publicTests: suiteOfDataset('') };
    const model = codegradModel({ programs: [LINEAR], reviews: [] });
    const trajectory = await runCodegrad('codegrad-executed', model, {
      executor: real.executor,
      problem: { ...FIGURE, task },
    });
    expect(codegradReview.in(trajectory.steps[0] ?? fail())?.axes.map(({ verdict }) => verdict)).toEqual(
      Array(4).fill('NOT-APPLICABLE'),
    );
    expect(verdictsOf(trajectory)).toEqual([undefined]);
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'finished' });
  });

  test('a program that does not run fails correctness', async () => {
    const model = codegradModel({
      programs: ['def largest_sum(numbers):\n    return 1\nraise ValueError(1)\n', LINEAR],
      reviews: [],
    });
    const trajectory = await runCodegrad('codegrad-executed', model, { executor: real.executor, rounds: 1 });
    expect(updatesOf(trajectory)[0]?.edits[0]).toMatchObject({
      axis: 'correctness',
      action: expect.stringMatching(/ValueError/),
    });
  });

  test('+Code: three calls at most are run, and what each gave stands in the review, 200 characters of it', async () => {
    const calls = ['largest_sum([-1])', 'import os', 'largest_sum([])', 'largest_sum(["x" * 500])'];
    const model = codegradModel({
      ...{ programs: [LINEAR], reviews: [axesAnswer()] },
      probes: [JSON.stringify({ calls: calls.slice(0, 3) })],
    });
    const trajectory = await runCodegrad('codegrad-code', model, { executor: real.executor });
    expect(rolesOf(model)).toEqual(['generate', 'probe', 'review']);
    expect(promptOf(model, 'review')).toContain('largest_sum([-1]) -> -1\nlargest_sum([]) -> IndexError');
    expect(promptOf(model, 'review')).not.toContain('largest_sum([2, -1, 2])');
    expect(codegradReview.in(trajectory.steps[0] ?? fail())?.runs).toHaveLength(2);
    const long = codegradModel({
      programs: [LINEAR],
      reviews: [axesAnswer()],
      probes: [JSON.stringify({ calls: calls.slice(3) })],
    });
    const shown = codegradReview.in(
      (await runCodegrad('codegrad-code', long, { executor: real.executor })).steps[0] ?? fail(),
    );
    expect(shown?.runs?.[0]?.shown.length).toBeLessThanOrEqual(200);
  });

  test('the oracle critic’s edits are what the hidden tests show, and its gate lets right drafts through alone', async () => {
    const model = codegradModel({ programs: [CUBIC, STILL_WRONG, LINEAR], reviews: [] });
    const trajectory = await runCodegrad('codegrad-oracle-critic', model, { executor: real.executor });
    expect(verdictsOf(trajectory)).toEqual(['reject', 'reject', 'accept']);
    expect(fatesOf(trajectory)).toEqual(['discarded', 'accepted']);
    expect(promptOf(model, 'regenerate')).toContain('largest_sum([-3, -1, -2])');
  });
});

test('--start: step 0 is a program of the pool, the same for every arm, and no model is asked for it', async () => {
  const pool = [
    { code: LINEAR, isRight: true, label: 'right-label' },
    { code: CUBIC, isRight: false, label: 'wrong-label' },
  ];
  const problem = { ...FIGURE, pool };
  const first = async (name: string, start: 'pool:right' | 'pool:wrong' | 'pool:both', sample = 0) => {
    const model = codegradModel({ programs: [OTHER], reviews: [axesAnswer()] });
    const { steps } = await runCodegrad(name, model, { problem, start, sample });
    expect(JSON.stringify(model.calls)).not.toContain('-label');
    return { candidate: steps[0]?.candidate, roles: rolesOf(model) };
  };
  for (const name of ['codegrad', 'baseline']) {
    expect((await first(name, 'pool:right')).candidate).toBe(LINEAR);
    expect((await first(name, 'pool:wrong')).candidate).toBe(CUBIC);
    expect((await first(name, 'pool:both', 0)).candidate).toBe(LINEAR);
    expect((await first(name, 'pool:both', 1)).candidate).toBe(CUBIC);
  }
  expect((await first('codegrad', 'pool:right')).roles).toEqual(['review']);
  expect((await first('baseline', 'pool:wrong')).roles).toEqual([]);
});

function fail(): never {
  throw new Error('expected a step');
}
