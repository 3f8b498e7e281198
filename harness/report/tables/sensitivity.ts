import type { Analysis } from '../../metrics/analysis.ts';
import { CONVENTIONS, type Convention, type Sensitivity } from '../../metrics/sensitivity.ts';
import type { Section, Table } from '../../text/section.ts';
import { csvFile, type DescribedColumns } from '../csv-file.ts';
import { label, percent, percentPoints, UNKNOWN } from './format.ts';

const TITLES: Readonly<Record<Convention, string>> = {
  'published-extractor': 'published extractor',
  'ungraded-as-unsolved': 'ungraded as unsolved',
  'cut-as-unsolved': 'cut by a limit as unsolved',
};

/** One line for every convention, then the scores that one of them moves. */
export function sensitivitySection({ sensitivity }: Analysis): Section {
  const cells = [...Map.groupBy(sensitivity, ({ condition, k }) => `${condition.name} ${k}`).values()];
  const moved = cells.filter((lines) => lines.some((line) => shift(line) !== 0 && line.rateUnder !== undefined));
  return {
    title: 'Sensitivity to conventions',
    notes: [
      'What the same records give under another convention; a shift is in points of the score as printed. Published extractor: the same responses cut by the published study’s extractor; not known for later steps of a loop, whose prompts depend on the extraction. Ungraded as unsolved: as the published study counted them. In all scores the imports and helpers that stand in the prompt (its header) run before every candidate; what a score is without them is not recorded, so it has no line.',
    ],
    tables: [summaryTable(sensitivity), ...(moved.length === 0 ? [] : [movedTable(moved)])],
  };
}

function summaryTable(sensitivity: readonly Sensitivity[]): Table {
  return {
    header: ['convention', 'scores', 'not known', 'moved', 'largest shift', 'of'],
    rows: CONVENTIONS.map((convention) => {
      const lines = sensitivity.filter((line) => line.convention === convention);
      const moved = lines.filter((line) => shift(line) !== undefined && shift(line) !== 0);
      const size = (line: Sensitivity) => Math.abs(shift(line) ?? 0);
      const [largest] = [...moved].sort((a, b) => size(b) - size(a));
      return [
        TITLES[convention],
        String(lines.length),
        String(lines.filter(({ rateUnder }) => rateUnder === undefined).length),
        String(moved.length),
        largest === undefined ? UNKNOWN : signedPoints(shift(largest) ?? 0),
        largest === undefined ? '' : `${label(largest.condition)}, k = ${largest.k}`,
      ];
    }),
    textColumns: [5],
  };
}

/** `=` where a convention changes nothing, — where the records cannot tell. */
function movedTable(cells: readonly (readonly Sensitivity[])[]): Table {
  return {
    header: ['condition', 'k', 'as printed', ...CONVENTIONS.map((convention) => TITLES[convention])],
    rows: cells.flatMap((lines) => {
      const [first] = lines;
      return first === undefined
        ? []
        : [[label(first.condition), String(first.k), percent(first.rate), ...lines.map(shiftText)]];
    }),
  };
}

/** `undefined` where there is no score on one side. */
function shift({ rate, rateUnder }: Sensitivity): number | undefined {
  return rate === undefined || rateUnder === undefined ? undefined : rateUnder - rate;
}

function shiftText(line: Sensitivity): string {
  const moved = shift(line);
  if (moved === undefined) return percent(line.rateUnder);
  return moved === 0 ? '=' : `${percent(line.rateUnder)} (${signedPoints(moved)})`;
}

function signedPoints(points: number): string {
  return `${points > 0 ? '+' : ''}${percentPoints(points)}`;
}

const COLUMNS: DescribedColumns<Sensitivity> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['k', 'repair rounds allowed', ({ k }) => k],
  [
    'convention',
    "`published-extractor`: the same responses cut by the published study's extractor; `ungraded-as-unsolved`; `cut-as-unsolved`: trials that met a limit count as unsolved",
    ({ convention }) => convention,
  ],
  ['rate', 'as in `cells.csv`', ({ rate }) => rate],
  ['rate_under', 'under the convention; empty where the records cannot tell', ({ rateUnder }) => rateUnder],
  ['graded_under', 'trials in `rate_under`; likewise', ({ graded }) => graded],
  ['only_under', 'trials solved under the convention only; likewise', ({ onlyUnder }) => onlyUnder],
  ['only_as_printed', 'trials solved as printed only; likewise', ({ onlyAsPrinted }) => onlyAsPrinted],
];

export const sensitivityCsv = csvFile({
  name: 'sensitivity.csv',
  about: 'What the same records give under another convention: one row per condition, k and convention.',
  columns: COLUMNS,
  rows: ({ sensitivity }) => sensitivity,
});
