import type { Analysis } from '../../metrics/analysis.ts';
import type { SampledAnswers } from '../../metrics/sampled-answers.ts';
import type { Section } from '../../text/section.ts';
import { csvFile, type DescribedColumns } from '../csv-file.ts';
import { label, percentWithBounds } from './format.ts';

/** pass@m and pass^m of the first generations; none with one sample per task. */
export function sampledAnswersSections({ sampledAnswers }: Analysis): Section[] {
  if (sampledAnswers.length === 0) return [];
  return [
    {
      title: 'pass@m and pass^m of the first generation',
      notes: [
        'From the samples of step 0, the one step of every arm that is an independent draw. pass@m: the probability that at least one of m answers is right (unbiased; Chen et al. 2021); pass^m: that all of m are (Yao et al. 2024). Means over tasks with at least m graded answers; intervals resample whole tasks. Arms that share their first generation are not replicates of it: they are one row.',
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

const COLUMNS: DescribedColumns<SampledAnswers> = [
  [
    'conditions',
    'arms that share these very answers, separated by spaces: counted once',
    ({ conditions }) => conditions.map(({ name }) => name).join(' '),
  ],
  ['m', 'how many answers are drawn', ({ draws }) => draws],
  ['tasks', 'tasks with at least m graded answers: the mean is over these', ({ tasks }) => tasks],
  ['tasks_left_out', 'the other tasks', ({ tasksLeftOut }) => tasksLeftOut],
  [
    'pass_at_m',
    'mean probability that at least one of m answers is right (unbiased, Chen et al. 2021)',
    ({ passAtM }) => passAtM,
  ],
  [
    'pass_at_m_ci_low',
    'lower end of its 95 % interval (tasks resampled)',
    ({ passAtMInterval }) => passAtMInterval?.low,
  ],
  ['pass_at_m_ci_high', 'its upper end', ({ passAtMInterval }) => passAtMInterval?.high],
  ['pass_hat_m', 'mean probability that all of m answers are right (pass^m)', ({ passHatM }) => passHatM],
  ['pass_hat_m_ci_low', 'lower end of its 95 % interval', ({ passHatMInterval }) => passHatMInterval?.low],
  ['pass_hat_m_ci_high', 'its upper end', ({ passHatMInterval }) => passHatMInterval?.high],
];

export const sampledAnswersCsv = csvFile({
  name: 'pass-at-m.csv',
  about:
    'pass@m and pass^m of the first generation: one row per group of arms with the same first generation, and m; no rows with one sample per task.',
  columns: COLUMNS,
  rows: ({ sampledAnswers }) => sampledAnswers,
});
