import { expect, test } from 'vitest';
import { describePower } from '../../harness/run/describe-power.ts';
import { makeRun } from '../fixtures/run.ts';

const trials = { trials: [] };

function described(conditions: Parameters<typeof makeRun>[0]['conditions'], samples = 1): string[] {
  const tasks = Array.from({ length: 60 }, (_, task) => `t${task}`);
  return describePower(makeRun({ tasks, conditions, identity: { samples } }).manifest.identity);
}

test('before a run: the declared comparisons, what they can see, and what smaller differences need', () => {
  const lines = described({ baseline: trials, loop: trials, ablation: { ...trials, comparator: 'loop' } });
  expect(lines).toMatchInlineSnapshot(`
    [
      "declared comparisons at k = 3: loop against baseline, ablation against loop; every other one is exploratory",
      "minimum detectable effect of one comparison (60 tasks, exact McNemar, 80 % power, two-sided 0.05): 12.9 points when no task regresses, 24.9 points when 10 % do",
      "  at the strictest step of Holm over 2 comparisons: 14.7 points when no task regresses, 27.6 points when 10 % do",
      "to detect a difference of 5 points: 157 tasks when none regresses, 817 when 10 % do; of these 60 tasks, at a correlation of 0.5 within a task, no number of samples is enough",
      "to detect a difference of 10 points: 78 tasks when none regresses, 249 when 10 % do; of these 60 tasks, at a correlation of 0.5 within a task, 2 a task and no number of samples",
    ]
  `);
});

test('a comparator that is not in the run is named before anything is spent', () => {
  expect(described({ lucid: { ...trials, comparator: 'resample-oracle' } })).toContain(
    'not comparable, the comparator is not in this run: lucid against resample-oracle',
  );
});

test('what declares itself its own comparator is compared with nothing, and lacks none', () => {
  const lines = described({ prover: { ...trials, comparator: 'coin' }, coin: { ...trials, comparator: 'coin' } });
  expect(lines.slice(0, 1)).toEqual([expect.stringMatching(/: prover against coin; every/)]);
  expect(lines.join('\n')).not.toMatch(/undefined|not comparable/);
});

test('with several samples the effect lies between that of tasks and that of independent trials', () => {
  expect(described({ baseline: trials, loop: trials }, 5).join('\n')).toContain('if they are independent');
});

test('where nothing is compared there is nothing to say', () => {
  expect(described({ baseline: trials })).toEqual([]);
});
