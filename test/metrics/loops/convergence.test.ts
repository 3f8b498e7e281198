import { expect, test } from 'vitest';
import { predictedGaps } from '../../../harness/metrics/loops/contraction.ts';
import { conditionsShown, convergence } from '../../../harness/metrics/loops/convergence.ts';
import { readLoops } from '../../../harness/metrics/loops/loop-trials.ts';
import { createRandom } from '../../../harness/random.ts';
import { wilsonInterval } from '../../../harness/statistics/intervals.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';

/** One list of assertion letters a step, task by task; `+` at the end of a step: accepted, so that the loop stops there. */
function measure(trials: readonly (readonly string[])[], rounds: number, identity: RunText['identity'] = {}) {
  const texts = trials.map((steps) =>
    steps.map((step) => `${/^p+\+?$/.test(step) ? 's' : 'a'}${step.endsWith('+') ? '+' : '/'}`).join(''),
  );
  const tasks = trials.map((_, index) => `t${index}`);
  const run = makeRun({
    tasks,
    conditions: { loop: { verifier: 'model', trials: texts } },
    identity: { k: [rounds], ...identity },
  });
  const grades = run.grades.map((grade) => ({
    ...grade,
    assertions: trials[tasks.indexOf(grade.taskId)]?.[grade.step]?.replace('+', '') ?? '',
  }));
  const [measured] = convergence({ ...run, grades }, readLoops({ ...run, grades }));
  if (measured === undefined) throw new Error('nothing was measured');
  return measured;
}

test('gamma, beta and the curve by hand: one task goes on, one stopped too early', () => {
  const { ofReplacements, asRun, curve, byTask, rises, breaks } = measure([['pfff', 'ppff', 'fppf'], ['pppf+']], 2);
  expect(ofReplacements.rounds).toBe(2);
  expect(ofReplacements.gamma.value).toBeCloseTo(0.75 / 1.25, 12);
  expect(ofReplacements.beta.value).toBeCloseTo(0.25 / 2, 12);
  expect(ofReplacements.slope.value).toBeCloseTo(0.625 / 0.8125, 12);
  expect(asRun.rounds).toBe(4);
  expect(asRun.gamma.value).toBeCloseTo(1.25 / 1.75, 12);
  expect(asRun.beta.value).toBeCloseTo(0.25 / 4, 12);
  expect(asRun.gammaPlusBeta.value).toBeCloseTo(5 / 7 + 1 / 16, 12);
  expect(curve.map(({ observed }) => observed.value)).toEqual([0.5, 0.375, 0.375]);
  expect(curve[1]?.predicted.value).toBeCloseTo((5 / 7) * 0.5 + 1 / 16, 12);
  expect(curve[2]?.predicted.value).toBeCloseTo((5 / 7) * ((5 / 7) * 0.5 + 1 / 16) + 1 / 16, 12);
  expect(curve[2]?.misfit?.value).toBeCloseTo(0.375 - (curve[2]?.predicted.value ?? 0), 12);
  expect(curve[2]?.patentBound).toBeCloseTo((5 / 7 + 1 / 16) ** 2 * 0.5, 12);
  expect([rises.count, rises.total, breaks.count, breaks.total]).toEqual([0, 2, 1, 2]);
  expect(byTask).toEqual([
    { taskId: 't0', firstGap: 0.75, lastGap: 0.5, rounds: 2, gamma: 0.6, beta: 0.125, didRise: false },
    { taskId: 't1', firstGap: 0.25, lastGap: 0.25, rounds: 0, gamma: undefined, beta: undefined, didRise: false },
  ]);
});

test('the recursion is the closed form gamma^t gap(0) + beta (1 - gamma^t) / (1 - gamma)', () => {
  const gaps = predictedGaps(0.8, 0.6, 0.05, 4);
  for (const [t, gap] of gaps.entries()) expect(gap).toBeCloseTo(0.6 ** t * 0.8 + (0.05 * (1 - 0.6 ** t)) / 0.4, 12);
  expect(predictedGaps(0.5, 1, 0.1, 2)).toEqual([0.5, 0.6, 0.7]);
});

test('C1 counts rounds in which the gap rose, and names the tasks', () => {
  const { rises, risingTasks } = measure(
    [
      ['ppf', 'pff', 'ppp+'],
      ['pff', 'ppf', 'ppf'],
    ],
    2,
  );
  expect([rises.count, rises.total]).toEqual([1, 4]);
  expect(risingTasks).toEqual(['t0']);
});

test('with nothing broken in n tasks beta is 0 up to the Wilson bound of n, not 0 for certain', () => {
  const { ofReplacements } = measure(
    Array.from({ length: 12 }, () => ['pff', 'ppf', 'ppp+']),
    2,
  );
  expect(ofReplacements.beta).toEqual({ value: 0, interval: wilsonInterval(0, 12) });
});

