import type { Analysis } from '../../../metrics/analysis.ts';
import type { Tested } from '../../../metrics/comparison.ts';
import type { HeadToHead } from '../../../metrics/paired.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { label, pValue } from '../../tables/format.ts';
import { type Figure, PLOT_WIDTHS, type PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';

const tested = ({ finding }: HeadToHead): Tested | undefined => (finding.status === 'tested' ? finding : undefined);

const COLUMNS: DescribedColumns<HeadToHead> = [
  [
    'kind',
    '`declared`: the condition against its comparator, one family; `baseline`: against the baseline, exploratory',
    (row) => row.kind,
  ],
  ['condition', 'condition', (row) => row.condition.name],
  ['k', 'its k', (row) => row.k],
  ['comparator', 'what it is compared with', (row) => row.comparator.name],
  ['comparator_k', 'the comparator’s k', (row) => row.comparatorK],
  ['pairs', 'trials graded on both sides', (row) => row.compared],
  ['wins', 'of these, solved by `condition`, not by `comparator`', (row) => row.wins],
  ['losses', 'of these, solved by `comparator`, not by `condition`', (row) => row.losses],
  ['left_out', 'trials that are ungraded on either side', (row) => row.leftOut],
  [
    'difference',
    'share of wins minus share of losses, of the pairs; empty when the comparison is refused',
    (row) => tested(row)?.difference,
  ],
  ['ci_low', 'lower end of the 95 % interval', (row) => tested(row)?.interval?.low],
  ['ci_high', 'its upper end', (row) => tested(row)?.interval?.high],
  ['interval', 'how the interval was computed: `tango` or `bootstrap` (by task)', (row) => tested(row)?.intervalKind],
  ['p_value', 'two-sided, unadjusted', (row) => tested(row)?.pValue],
  [
    'p_holm',
    'adjusted over the declared family; empty for exploratory comparisons',
    (row) => tested(row) && row.adjustedPValue,
  ],
  [
    'refused',
    'why no comparison is made; empty when one was',
    ({ finding }) => (finding.status === 'tested' ? undefined : finding.reason),
  ],
];

export const pairedDifferencesData: CsvDescription = {
  name: 'figures/paired-differences.csv',
  about: 'The comparisons of the figure.',
  columns: COLUMNS,
};

/** The comparisons drawn; the many others are in head-to-head.csv. */
const GROUPS = [
  ['declared', 'Declared: each arm against its comparator'],
  ['baseline', 'Exploratory: against the baseline'],
] as const;

/** Forest plot: the difference of shares solved of each comparison, with its interval. */
export function pairedDifferences(analysis: Analysis): Figure | undefined {
  const rows = [...analysis.declared, ...analysis.exploratory.filter(({ kind }) => kind === 'baseline')];
  if (rows.length === 0) return undefined;
  return {
    name: 'paired-differences',
    title: 'Paired differences',
    section: 'Head to head',
    caption:
      'Difference of the shares solved, in percent points, over the trials graded on both sides, with 95 % intervals; right of 0 the arm solves more than its comparator. Hollow: nothing can regress by construction. In the wide form with the difference and its interval, wins / losses, and p (Holm-adjusted in the declared family).',
    description: `A forest plot of ${rows.length} comparisons. ${rows.map(describe).join('; ')}.`,
    data: describedTable(COLUMNS, rows),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(rows, form),
  };
}

function name({ condition, comparator }: HeadToHead): string {
  return `${label(condition)} − ${label(comparator)}`;
}

function describe(row: HeadToHead): string {
  return `${name(row)}: ${effect(row)}`;
}

function effect({ finding }: HeadToHead): string {
  if (finding.status === 'refused') return `not compared: ${finding.reason}`;
  const { difference, interval } = finding;
  const range = interval === undefined ? '' : ` [${points(interval.low)}, ${points(interval.high)}]`;
  return `${points(difference)}${range}`;
}

function points(share: number): string {
  const text = (100 * Math.abs(share)).toFixed(1);
  return text === '0.0' ? text : `${share < 0 ? '−' : '+'}${text}`;
}

function plot(rows: readonly HeadToHead[], form: PlotForm): PlotSpec {
  // On a phone the name stands above its interval, and the numbers are left to the table.
  const isWide = form === 'wide';
  const lineHeight = isWide ? 21 : 34;
  const [left, right] = isWide ? [292, 236] : [6, 10];
  const width = PLOT_WIDTHS[form] - left - right;
  const lines = GROUPS.flatMap(([kind, title]) => {
    const own = rows.filter((row) => row.kind === kind);
    return own.length === 0 ? [] : [title, ...own];
  });
  const height = lines.length * lineHeight;
  const top = (position: number) => (position + 0.5) * lineHeight;
  const drawn = lines.flatMap((line, position) =>
    typeof line === 'string' ? [] : [{ y: top(position) + (isWide ? 0 : 8), ...values(line) }],
  );
  const labelShift = isWide ? 0 : -17;
  const y = { field: 'y', type: 'quantitative' as const, scale: { domain: [height, 0], nice: false }, axis: null };
  const x = {
    field: 'difference',
    type: 'quantitative' as const,
    scale: { domain: domain(rows), nice: true },
    axis: {
      title: 'percent points',
      tickCount: isWide ? 6 : 5,
      labelExpr: "datum.value == 0 ? '0' : format(datum.value, '+d')",
    },
  };
  const text = (field: string, from: number, align: 'left' | 'right', dy = 0) => ({
    mark: { type: 'text' as const, align, baseline: 'middle' as const, dy },
    encoding: { x: { value: from }, y, text: { field } },
  });
  return {
    autosize: { type: 'none' },
    padding: { left, right, top: 4, bottom: 40 },
    width,
    height,
    data: { values: drawn },
    layer: [
      {
        data: { values: lines.flatMap((title, at) => (typeof title === 'string' ? [{ title, y: top(at) }] : [])) },
        mark: { type: 'text', align: 'left', baseline: 'middle', fontWeight: 600 },
        encoding: { x: { value: isWide ? -left + 4 : 0 }, y, text: { field: 'title' } },
      },
      {
        data: { values: [{}] },
        mark: { type: 'rule', color: colour('muted'), opacity: 0.5 },
        encoding: { x: { datum: 0 } },
      },
      {
        mark: { type: 'rule', color: colour('solved'), strokeWidth: 2, opacity: 0.6 },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y },
      },
      {
        transform: [{ filter: 'isValid(datum.difference)' }],
        mark: { type: 'point', shape: 'square', stroke: colour('solved'), strokeWidth: 1.5, size: 40 },
        encoding: { x, y, fill: { field: 'fill', type: 'nominal', scale: null, legend: null } },
      },
      isWide ? text('name', -12, 'right') : text('name', 0, 'left', labelShift),
      ...(isWide
        ? [text('effect', width + 12, 'left'), text('counts', width + 170, 'right'), text('p', width + 232, 'right')]
        : []),
    ],
  };
}

function values(row: HeadToHead) {
  const { finding } = row;
  const isTested = finding.status === 'tested';
  const share = (value: number | undefined) => (value === undefined ? null : 100 * value);
  const p = row.kind === 'declared' ? row.adjustedPValue : isTested ? finding.pValue : undefined;
  return {
    name: name(row),
    difference: isTested ? share(finding.difference) : null,
    low: isTested ? share(finding.interval?.low) : null,
    high: isTested ? share(finding.interval?.high) : null,
    fill: row.isByConstruction ? colour('paper') : colour('solved'),
    effect: isTested ? effect(row) : `refused (${row.leftOut} left out)`,
    counts: isTested ? `${row.wins} / ${row.losses}` : '',
    p: isTested ? `p ${pValue(p)}` : '',
  };
}

function domain(rows: readonly HeadToHead[]): [number, number] {
  const ends = rows.flatMap(({ finding }) =>
    finding.status === 'tested'
      ? [finding.difference, finding.interval?.low ?? finding.difference, finding.interval?.high ?? finding.difference]
      : [],
  );
  return [100 * Math.min(-0.02, ...ends), 100 * Math.max(0.02, ...ends)];
}
