import { expect, test } from 'vitest';
import { comparisonsAcrossRuns } from '../../harness/metrics/across-runs.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

const TASKS = ['a', 'b', 'c'];
const run = (conditions: RunText['conditions'], identity: RunText['identity'] = {}) =>
  makeRun({ tasks: TASKS, conditions, identity });

const lucid = { comparator: 'resample-oracle', trials: ['s+', 's+', 's+'] };

test('an arm meets its comparator and itself in another run at the largest k of both', () => {
  const other = run(
    {
      'resample-oracle': { trials: ['a/a/', 'a/s+', 's+'] },
      lucid: { trials: ['s+', 's+', 'a/a/'] },
      else: { trials: ['s', 's', 's'] },
    },
    { k: [1] },
  );
  const rows = comparisonsAcrossRuns(run({ lucid }), other);
  expect(rows).toMatchObject([
    { kind: 'other-run', k: 1, comparator: { name: 'resample-oracle' }, comparatorK: 1, wins: 1, losses: 0 },
    { kind: 'other-run', k: 1, comparator: { name: 'lucid' }, comparatorK: 1, wins: 1, losses: 0 },
  ]);
  expect(rows.map(({ adjustedPValue }) => adjustedPValue)).toEqual([undefined, undefined]);
});

test('runs whose identities differ are not compared: the row says in what', () => {
  const other = run({ lucid: { trials: ['a', 'a', 'a'] } }, { model: 'another', seed: 8 });
  expect(comparisonsAcrossRuns(run({ lucid }), other)).toMatchObject([
    { compared: 0, finding: { status: 'refused', reason: 'the runs differ in model, seed' } },
  ]);
});

test('runs of other tasks are refused before anything is paired', () => {
  const other = makeRun({ tasks: ['x', 'y', 'z'], conditions: { lucid } });
  expect(comparisonsAcrossRuns(run({ lucid }), other)).toMatchObject([
    { finding: { status: 'refused', reason: 'the runs differ in taskIds' } },
  ]);
});
