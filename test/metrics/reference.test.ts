import { expect, test } from 'vitest';
import { testDiscordance } from '../../harness/metrics/comparison.ts';
import type { TaskDiscordance } from '../../harness/metrics/discordance.ts';
import { clopperPearsonInterval } from '../../harness/statistics/clopper-pearson.ts';
import { clusteredBootstrapInterval } from '../../harness/statistics/clustered-proportion.ts';
import { effectiveTasks } from '../../harness/statistics/design-effect.ts';
import { pairedEquivalence } from '../../harness/statistics/equivalence.ts';
import { holmAdjusted } from '../../harness/statistics/holm.ts';
import { incompleteBeta } from '../../harness/statistics/incomplete-beta.ts';
import { type Interval, wilsonInterval } from '../../harness/statistics/intervals.ts';
import { exactMcNemar } from '../../harness/statistics/mcnemar.ts';
import { normalCdf } from '../../harness/statistics/normal.ts';
import { pairedOddsRatio } from '../../harness/statistics/odds-ratio.ts';
import { passAtK, passHatK } from '../../harness/statistics/pass-at-k.ts';
import { mcNemarPower, minimumDetectableEffect, tasksNeeded } from '../../harness/statistics/power.ts';
import { signFlipTest } from '../../harness/statistics/sign-flip.ts';
import { tangoInterval } from '../../harness/statistics/tango.ts';
import { makeRun } from '../fixtures/run.ts';
import reference from '../fixtures/statistics/reference.json' with { type: 'json' };

/** The references are made by test/fixtures/statistics/reference.py, which says how and with which versions. */
type Value = number | null | undefined;

/** Equal to 1e-9, and below 1e-9 in nine digits too; `null` of the reference is `undefined` or infinite here. */
function expectEqual(ours: Value, theirs: Value, input: unknown): void {
  const text = `${JSON.stringify(input)}: ${ours} for ${theirs}`;
  if (theirs === null || theirs === undefined) {
    expect(ours === undefined || ours === Number.POSITIVE_INFINITY, text).toBe(true);
    return;
  }
  expect(typeof ours, text).toBe('number');
  expect(Math.abs((ours ?? Number.NaN) - theirs), text).toBeLessThanOrEqual(
    1e-9 * Math.min(1, Math.abs(theirs)) + 1e-15,
  );
}

function expectBounds(ours: Interval | undefined, [low, high]: readonly Value[], input: unknown): void {
  expectEqual(ours?.low, low, input);
  expectEqual(ours?.high, high, input);
}

/** Of a list that must be there: a reference of fewer than 20 cases would prove little. */
function casesOf<Case>({ cases }: { readonly cases: readonly Case[] }): readonly Case[] {
  expect(cases.length).toBeGreaterThanOrEqual(20);
  return cases;
}

const at = (list: readonly number[], position: number): number => list[position] ?? Number.NaN;

test('Wilson intervals equal statsmodels', () => {
  for (const { input, expected } of casesOf(reference.wilson)) {
    expectBounds(wilsonInterval(at(input, 0), at(input, 1)), expected.map(withoutRounding), input);
  }
});

/** statsmodels leaves the rounding error of a bound that is exactly 0. */
const withoutRounding = (bound: number): number => (Math.abs(bound) < 1e-15 ? 0 : bound);

test('Clopper-Pearson intervals equal statsmodels', () => {
  for (const { input, expected } of casesOf(reference['clopper-pearson'])) {
    expectBounds(clopperPearsonInterval(at(input, 0), at(input, 1), at(input, 2)), expected, input);
  }
});

test('pass@k and pass^k equal the fractions of whole numbers', () => {
  for (const { input, expected } of casesOf(reference['pass-at-k'])) {
    expectEqual(passAtK(at(input, 0), at(input, 1), at(input, 2)), expected[0], input);
    expectEqual(passHatK(at(input, 0), at(input, 1), at(input, 2)), expected[1], input);
  }
});

test('the exact McNemar test equals statsmodels', () => {
  for (const { input, expected } of casesOf(reference.mcnemar)) {
    expectEqual(exactMcNemar(at(input, 0), at(input, 1)), expected, input);
  }
});

test('the sign-flip test equals scipy’s exact permutation test, and McNemar with one sample per task', () => {
  for (const { input, expected } of casesOf(reference['sign-flip'])) expectEqual(signFlipTest(input), expected, input);
  for (const { input, expected } of casesOf(reference.mcnemar)) {
    const [wins, losses] = [at(input, 0), at(input, 1)];
    if (wins + losses > 200) continue;
    const signs = [...Array<number>(wins).fill(1), ...Array<number>(losses).fill(-1), 0, 0, 0];
    expectEqual(signFlipTest(signs), expected, input);
  }
});

test('Holm’s adjustment equals statsmodels', () => {
  for (const { input, expected } of casesOf(reference.holm)) {
    for (const [position, value] of holmAdjusted(input).entries()) expectEqual(value, expected[position], input);
  }
});

test('Tango’s interval equals that of the numerically maximised likelihood', () => {
  for (const { input, expected } of casesOf(reference.tango)) {
    expectBounds(tangoInterval(pairsOf(input)), expected, input);
  }
});

