import type { Analysis } from '../../../metrics/analysis.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { count, label } from '../../tables/format.ts';
import { type Figure, PLOT_WIDTHS, type PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';

const COLUMNS: DescribedColumns<Analysis['outcomes'][number]> = [
  ['condition', 'condition', (row) => row.condition.name],
  ['k', 'the largest k (the baseline: 0)', (row) => row.k],
  ['outcome', '`unsolved` or `ungraded`', (row) => row.status],
  ['reason', 'as in `taxonomy.csv`', (row) => row.reason],
  ['trials', 'how many trials have it', (row) => row.trials],
];

export const failuresData: CsvDescription = {
  name: 'figures/failures.csv',
  about: 'Why trials are not solved at the largest k.',
  columns: COLUMNS,
};

/** Pixels for the names of conditions. */
const LABELS = 136;

interface Failure {
  readonly condition: string;
  readonly reason: string;
  readonly status: 'unsolved' | 'ungraded';
  readonly trials: number;
}

/** The failure taxonomy at the largest k: a table of circles, one column per reason. */
export function failures(analysis: Analysis): Figure | undefined {
  const { outcomes, run } = analysis;
  const conditions = run.manifest.identity.conditions;
  const shown = conditions.flatMap((condition) => {
    const own = outcomes.filter((row) => row.condition.name === condition.name);
    const largest = Math.max(...own.map(({ k }) => k));
    return own.filter(({ k, status }) => k === largest && status !== 'solved');
  });
  if (shown.length === 0) return undefined;
  const rows = shown.flatMap(({ condition, status, reason = '', trials }): Failure[] =>
    status === 'solved' ? [] : [{ condition: label(condition), status, reason, trials }],
  );
  return {
    name: 'failures',
    title: 'Why trials are not solved',
    section: 'Failures at the largest k',
    caption:
      'Trials that are not solved at the largest k, by reason; the area of a circle is the number beside it. Hollow, with a ? before the reason: ungraded, nothing is known about these trials.',
    description: `A table of circles. ${rows.map((row) => `${row.condition}, ${row.status}, ${row.reason}: ${count(row.trials)}`).join('; ')}.`,
    data: describedTable(COLUMNS, shown),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(rows, conditions.map(label), form),
  };
}

function plot(rows: readonly Failure[], conditions: readonly string[], form: PlotForm): PlotSpec {
  const title = ({ status, reason }: Failure) => (status === 'ungraded' ? `? ${reason}` : reason);
  const titles = (['unsolved', 'ungraded'] as const).flatMap((status) =>
    [...new Set(rows.filter((row) => row.status === status).map(title))].sort(),
  );
  const room = (PLOT_WIDTHS[form] - LABELS - 50) / titles.length;
  const most = Math.max(...rows.map(({ trials }) => trials));
  const x = {
    field: 'title',
    type: 'nominal' as const,
    sort: titles,
    axis: {
      orient: 'top' as const,
      title: null,
      domain: false,
      ticks: false,
      labelAngle: -50,
      labelAlign: 'left' as const,
      labelColor: colour('ink'),
      grid: false,
    },
  };
  const y = {
    field: 'condition',
    type: 'nominal' as const,
    sort: [...conditions],
    scale: { domain: [...conditions] },
    axis: { title: null, labelColor: colour('ink'), grid: true },
  };
  return {
    data: { values: rows.map((row) => ({ ...row, title: title(row) })) },
    // Without a browser the width of a text is an estimate, and vega's is high: sizes are set here.
    autosize: { type: 'none' },
    padding: { left: LABELS, right: 50, top: 76, bottom: 4 },
    width: { step: Math.max(30, Math.min(64, room)) },
    height: { step: 24 },
    layer: [
      {
        mark: { type: 'point', shape: 'circle', strokeWidth: 1 },
        encoding: {
          x,
          y,
          size: { field: 'trials', type: 'quantitative', scale: { domain: [0, most], range: [0, 480] }, legend: null },
          fill: { field: 'status', type: 'nominal', scale: FILLS, legend: null },
          stroke: { field: 'status', type: 'nominal', scale: STROKES, legend: null },
        },
      },
      {
        mark: { type: 'text', align: 'left', baseline: 'middle', dx: 14 },
        encoding: { x, y, text: { field: 'trials' } },
      },
    ],
  };
}

const FILLS = { domain: ['unsolved', 'ungraded'], range: [colour('unsolved'), colour('paper')] };
const STROKES = { domain: ['unsolved', 'ungraded'], range: [colour('unsolved'), colour('ungraded')] };