test('a trial with an ungraded or missing step is left out and counted', () => {
  const run = makeRun({ tasks: ['a', 'b', 'c'], conditions: { loop: { trials: ['a/s+', 'a/u/a/a/', 'a!'] } } });
  const [measured] = convergence(run, readLoops(run));
  expect(measured).toMatchObject({ trials: 1, tasks: 1, leftOut: 2, rounds: 3, outcomeOnlyTasks: 0 });
  const none = makeRun({ tasks: ['a'], conditions: { loop: { trials: ['u+'] } } });
  expect(convergence(none, readLoops(none))).toEqual([]);
});

test('known constants are recovered: every failing assertion stays with 0.6, every holding one breaks with 0.05', () => {
  const random = createRandom('known constants');
  const rounds = 5;
  const trials = Array.from({ length: 200 }, () => {
    let letters = Array.from({ length: 10 }, () => (random() < 0.7 ? 'f' : 'p'));
    const steps = [letters.join('')];
    for (let round = 0; round < rounds; round++) {
      letters = letters.map((letter) => (random() < (letter === 'f' ? 0.6 : 0.05) ? 'f' : 'p'));
      steps.push(letters.join(''));
    }
    return steps;
  });
  const { asRun, curve, result } = measure(trials, rounds);
  expect(asRun.gamma.interval?.low).toBeLessThan(0.6);
  expect(asRun.gamma.interval?.high).toBeGreaterThan(0.6);
  const holdingShare =
    1 - curve.slice(0, rounds).reduce((sum, { observed }) => sum + (observed.value ?? 0), 0) / rounds;
  expect(asRun.beta.interval?.low).toBeLessThan(0.05 * holdingShare);
  expect(asRun.beta.interval?.high).toBeGreaterThan(0.05 * holdingShare);
  // The whole-gap slope takes in what was broken: it is no estimate of gamma.
  expect(asRun.slope.interval?.low).toBeGreaterThan(0.6);
  expect(result.label).toBe('converges');
});

test('independent runs for each k: those for the largest k are measured', () => {
  const run = makeRun({
    tasks: ['a'],
    conditions: { loop: { trials: { 1: ['a/s+'], 3: ['a/a/a/s+'] } } },
    identity: { protocol: 'independent' },
  });
  expect(convergence(run, readLoops(run))[0]).toMatchObject({ trials: 1, ofReplacements: { rounds: 3 } });
});

test('C1 to C3 are borne out by twenty tasks or more, not by nineteen, and not where nothing was replaced', () => {
  const steps = [
    ['pff', 'ppf', 'ppp+'],
    ['pff', 'pff', 'ppp+'],
  ];
  const tasks = (count: number) => Array.from({ length: count }, (_, index) => steps[index % 2] ?? []);
  expect(conditionsShown(measure(tasks(20), 2))).toEqual({ c1: true, c2: true, c3: true });
  expect(conditionsShown(measure(tasks(19), 2))).toEqual({ c1: true, c2: false, c3: false });
  expect(conditionsShown(measure([['ppp+']], 2))).toEqual({ c1: undefined, c2: undefined, c3: undefined });
});

test('without results by assertion the gap is the outcome', () => {
  const run = makeRun({ tasks: ['a', 'b'], conditions: { loop: { trials: ['a/s+', 'a/a/'] } }, identity: { k: [1] } });
  const grades = run.grades.map(({ assertions: _, ...grade }) => grade);
  const [measured] = convergence({ ...run, grades }, readLoops({ ...run, grades }));
  expect(measured?.outcomeOnlyTasks).toBe(2);
  expect(measured?.curve.map(({ observed }) => observed.value)).toEqual([1, 0.5]);
});

test('gamma, beta and slope equal a count assertion by assertion, in 25 random studies', () => {
  const random = createRandom('count assertion by assertion');
  for (let study = 0; study < 25; study++) {
    const size = 1 + Math.floor(random() * 5);
    const trials = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      Array.from({ length: 4 }, () => Array.from({ length: size }, () => (random() < 0.5 ? 'p' : 'f')).join('')),
    );
    let [before, persisting, introduced, rounds, squares, products] = [0, 0, 0, 0, 0, 0];
    const gap = (letters: string) => letters.replaceAll('p', '').length / size;
    for (const steps of trials) {
      for (const [index, later] of steps.slice(1).entries()) {
        const earlier = steps[index] ?? '';
        rounds++;
        before += gap(earlier);
        squares += gap(earlier) ** 2;
        products += gap(earlier) * gap(later);
        for (const [position, letter] of [...later].entries()) {
          if (letter === 'p') continue;
          if (earlier[position] === 'f') persisting += 1 / size;
          else introduced += 1 / size;
        }
      }
    }
    const { gamma, beta, slope } = measure(trials, 3).ofReplacements;
    if (before === 0) expect([gamma.value, slope.value]).toEqual([undefined, undefined]);
    else {
      expect(gamma.value).toBeCloseTo(persisting / before, 9);
      expect(slope.value).toBeCloseTo(products / squares, 9);
    }
    expect(beta.value).toBeCloseTo(introduced / rounds, 9);
  }
});
