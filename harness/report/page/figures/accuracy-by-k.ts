import type { AccuracyCell } from '../../../metrics/accuracy.ts';
import type { Analysis } from '../../../metrics/analysis.ts';
import { BASELINE, columnKs } from '../../../metrics/columns.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { label, percent } from '../../tables/format.ts';
import type { Figure, PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';
import { panelGrid } from './panel-grid.ts';

const COLUMNS: DescribedColumns<AccuracyCell> = [
  ['condition', 'condition', (cell) => cell.condition.name],
  ['oracle', 'as in `cells.csv`', (cell) => cell.condition.oracle],
  ['k', 'repair rounds allowed', (cell) => cell.k],
  ['solved', 'trials solved at this k', (cell) => cell.solved],
  ['graded', 'trials with a known outcome', (cell) => cell.graded],
  ['ungraded', 'planned trials without one', (cell) => cell.ungraded],
  ['rate', 'solved / graded', (cell) => cell.rate],
  ['ci_low', 'lower end of the 95 % interval', (cell) => cell.interval?.low],
  ['ci_high', 'its upper end', (cell) => cell.interval?.high],
  ['worst', 'the rate over all planned trials if every ungraded one were unsolved', (cell) => cell.worst],
  ['best', 'if every ungraded one were solved', (cell) => cell.best],
];

export const accuracyByKData: CsvDescription = {
  name: 'figures/accuracy-by-k.csv',
  about: 'The rates of the figure, one row per condition and k.',
  columns: COLUMNS,
};

/** Accuracy against k: one panel a condition, all on one scale, the baseline as a line through each. */
export function accuracyByK(analysis: Analysis): Figure | undefined {
  const cells = analysis.accuracy.filter(({ rate }) => rate !== undefined);
  if (cells.length === 0) return undefined;
  const hasBounds = cells.some(({ ungraded }) => ungraded > 0);
  return {
    name: 'accuracy-by-k',
    title: 'Accuracy against k',
    section: 'Accuracy by condition and k',
    caption: [
      'Share solved of the graded trials after at most k repair rounds, with 95 % intervals.',
      'Dashed line: the baseline’s first generation.',
      ...(hasBounds ? ['Shaded: where the rate could lie if the ungraded trials were known.'] : []),
      'All panels share one scale, which need not begin at 0.',
    ].join(' '),
    description: describe(analysis),
    data: describedTable(COLUMNS, analysis.accuracy),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(analysis, cells, form, hasBounds),
  };
}

function describe({ accuracy, run }: Analysis): string {
  const ends = run.manifest.identity.conditions.map((condition) => {
    const own = accuracy.filter((cell) => cell.condition.name === condition.name);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return `${condition.name}: nothing`;
    if (own.length === 1) return `${label(condition)}: ${percent(first.rate)}`;
    return `${label(condition)}: ${percent(first.rate)} at k = ${first.k}, ${percent(last.rate)} at k = ${last.k}`;
  });
  return `A small line chart for each condition. ${ends.join('; ')}.`;
}

function plot(analysis: Analysis, cells: readonly AccuracyCell[], form: PlotForm, hasBounds: boolean): PlotSpec {
  const ks = columnKs(analysis.run);
  const names = [...new Set(cells.map(({ condition }) => label(condition)))];
  const { size, ...grid } = panelGrid(form, 'condition', names);
  const domain = [lowerEnd(cells), 100];
  const baseline = cells.find((cell) => cell.condition.name === BASELINE && cell.k === 0)?.rate;
  const y = { type: 'quantitative' as const, scale: { domain }, axis: { tickCount: 4, title: null } };
  const x = {
    field: 'k',
    type: 'quantitative' as const,
    scale: { domain: [ks[0] ?? 0, ks.at(-1) ?? 1], nice: false, padding: 8 },
    axis: { values: ks, format: 'd', grid: false, title: null },
  };
  return {
    data: { values: cells.map((cell) => values(cell, baseline)) },
    ...grid,
    spec: {
      ...size,
      layer: [
        ...(hasBounds
          ? [
              {
                mark: { type: 'area' as const, color: colour('band') },
                encoding: { x, y: { ...y, field: 'worst' }, y2: { field: 'best' } },
              },
            ]
          : []),
        ...(baseline === undefined
          ? []
          : [
              {
                mark: { type: 'rule' as const, strokeDash: [3, 3], color: colour('muted') },
                encoding: { y: { ...y, field: 'baseline', aggregate: 'max' as const } },
              },
            ]),
        {
          mark: { type: 'rule', color: colour('solved'), opacity: 0.55, strokeWidth: 1.5 },
          encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
        },
        {
          mark: { type: 'line', color: colour('solved'), strokeWidth: 1.5 },
          encoding: { x, y: { ...y, field: 'rate' } },
        },
        {
          mark: { type: 'point', color: colour('solved'), size: 34 },
          encoding: { x, y: { ...y, field: 'rate' } },
        },
      ],
    },
  };
}

function values(cell: AccuracyCell, baseline: number | undefined) {
  const points = (share: number | undefined) => (share === undefined ? null : 100 * share);
  return {
    condition: label(cell.condition),
    k: cell.k,
    rate: points(cell.rate),
    low: points(cell.interval?.low),
    high: points(cell.interval?.high),
    worst: points(cell.worst),
    best: points(cell.best),
    baseline: points(baseline),
  };
}

/** The lowest ten percent points that hold everything drawn. */
function lowerEnd(cells: readonly AccuracyCell[]): number {
  const lowest = Math.min(...cells.flatMap(({ rate, interval, worst }) => [rate ?? 1, interval?.low ?? 1, worst]));
  return Math.max(0, Math.floor(10 * lowest) * 10);
}
