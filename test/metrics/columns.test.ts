import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { readColumns } from '../../harness/metrics/columns.ts';
import { unrecordedArms } from '../../harness/metrics/trials/trials.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { makeRun, type TrialText } from '../fixtures/run.ts';

/** What trial 0 of `loop` shows at each k, as `outcome or reason@step`. */
function shown(trial: TrialText, k: readonly number[] = [1, 3, 5]): string[] {
  return describeColumns(makeRun({ tasks: ['t'], conditions: { loop: { trials: [trial] } }, identity: { k } }));
}

function describeColumns(run: WholeRun, condition = 'loop'): string[] {
  return readColumns(run)
    .filter((column) => column.condition.name === condition)
    .map(({ k, trials }) => {
      const [trial] = trials;
      const word = trial?.outcome.status === 'solved' ? 'solved' : trial?.outcome.reason;
      return `k=${k} ${word}@${trial?.step ?? 'none'}${trial?.isCutByLimit ? ' cut' : ''}`;
    });
}

test('a trajectory to the largest k shows at each k the last step up to it', () => {
  expect(shown('a/x/s/a/t/s+')).toEqual(['k=0 assertion@0', 'k=1 exception@1', 'k=3 assertion@3', 'k=5 solved@5']);
});

test('after a submission every later k shows the submitted step', () => {
  expect(shown('a/s+')).toEqual(['k=0 assertion@0', 'k=1 solved@1', 'k=3 solved@1', 'k=5 solved@1']);
});

test('after an error the k that were not reached are ungraded and the finished ones keep their outcome', () => {
  expect(shown('a/x/s/!')).toEqual([
    'k=0 assertion@0',
    'k=1 exception@1',
    'k=3 trial-error@none',
    'k=5 trial-error@none',
  ]);
  expect(shown('!', [1])).toEqual(['k=0 trial-error@none', 'k=1 trial-error@none']);
});

test('after a limit the last finished step counts and the columns beyond it are marked', () => {
  expect(shown('a/x/#')).toEqual(['k=0 assertion@0', 'k=1 exception@1', 'k=3 exception@1 cut', 'k=5 exception@1 cut']);
  expect(shown('#', [1])).toEqual(['k=0 no-attempt@none cut', 'k=1 no-attempt@none cut']);
});

test('a trial without a step, without a grade or without a record is ungraded, each under its own name', () => {
  expect(shown('', [1])).toEqual(['k=0 no-attempt@none', 'k=1 no-attempt@none']);
  expect(shown('n', [1])).toEqual(['k=0 not-graded@0', 'k=1 not-graded@0']);
  expect(shown('u', [1])).toEqual(['k=0 sandbox-lost@0', 'k=1 sandbox-lost@0']);
  expect(shown(undefined, [1])).toEqual(['k=0 not-run@none', 'k=1 not-run@none']);
});

test('the baseline has the column k = 0 only', () => {
  const run = makeRun({ tasks: ['t'], conditions: { baseline: { trials: ['s'] } } });
  expect(describeColumns(run, 'baseline')).toEqual(['k=0 solved@0']);
});

test('k are sorted, counted once, and 0 is always first', () => {
  expect(shown('s', [5, 1, 5, 0])).toEqual(['k=0 solved@0', 'k=1 solved@0', 'k=5 solved@0']);
});

test('under the independent protocol column k uses only the run for k, and k = 0 the run for the smallest k', () => {
  const trials = { 3: ['x/x/x/x/'], 1: ['a/s+'] };
  const run = makeRun({
    tasks: ['t'],
    conditions: { loop: { trials } },
    identity: { k: [1, 3, 5], protocol: 'independent' },
  });
  expect(describeColumns(run)).toEqual(['k=0 assertion@0', 'k=1 solved@1', 'k=3 exception@3', 'k=5 not-run@none']);
});

test('an arm that asks a recording for an answer it does not hold counts in no column, its early successes neither', () => {
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['s', 'a'] }, lucid: { oracle: true, trials: ['s+', 'a/~'] } },
    identity: { recording: 'tiny' },
  });
  expect([...unrecordedArms(run)]).toEqual(['lucid']);
  const outcomes = readColumns(run).map(({ condition, k, trials }) => [
    `${condition.name} ${k}`,
    ...trials.map(({ outcome }) => (outcome.status === 'solved' ? 'solved' : outcome.reason)),
  ]);
  expect(outcomes).toEqual([
    ['baseline 0', 'solved', 'assertion'],
    ['lucid 0', 'not-recorded', 'not-recorded'],
    ['lucid 1', 'not-recorded', 'not-recorded'],
    ['lucid 3', 'not-recorded', 'not-recorded'],
  ]);
  const { bestOfK, verifiers } = analyse(run);
  expect(bestOfK.map(({ condition, graded }) => [condition.name, graded])).toEqual([
    ['baseline', 2],
    ['lucid', 0],
  ]);
  expect(verifiers).toEqual([]);
});
