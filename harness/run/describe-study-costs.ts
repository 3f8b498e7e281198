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
  const rows = costRows(meanTokens, price, plan);
  const planned = sum(rows, (row) => row.planned);
  const tokens = sum(rows, (row) => row.planned * (row.mean.input + row.mean.output));
  const redrawn = meanTokens.generate?.calls;
  return [
    '',
    `At the study's own mean tokens by role ($${price.inputUsd} in, $${price.outputUsd} out for a million):`,
    costTable(rows),
    `estimate: at most ${count(planned)} calls, ${count(Math.round(tokens))} tokens, $${sum(rows, ({ usd }) => usd).toFixed(2)}`,
    ...(spent === undefined
      ? []
      : [
          `the study spent $${spent.usd.toFixed(2)} on ${dataset}, for ${count(spent.calls)} calls. The two differ because`,
        ]),
    ...(redrawn === undefined
      ? []
      : [
          `- arms share a first answer here (${count(plan.firstAnswers.calls)} drawn for ${count(plan.trials)} trials); the study drew ${count(redrawn)}, one a trial and again for results that its tables pass over`,
        ]),
    '- every loop is counted to its last round here; in the study, tests that passed and critiques without issues ended most of theirs at once',
    '- equal questions at temperature 0 are asked once here; the study asked each of them again',
    '- the study’s bills also cover result files that its tables pass over, and calls of which no result file is left',
  ];
}

type MeanTokens = NonNullable<StudyFileBenchmark['meanTokens']>;

/** One role: calls planned here at the most, calls of the study, and the dollars of both. */
interface CostRow {
  readonly role: string;
  readonly mean: NonNullable<MeanTokens[keyof MeanTokens]>;
  readonly planned: number;
  readonly usd: number;
  readonly studyUsd: number;
}

function costRows(meanTokens: MeanTokens, price: NonNullable<StudyFile['price']>, plan: CallPlan): CostRow[] {
  return Object.entries(meanTokens).map(([role, mean]) => {
    const planned = [...plan.byRole].find(([name]) => name === role)?.[1].calls ?? 0;
    const usdOf = (calls: number): number =>
      (calls * (mean.input * price.inputUsd + mean.output * price.outputUsd)) / 1e6;
    return { role, mean, planned, usd: usdOf(planned), studyUsd: usdOf(mean.calls) };
  });
}

function costTable(rows: readonly CostRow[]): string {
  const dollars = (pick: (row: CostRow) => number): string => sum(rows, pick).toFixed(2);
  const calls = (pick: (row: CostRow) => number): string => count(sum(rows, pick));
  return markdownTable({
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
      ...rows.map(({ role, mean, planned, usd, studyUsd }) => [
        ...[role, count(planned), mean.input.toFixed(1), mean.output.toFixed(1), usd.toFixed(2)],
        ...[count(mean.calls), studyUsd.toFixed(2)],
      ]),
      [
        ...['all', calls(({ planned }) => planned), '', '', dollars(({ usd }) => usd)],
        ...[calls(({ mean }) => mean.calls), dollars(({ studyUsd }) => studyUsd)],
      ],
    ],
  });
}

const sum = (rows: readonly CostRow[], pick: (row: CostRow) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);

const count = (value: number): string => value.toLocaleString('en-US');
