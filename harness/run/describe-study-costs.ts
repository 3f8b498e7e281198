import type { StudyFile, StudyFileBenchmark } from '../published/replication/study-file.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { CallPlan } from './call-plan.ts';

/**
 * What the planned calls come to at the study's own measured mean tokens and price, beside what the study itself spent, and why the two
 * differ. Nothing where the study measured none.
 */
export function describeStudyCosts(
  { price }: StudyFile,
  { meanTokens, spent, dataset }: StudyFileBenchmark,
  plan: CallPlan,
): string[] {
  if (meanTokens === undefined || price === undefined) return [];
  const dollars = (calls: number, input: number, output: number): number =>
    (calls * (input * price.inputUsd + output * price.outputUsd)) / 1e6;
  const rows = Object.entries(meanTokens).map(([role, mean]) => {
    const planned = [...plan.byRole].find(([name]) => name === role)?.[1].calls ?? 0;
    return {
      role,
      mean,
      planned,
      usd: dollars(planned, mean.input, mean.output),
      theirs: dollars(mean.calls, mean.input, mean.output),
    };
  });
  const total = (pick: (row: (typeof rows)[number]) => number): number => rows.reduce((sum, row) => sum + pick(row), 0);
  const [here, calls] = [total(({ usd }) => usd), total(({ planned }) => planned)];
  const tokens = total(({ planned, mean }) => planned * (mean.input + mean.output));
  const [drawn, redrawn] = [plan.firstAnswers.calls, meanTokens.generate?.calls];
  return [
    '',
    `At the study's own mean tokens by role ($${price.inputUsd} in, $${price.outputUsd} out for a million):`,
    markdownTable({
      header: [
        'role',
        'calls here, at most',
        'mean in',
        'mean out',
        'dollars',
        'calls of the study',
        'dollars of the study',
      ],
      rows: [
        ...rows.map(({ role, mean, planned, usd, theirs }) => [
          role,
          count(planned),
          mean.input.toFixed(1),
          mean.output.toFixed(1),
          usd.toFixed(2),
          count(mean.calls),
          theirs.toFixed(2),
        ]),
        [
          'all',
          count(calls),
          '',
          '',
          here.toFixed(2),
          count(total(({ mean }) => mean.calls)),
          total(({ theirs }) => theirs).toFixed(2),
        ],
      ],
    }),
    `estimate: at most ${count(calls)} calls, ${count(Math.round(tokens))} tokens, $${here.toFixed(2)}`,
    ...(spent === undefined
      ? []
      : [
          `the study spent $${spent.usd.toFixed(2)} on ${dataset}, for ${count(spent.calls)} calls. The two differ because`,
        ]),
    ...(redrawn === undefined
      ? []
      : [
          `- arms share a first answer here (${count(drawn)} drawn for ${count(plan.trials)} trials); the study drew ${count(redrawn)}, one a trial and again for results that its tables pass over`,
        ]),
    '- every loop is counted to its last round here; in the study, tests that passed and critiques without issues ended most of theirs at once',
    '- equal questions at temperature 0 are asked once here; the study asked each of them again',
    '- the study’s bills also cover result files that its tables pass over, and calls of which no result file is left',
  ];
}

const count = (value: number): string => value.toLocaleString('en-US');
