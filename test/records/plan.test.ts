import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { readColumns } from '../../harness/metrics/columns.ts';
import { planTrials, trialName } from '../../harness/records/plan.ts';
import { wideAccuracyTable } from '../../harness/report/tables/accuracy.ts';
import { makeRun } from '../fixtures/run.ts';

const plan = {
  taskIds: ['t'],
  samples: 1,
  k: [1, 3, 5],
  conditions: [{ name: 'baseline', answersOnce: true }, { name: 'lucid' }],
} as const;

test('under the independent protocol an arm that answers once is run once, every other one for each k', () => {
  const planned = planTrials({ ...plan, protocol: 'independent' });
  expect(planned.map(({ id }) => trialName(id))).toEqual([
    't #0 baseline k=1',
    't #0 lucid k=1',
    't #0 lucid k=3',
    't #0 lucid k=5',
  ]);
  expect(planTrials({ ...plan, protocol: 'nested' })).toHaveLength(2);
});

test('that one run is what the baseline shows, under each k', () => {
  const run = makeRun({
    tasks: ['t'],
    conditions: { baseline: { trials: { 1: ['s'] } }, lucid: { trials: { 1: ['a/'], 3: ['a/s+'] } } },
    identity: { protocol: 'independent', k: [1, 3] },
  });
  const shown = readColumns(run).map(({ condition, k, trials }) => [condition.name, k, trials[0]?.outcome.status]);
  expect(shown).toEqual([
    ['baseline', 0, 'solved'],
    ['lucid', 0, 'unsolved'],
    ['lucid', 1, 'unsolved'],
    ['lucid', 3, 'solved'],
  ]);
  const narrow = { withIntervals: false, withBestOfK: false, isNarrow: true };
  const [baseline] = wideAccuracyTable(analyse(run), narrow).rows;
  expect(baseline).toEqual(['baseline', '100.0', '100.0 ‡', '100.0 ‡']);
});
