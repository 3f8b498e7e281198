import type { Analysis } from '../../metrics/analysis.ts';
import type { TestTransitions } from '../../metrics/loops/test-transitions.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import type { Section } from '../../text/section.ts';
import { count, label, UNKNOWN } from './format.ts';

/** Tests that rounds broke and mended, where candidates are patches and a round replaced one. */
export function testTransitionSections({ loops: { testTransitions } }: Analysis): Section[] {
  if (testTransitions.every(({ rounds, leftOut }) => rounds + leftOut === 0)) return [];
  return [
    {
      title: 'Tests that rounds broke',
      notes: [
        'Over the required tests (FAIL_TO_PASS and PASS_TO_PASS) of candidates that were replaced: broken, passed before a round and not after it; mended, the other way round. Left out: rounds without test results on both sides, because a patch did not apply, the suite did not run or a side is ungraded; a patch that leaves a file that cannot be imported is seen in the instance-level tables alone.',
      ],
      tables: [
        {
          header: [
            'condition',
            'rounds',
            'left out',
            'broken / passed before',
            'mended / failed before',
            'tasks with a broken test',
          ],
          rows: testTransitions.map((row) => [
            label(row.condition),
            count(row.rounds),
            count(row.leftOut),
            row.passedBefore === 0 ? UNKNOWN : `${count(row.broken)} / ${count(row.passedBefore)}`,
            row.failedBefore === 0 ? UNKNOWN : `${count(row.mended)} / ${count(row.failedBefore)}`,
            row.brokenTasks.join(', '),
          ]),
          textColumns: [5],
        },
      ],
    },
  ];
}

/** `test-moves.csv`, for a run on patches only. */
export function testTransitionsCsv({ loops: { testTransitions }, run }: Analysis): Readonly<Record<string, CsvTable>> {
  if (run.manifest.identity.patches === undefined) return {};
  const columns: CsvColumns<TestTransitions> = [
    ['condition', (row) => row.condition.name],
    ['rounds', (row) => row.rounds],
    ['left_out', (row) => row.leftOut],
    ['passed_before', (row) => row.passedBefore],
    ['broken', (row) => row.broken],
    ['failed_before', (row) => row.failedBefore],
    ['mended', (row) => row.mended],
    ['broken_tasks', (row) => row.brokenTasks.join(' ') || undefined],
  ];
  return { 'test-moves.csv': csvTable(columns, testTransitions) };
}
