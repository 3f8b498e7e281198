import { expect, test } from 'vitest';
import { drawLoop, LOOP_COLUMNS } from '../../harness/calibrate/scenarios/loop-draw.ts';
import { createScenarios } from '../../harness/calibrate/scenarios/scenarios.ts';
import { createRandom } from '../../harness/random.ts';

test('a drawn loop that the verifier ends makes no round after an acceptance, and its sums belong together', () => {
  const kinds = [
    { weight: 1, solvedFirst: 0.3, firstGap: 0.5, gamma: 0.6, beta: 0.05, falseAccept: 0.2, falseReject: 0.1 },
  ];
  const random = createRandom('loops');
  for (let index = 0; index < 500; index++) {
    const row = drawLoop(random, { tasks: 1, rounds: 4, assertions: 5, stop: 'verdict', kinds });
    const at = (name: (typeof LOOP_COLUMNS)[number]) => row[LOOP_COLUMNS.indexOf(name)] ?? Number.NaN;
    // One acceptance at most, and it is the last verdict.
    const accepted = at('falseAccepts') + at('rightJudged') - at('falseRejects');
    expect(accepted).toBeLessThanOrEqual(1);
    expect(at('wrongJudged') + at('rightJudged')).toBe(at('rounds') + 1);
    expect(at('rounds')).toBeLessThanOrEqual(4);
    if (at('rounds') < 4) expect(accepted).toBe(1);
    expect(at('persisting')).toBeLessThanOrEqual(at('before') + 1e-12);
    // The last gap is what persisted and was introduced in the last round; over all rounds the sums balance.
    expect(at('persisting') + at('introduced')).toBeCloseTo(at('before') - at('firstGap') + at('lastGap'), 10);
  }
});

test('names of scenarios are unique, and every question is one its statistics answer', () => {
  const scenarios = createScenarios((name) => !name.includes('300'));
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  for (const scenario of scenarios) {
    const found = scenario.inspect(scenario.draw(createRandom(scenario.name)), 'seed');
    for (const { statistic } of scenario.questions) expect(Object.keys(found), scenario.name).toContain(statistic);
  }
});
