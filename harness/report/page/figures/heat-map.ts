import type { Analysis } from '../../../metrics/analysis.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { count, label } from '../../tables/format.ts';
import type { Figure } from '../figure.ts';
import { colour } from '../palette.ts';
import { PLOT_FONT, type PlotSpec } from '../render-plot.ts';
import { taskPagePath } from '../task-links.ts';
import { type HeatMapCell, type HeatMapRow, heatMapRows } from './heat-map-rows.ts';

const COLUMNS: DescribedColumns<ReturnType<typeof heatMapRows>['cells'][number]> = [
  ['task_id', 'task', (cell) => cell.taskId],
  ['condition', 'condition', (cell) => cell.condition.name],
  ['k', 'repair rounds allowed', (cell) => cell.k],
  ['solved', 'samples solved', (cell) => cell.solved],
  ['unsolved', 'samples unsolved', (cell) => cell.graded - cell.solved],
  ['ungraded', 'samples without a known outcome', (cell) => cell.ungraded],
];

export const heatMapData: CsvDescription = {
  name: 'figures/heat-map.csv',
  about: 'One row per task, condition and k; tasks that the figure draws as one row are all here.',
  columns: COLUMNS,
};

/** Pixels of a cell; between conditions half of one is left free. */
const CELL = 12;
const ROW = 13;
const LONGEST_NAME = 30;

/** Tasks by condition and k: solved, unsolved, ungraded, each with its own shape. Row labels lead to the pages of tasks. */
export function heatMap(analysis: Analysis): Figure | undefined {
  const { rows, cells, hidden, same } = heatMapRows(analysis);
  if (rows.length === 0) return undefined;
  const { samples } = analysis.run.manifest.identity;
  return {
    name: 'heat-map',
    title: 'Tasks by condition and k',
    section: 'Accuracy by condition and k',
    caption: [
      samples === 1
        ? 'One column per condition and k. Filled square: solved; cross: unsolved; ring: ungraded.'
        : `One column per condition and k. The side of the square grows with the share of the ${samples} samples solved; cross: none of the graded solved; ring: none graded.`,
      'Tasks that fewer columns solve stand higher.',
      ...(same > 0 ? ['The last rows stand for all tasks that came out alike in every column.'] : []),
      ...(hidden > 0 ? [`${count(hidden)} further rows are in the data only.`] : []),
    ].join(' '),
    description: describe(rows, analysis),
    data: describedTable(COLUMNS, cells),
    forms: ['wide'],
    plot: () => plot(analysis, rows),
  };
}

function describe(rows: readonly HeatMapRow[], { columns }: Analysis): string {
  const single = rows.filter(({ tasks }) => tasks === 1).length;
  const alike = rows
    .filter(({ tasks }) => tasks > 1)
    .map(({ name }) => name)
    .join('; ');
  return `A matrix of ${single} tasks that differ between columns, with ${columns.length} columns.${alike === '' ? '' : ` Tasks alike in all columns: ${alike}.`} Every task has a page, listed under Tasks.`;
}

function plot({ columns, run }: Analysis, rows: readonly HeatMapRow[]): PlotSpec {
  const groups = run.manifest.identity.conditions.map(({ name }) => name);
  const places = columns.map(({ condition }, position) => (position + groups.indexOf(condition.name) / 2) * CELL);
  const labels = 16 + 6.3 * Math.max(...rows.map(({ name }) => shorten(name).length));
  const left = (position: number): number => labels + (places[position] ?? 0) + CELL / 2;
  const headings = 28 + 5.8 * Math.max(...run.manifest.identity.conditions.map((one) => label(one).length));
  const top = (row: number): number => headings + row * ROW + ROW / 2;
  const width = left(columns.length - 1) + 66;
  const height = headings + rows.length * ROW + 4;
  const at = (name: 'x' | 'y', domain: number) => ({
    field: name,
    type: 'quantitative' as const,
    scale: { domain: [0, domain], nice: false, zero: false },
    axis: null,
  });
  const x = at('x', width);
  const y = { ...at('y', height), scale: { domain: [height, 0], nice: false, zero: false } };
  const text = { type: 'text' as const, font: PLOT_FONT, baseline: 'middle' as const };
  const cells = rows.flatMap((row, position) =>
    row.cells.map((cell, column) => ({ x: left(column), y: top(position), ...mark(cell) })),
  );
  return {
    width,
    height,
    // Without a browser the width of a text is an estimate, and vega's is high: sizes are set here.
    autosize: { type: 'none' },
    padding: 0,
    layer: [
      {
        data: { values: rows.map((row, position) => ({ y: top(position), name: shorten(row.name), href: link(row) })) },
        mark: { ...text, align: 'right', fontSize: 11 },
        encoding: { x: { value: labels - 8 }, y, text: { field: 'name' }, href: { field: 'href' } },
      },
      {
        data: { values: groups.map((name) => heading(columns, name, left)) },
        mark: { ...text, align: 'left', angle: 300, fontSize: 11, fontWeight: 600 },
        encoding: { x, y: { value: headings - 20 }, text: { field: 'name' } },
      },
      {
        data: { values: columns.map(({ k }, position) => ({ x: left(position), k })) },
        mark: { ...text, align: 'center', fontSize: 9, color: colour('muted') },
        encoding: { x, y: { value: headings - 8 }, text: { field: 'k' } },
      },
      {
        data: { values: cells },
        mark: { type: 'point', strokeWidth: 0 },
        encoding: {
          x,
          y,
          shape: { field: 'shape', type: 'nominal', scale: SHAPES, legend: null },
          color: { field: 'shape', type: 'nominal', scale: SHAPE_COLOURS, legend: null },
          size: { field: 'size', type: 'quantitative', scale: null },
        },
      },
    ],
  };
}

/** The page of a long id tells it whole. */
function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function heading(columns: Analysis['columns'], name: string, left: (position: number) => number) {
  const own = columns.flatMap(({ condition }, position) => (condition.name === name ? [position] : []));
  const condition = columns[own[0] ?? 0]?.condition;
  const middle = own.reduce((sum, position) => sum + left(position), 0) / Math.max(1, own.length);
  return { x: middle, name: condition === undefined ? name : label(condition) };
}

// Vega's own square and cross, whose areas are the sizes; a ring with a hole is drawn by winding its inside backwards.
const SHAPES = {
  domain: ['solved', 'unsolved', 'ungraded'],
  range: [
    'M-1,-1H1V1H-1Z',
    'M-1,-0.72L-0.72,-1L0,-0.28L0.72,-1L1,-0.72L0.28,0L1,0.72L0.72,1L0,0.28L-0.72,1L-1,0.72L-0.28,0Z',
    'M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0ZM0.6,0A0.6,0.6,0,1,0,-0.6,0A0.6,0.6,0,1,0,0.6,0Z',
  ],
};
const SHAPE_COLOURS = {
  domain: SHAPES.domain,
  range: [colour('solved'), colour('unsolved'), colour('ungraded')],
};

/** Custom shapes reach one half of the square root of the size on either side. */
function mark({ solved, graded }: HeatMapCell): { shape: string; size: number } {
  if (graded === 0) return { shape: 'ungraded', size: 0.45 * CELL ** 2 };
  if (solved === 0) return { shape: 'unsolved', size: 0.36 * CELL ** 2 };
  return { shape: 'solved', size: ((CELL - 1.5) * (0.3 + (0.7 * solved) / graded)) ** 2 };
}

function link({ taskIds }: HeatMapRow): string | null {
  return taskIds.length === 1 && taskIds[0] !== undefined ? taskPagePath(taskIds[0]) : null;
}
