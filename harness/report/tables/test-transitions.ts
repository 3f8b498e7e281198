import type { Analysis } from '../../metrics/analysis.ts';
import type { TestTransitions } from '../../metrics/loops/test-transitions.ts';
import type { Section } from '../../text/section.ts';
import { csvFile, type DescribedColumns, listField } from '../csv-file.ts';
import { count, label, UNKNOWN } from './format.ts';

/** Tests that rounds broke and repaired, where candidates are patches and a round replaced one. */
export function testTransitionSections({ loops: { testTransitions } }: Analysis): Section[] {
  if (testTransitions.every(({ rounds, leftOut }) => rounds + leftOut === 0)) return [];
  return [
    {
      title: 'Tests that rounds broke',
      notes: [
        'Over the required tests (FAIL_TO_PASS and PASS_TO_PASS) of candidates that were replaced: broken: passed before a round and not after it; repaired: passed only after it. Left out: rounds without test results on both sides, because a patch did not apply, the suite did not run or a side is ungraded; a patch that leaves a file that cannot be imported is seen in the instance-level tables alone.',
      ],
      tables: [
        {
          header: [
            'condition',
            'rounds',
            'left out',
            'broken / passed before',
            'repaired / failed before',
            'tasks with a broken test',
          ],
          rows: testTransitions.map((row) => [
            label(row.condition),
            count(row.rounds),
            count(row.leftOut),
            row.passedBefore === 0 ? UNKNOWN : `${count(row.broken)} / ${count(row.passedBefore)}`,
            row.failedBefore === 0 ? UNKNOWN : `${count(row.repaired)} / ${count(row.failedBefore)}`,
            row.brokenTasks.join(', '),
          ]),
          textColumns: [5],
        },
      ],
    },
  ];
}

const COLUMNS: DescribedColumns<TestTransitions> = [
  ['condition', 'condition', (row) => row.condition.name],
  ['rounds', 'replaced candidates with results of the same tests on both sides', (row) => row.rounds],
  [
    'left_out',
    'replaced candidates without: a patch did not apply, the suite did not run, a side is ungraded',
    (row) => row.leftOut,
  ],
  ['passed_before', 'required tests that passed before these rounds', (row) => row.passedBefore],
  ['broken', 'of these, not passing after them', (row) => row.broken],
  ['failed_before', 'required tests that did not pass before', (row) => row.failedBefore],
  ['repaired', 'of these, passing after them', (row) => row.repaired],
  [
    'broken_tasks',
    'ids of the tasks in which a round broke a test, separated by spaces',
    (row) => listField(row.brokenTasks),
  ],
];

export const testTransitionsCsv = csvFile({
  name: 'test-transitions.csv',
  about:
    'Patches only: what rounds did to single required tests, one row per condition; finer than `regressions.csv`, which counts whole instances.',
  columns: COLUMNS,
  rows: ({ loops, run }) => (run.manifest.identity.patches === undefined ? undefined : loops.testTransitions),
});