test('the equivalence test equals that of the numerically maximised likelihood', () => {
  for (const { input, expected } of casesOf(reference.equivalence)) {
    expectEqual(pairedEquivalence(pairsOf(input), at(input, 3))?.pValue, expected, input);
  }
});

const pairsOf = (input: readonly number[]) => ({
  pairs: at(input, 0),
  wins: at(input, 1),
  losses: at(input, 2),
});

test('the odds ratio of pairs and its interval equal the exact interval of the share as odds', () => {
  for (const { input, expected } of casesOf(reference['odds-ratio'])) {
    const odds = pairedOddsRatio(at(input, 0), at(input, 1));
    expectEqual(odds?.ratio, expected[0], input);
    expectBounds(odds?.interval, expected.slice(1), input);
  }
});

test('the power of the exact McNemar test equals the sum over the trinomial distribution', () => {
  for (const { input, expected } of casesOf(reference.power)) {
    expectEqual(mcNemarPower(at(input, 0), at(input, 1), at(input, 2), at(input, 3)), expected, input);
  }
});

test('the minimum detectable effect equals the root of that power', () => {
  for (const { input, expected } of casesOf(reference['minimum-effect'])) {
    const options = { lossRate: at(input, 1), alpha: at(input, 2), power: at(input, 3) };
    expectEqual(minimumDetectableEffect(at(input, 0), options), expected, input);
  }
});

test('the number of tasks needed equals the first with that power', () => {
  for (const { input, expected } of casesOf(reference['tasks-needed'])) {
    const options = { lossRate: at(input, 1), alpha: at(input, 2), power: at(input, 3) };
    expectEqual(tasksNeeded(at(input, 0), options), expected, input);
  }
});

test('the normal and the beta distribution equal scipy', () => {
  for (const { input, expected } of casesOf(reference.normal)) expectEqual(normalCdf(input), expected, input);
  for (const { input, expected } of casesOf(reference.beta)) {
    expectEqual(incompleteBeta(at(input, 0), at(input, 1), at(input, 2)), expected, input);
  }
});

test('Kish’s effective number of tasks equals the fractions', () => {
  for (const { input, expected } of casesOf(reference['effective-tasks'])) {
    expectEqual(effectiveTasks(at(input, 0), at(input, 1), at(input, 2)), expected, input);
  }
});

const clustersOf = (clusters: readonly (readonly number[])[]) =>
  clusters.map((cluster) => ({ successes: at(cluster, 0), total: at(cluster, 1) }));

test('the seeded bootstrap equals numpy’s quantiles of the same resamples', () => {
  for (const { input, expected } of casesOf(reference.bootstrap)) {
    expectBounds(clusteredBootstrapInterval(clustersOf(input.clusters), input.seed), expected, input);
  }
});

test('the seeded bootstrap lies within the sampling error of the exact bootstrap distribution of small cases', () => {
  // Of 2,000 resamples a share p is off by more than four standard errors once in 16,000.
  const slack = 4 * Math.sqrt((0.025 * 0.975) / 2000);
  for (const { input, expected } of reference['bootstrap-exact'].cases) {
    const interval = clusteredBootstrapInterval(clustersOf(input.clusters), input.seed);
    const chance = (isCounted: (value: number) => boolean) =>
      expected.reduce((sum, [value = 0, share = 0]) => (isCounted(value) ? sum + share : sum), 0);
    const { low, high } = interval ?? { low: Number.NaN, high: Number.NaN };
    expect(chance((value) => value < low - 1e-12)).toBeLessThanOrEqual(0.025 + slack);
    expect(chance((value) => value <= low + 1e-12)).toBeGreaterThanOrEqual(0.025 - slack);
    expect(chance((value) => value > high + 1e-12)).toBeLessThanOrEqual(0.025 + slack);
    expect(chance((value) => value >= high - 1e-12)).toBeGreaterThanOrEqual(0.025 - slack);
  }
});

test('with several samples difference, odds, equivalence and p equal the reference on the same resamples', () => {
  const run = makeRun({ tasks: ['a'], conditions: {}, identity: { samples: 2, seed: 7 } });
  for (const { input, expected } of casesOf(reference['clustered-comparison'])) {
    const tasks = input.map(
      (task, position): TaskDiscordance => ({
        taskId: `t${position}`,
        compared: at(task, 0),
        gained: at(task, 1),
        lost: at(task, 2),
        leastAdded: 0,
        mostAdded: 0,
      }),
    );
    const total = (count: (task: TaskDiscordance) => number) => tasks.reduce((sum, task) => sum + count(task), 0);
    const [compared, gained, lost] = [total((t) => t.compared), total((t) => t.gained), total((t) => t.lost)];
    const finding = testDiscordance(run, { compared, gained, lost, leftOut: 0, lostTasks: [], tasks });
    if (finding.status !== 'tested') throw new Error(finding.reason);
    expectEqual(finding.pValue, expected.pValue, input);
    expectEqual(finding.difference, (gained - lost) / compared, input);
    // Where no task shows a net change Tango's interval over the tasks stands, which has its own reference.
    if (tasks.every((task) => task.gained === task.lost)) continue;
    expectBounds(finding.interval, expected.difference, input);
    expectBounds(finding.odds?.interval, expected.odds, input);
    expectEqual(finding.equivalence?.pValue, expected.equivalence, input);
  }
});
