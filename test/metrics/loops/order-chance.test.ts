import { expect, test } from 'vitest';
import { readLoops } from '../../../harness/metrics/loops/loop-trials.ts';
import { orderChance } from '../../../harness/metrics/loops/order-chance.ts';
import { createRandom } from '../../../harness/random.ts';
import { makeRun } from '../../fixtures/run.ts';

/** Every order of the letters, repeated ones as often as they come out equal. */
function orders(letters: readonly string[]): string[][] {
  if (letters.length <= 1) return [[...letters]];
  return letters.flatMap((letter, position) =>
    orders(letters.filter((_, other) => other !== position)).map((rest) => [letter, ...rest]),
  );
}

/** The share of orders in which some column shows a solved step and a later one an unsolved step. */
function violatingShare(steps: string, ks: readonly number[], stop: 'verdict' | 'never'): number {
  const letters = [...steps.matchAll(/[sa]/g)].map(([letter]) => letter);
  const isLastFixed = stop === 'verdict' && steps.endsWith('+');
  const free = isLastFixed ? letters.slice(0, -1) : letters;
  const fixed = isLastFixed ? letters.slice(-1) : [];
  const all = orders(free).map((order) => [...order, ...fixed]);
  const violating = all.filter((order) => {
    const shown = ks.map((k) => order[Math.min(k, order.length - 1)]).join('');
    return /s.*a/.test(shown);
  });
  return violating.length / all.length;
}

test('the chance equals that counted over all orders, in 60 trials of 1 to 6 steps', () => {
  const random = createRandom('orders');
  const columns = [
    [0, 1, 2, 3, 4, 5],
    [0, 1, 3, 5],
    [0, 2],
    [0, 5],
  ];
  for (let round = 0; round < 60; round++) {
    const length = 1 + Math.floor(random() * 6);
    const steps = Array.from({ length }, () => `${random() < 0.5 ? 's' : 'a'}/`).join('');
    const trial = random() < 0.5 ? steps : `${steps.slice(0, -1)}+`;
    const ks = columns[round % columns.length] ?? [];
    const stop = random() < 0.5 ? 'verdict' : 'never';
    const run = makeRun({ tasks: ['t'], conditions: { loop: { trials: [trial] } }, identity: { k: [5], stop } });
    const { expected } = orderChance(readLoops(run)[0]?.trials ?? [], ks, stop, 0);
    expect(expected, `${trial} at ${ks}, ${stop}`).toBeCloseTo(violatingShare(trial, ks, stop), 12);
  }
});

test('the chances of a number of violating tasks are those of independent tasks', () => {
  // Two tasks violate in 1 of 2 orders; one wrong of three is in order in 1 of 3, so the third violates in 2 of 3.
  const trials = ['s/a/', 'a/s/', 's/s/a/'];
  const run = makeRun({ tasks: ['a', 'b', 'c'], conditions: { loop: { trials } }, identity: { k: [1, 2] } });
  const chances = [0, 1, 2, 3].map((seen) => orderChance(readLoops(run)[0]?.trials ?? [], [0, 1, 2], 'verdict', seen));
  const mass = [1 / 12, 4 / 12, 5 / 12, 2 / 12];
  expect(mass.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  for (const [seen, chance] of chances.entries()) {
    expect(chance.asManyOrMore).toBeCloseTo(
      mass.slice(seen).reduce((sum, share) => sum + share, 0),
      12,
    );
    expect(chance.asFewOrFewer).toBeCloseTo(
      mass.slice(0, seen + 1).reduce((sum, share) => sum + share, 0),
      12,
    );
  }
});
