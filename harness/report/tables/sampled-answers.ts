import type { Analysis } from '../../metrics/analysis.ts';
import type { SampledAnswers } from '../../metrics/sampled-answers.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import type { Section } from '../../text/section.ts';
import { label, percentWithBounds } from './format.ts';

/** pass@m and pass^m of the first generations; none with one sample a task. */
export function sampledAnswersSections({ sampledAnswers }: Analysis): Section[] {
  if (sampledAnswers.length === 0) return [];
  return [
    {
      title: 'pass@m and pass^m of the first generation',
      notes: [
        'From the samples of step 0, the one step of every arm that is an independent draw. pass@m: the chance that at least one of m answers is right (unbiased; Chen et al. 2021); pass^m: that all of m are (Yao et al. 2024). Means over tasks with at least m graded answers; intervals draw whole tasks again. Arms that share their first generation are not replicates of it: they are one row.',
      ],
      tables: [
        {
          header: ['arms that share it', 'm', 'tasks', 'left out', 'pass@m [95 %]', 'pass^m [95 %]'],
          rows: sampledAnswers.map((row) => [
            row.conditions.map(label).join(', '),
            String(row.draws),
            String(row.tasks),
            String(row.tasksLeftOut),
            percentWithBounds(row.passAtM, row.passAtMInterval),
            percentWithBounds(row.passHatM, row.passHatMInterval),
          ]),
        },
      ],
    },
  ];
}

/** pass-at-m.csv: one row a group of arms with the same first generation and m. */
export function sampledAnswersCsv({ sampledAnswers }: Analysis): CsvTable {
  return csvTable(COLUMNS, sampledAnswers);
}

const COLUMNS: CsvColumns<SampledAnswers> = [
  ['conditions', ({ conditions }) => conditions.map(({ name }) => name).join(' ')],
  ['m', ({ draws }) => draws],
  ['tasks', ({ tasks }) => tasks],
  ['tasks_left_out', ({ tasksLeftOut }) => tasksLeftOut],
  ['pass_at_m', ({ passAtM }) => passAtM],
  ['pass_at_m_low', ({ passAtMInterval }) => passAtMInterval?.low],
  ['pass_at_m_high', ({ passAtMInterval }) => passAtMInterval?.high],
  ['pass_hat_m', ({ passHatM }) => passHatM],
  ['pass_hat_m_low', ({ passHatMInterval }) => passHatMInterval?.low],
  ['pass_hat_m_high', ({ passHatMInterval }) => passHatMInterval?.high],
];
