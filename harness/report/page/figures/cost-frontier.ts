import type { Analysis } from '../../../metrics/analysis.ts';
import type { FrontierPoint } from '../../../metrics/loops/frontier.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { count, dollars, label, percent } from '../../tables/format.ts';
import { type Figure, PLOT_WIDTHS, type PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';

type Unit = 'dollars' | 'tokens';

/** A condition at one k with what a trial costs there. */
interface Point {
  readonly source: FrontierPoint;
  readonly cost: number;
  readonly rate: number;
  readonly isOnFrontier: boolean;
  readonly isLast: boolean;
}

const COLUMNS: DescribedColumns<Point & { readonly unit: Unit }> = [
  ['condition', 'condition', ({ source }) => source.condition.name],
  ['oracle', 'as in `cells.csv`', ({ source }) => source.condition.oracle],
  ['k', 'repair rounds allowed', ({ source }) => source.k],
  ['unit', '`dollars`, or `tokens` (in and out) where a price is unknown', ({ unit }) => unit],
  ['cost_per_trial', 'mean of the graded trials, each as if it had run alone', ({ cost }) => cost],
  ['rate', 'share solved at this k', ({ rate }) => rate],
  ['ci_low', 'lower end of the 95 % interval', ({ source }) => source.interval?.low],
  ['ci_high', 'its upper end', ({ source }) => source.interval?.high],
  [
    'on_frontier',
    '`true`: no other condition and k solves as much for less, or more for as little; a condition that is no oracle is compared with its like only',
    ({ isOnFrontier }) => isOnFrontier,
  ],
];

export const costFrontierData: CsvDescription = {
  name: 'figures/cost-frontier.csv',
  about: 'One row per condition and k.',
  columns: COLUMNS,
};

/** Accuracy against what a trial costs as if alone, by condition and k; the points nothing beats are filled. */
export function costFrontier({ loops }: Analysis): Figure | undefined {
  const unit: Unit = loops.frontier.every(({ costUsd }) => costUsd !== undefined && costUsd > 0) ? 'dollars' : 'tokens';
  const points = readPoints(loops.frontier, unit);
  const ends = points.filter(({ isLast }) => isLast).toSorted((a, b) => a.cost - b.cost);
  if (ends.length < 2) return undefined;
  return {
    name: 'cost-frontier',
    title: 'Accuracy against cost',
    section: 'Accuracy and cost',
    caption: `Share solved, in %, against the mean ${unit === 'dollars' ? 'dollars' : 'tokens, in and out,'} of a graded trial as if it ran alone. A line joins the k of an arm; its number and interval stand at the largest k. Squares: † arms. Filled: on the frontier, nothing of its kind reaches as much for less, or more for as little (an arm without † is measured against its like only).`,
    description: `A scatter plot of ${ends.length} arms at the largest k. ${ends.map((point) => describe(point, unit)).join('; ')}.`,
    data: describedTable(
      COLUMNS,
      points.map((point) => ({ ...point, unit })),
    ),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(points, ends, unit, form),
  };
}

function readPoints(frontier: readonly FrontierPoint[], unit: Unit): Point[] {
  return frontier.flatMap((source, position) => {
    const cost = unit === 'dollars' ? source.costUsd : source.tokens;
    if (source.rate === undefined || cost === undefined) return [];
    const isOnFrontier = (unit === 'dollars' ? source.isOnCostFrontier : source.isOnTokenFrontier) === true;
    const isLast = frontier[position + 1]?.condition.name !== source.condition.name;
    return [{ source, cost, rate: source.rate, isOnFrontier, isLast }];
  });
}

function describe({ source, cost, rate, isOnFrontier }: Point, unit: Unit): string {
  return `${label(source.condition)}: ${percent(rate)} for ${amount(cost, unit)}${isOnFrontier ? ', on the frontier' : ''}`;
}

function amount(cost: number, unit: Unit): string {
  return unit === 'dollars' ? dollars(cost) : count(Math.round(cost));
}

function plot(points: readonly Point[], ends: readonly Point[], unit: Unit, form: PlotForm): PlotSpec {
  const isWide = form === 'wide';
  const keyHeight = ends.length * 18;
  const [left, right] = isWide ? [46, 326] : [40, 10];
  const width = PLOT_WIDTHS[form] - left - right;
  const height = isWide ? Math.max(270, keyHeight) : 230;
  const low = Math.min(...ends.map(({ source, rate }) => source.interval?.low ?? rate), ...points.map((p) => p.rate));
  const x = {
    field: 'cost',
    type: 'quantitative' as const,
    scale: { domainMin: 0, nice: true },
    axis: { title: unit === 'dollars' ? '$ per trial' : 'tokens per trial', tickCount: isWide ? 6 : 4 },
  };
  const y = {
    field: 'rate',
    type: 'quantitative' as const,
    scale: { domain: [Math.max(0, Math.floor(10 * low) * 10), 100], nice: false },
    axis: { title: null, tickCount: 5 },
  };
  return {
    autosize: { type: 'none' },
    padding: { left, right, top: 12, bottom: isWide ? 40 : 64 + keyHeight },
    width,
    height,
    data: { values: points.map(values) },
    resolve: { scale: { y: 'independent' } },
    layer: [
      {
        layer: [
          {
            transform: [{ filter: 'datum.isLast' }],
            mark: { type: 'rule', color: colour('muted'), opacity: 0.45 },
            encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
          },
          {
            mark: { type: 'line', color: colour('solved'), opacity: 0.45, strokeWidth: 1 },
            encoding: { x, y, detail: { field: 'condition' }, order: { field: 'k' } },
          },
          {
            mark: { type: 'point', stroke: colour('solved'), strokeWidth: 1.5 },
            encoding: {
              x,
              y,
              fill: { field: 'fill', type: 'nominal', scale: null, legend: null },
              shape: { field: 'shape', type: 'nominal', scale: null, legend: null },
              size: { field: 'size', type: 'quantitative', scale: null, legend: null },
            },
          },
          {
            data: { values: numbers(ends) },
            mark: { type: 'text', align: 'left', baseline: 'bottom', dx: 5, dy: -3, fontWeight: 600 },
            encoding: { x, y, text: { field: 'number' } },
          },
        ],
      },
      ...key(
        ends,
        unit,
        isWide ? { from: width + 26, to: width + right - 4, top: 9 } : { from: 0, to: width, top: height + 66 },
      ),
    ],
  };
}

/** The numbered list of arms beside the plot, or below it. */
function key(ends: readonly Point[], unit: Unit, area: { from: number; to: number; top: number }) {
  const rows = ends.map(({ source, cost, rate }, position) => ({
    height: area.top + 18 * position,
    number: String(position + 1),
    name: label(source.condition),
    amount: amount(cost, unit),
    rate: percent(rate),
  }));
  const column = (field: string, at: number, align: 'left' | 'right', fontWeight: 400 | 600) => ({
    data: { values: rows },
    mark: { type: 'text' as const, align, baseline: 'middle' as const, fontWeight },
    encoding: {
      x: { value: at },
      y: { field: 'height', type: 'quantitative' as const, scale: null, axis: null },
      text: { field },
    },
  });
  return [
    column('number', area.from + 16, 'right', 600),
    column('name', area.from + 24, 'left', 400),
    column('amount', area.to - 58, 'right', 400),
    column('rate', area.to, 'right', 400),
  ];
}

function values({ source, cost, rate, isOnFrontier, isLast }: Point) {
  return {
    condition: source.condition.name,
    k: source.k,
    cost,
    rate: 100 * rate,
    low: 100 * (source.interval?.low ?? rate),
    high: 100 * (source.interval?.high ?? rate),
    isLast,
    fill: isOnFrontier ? colour('solved') : colour('paper'),
    shape: source.condition.oracle ? 'square' : 'circle',
    size: isLast ? 56 : 18,
  };
}

/** Neighbours too close for two labels share one. */
function numbers(ends: readonly Point[]) {
  const most = Math.max(...ends.map(({ cost }) => cost));
  const labels: { cost: number; rate: number; number: string }[] = [];
  for (const [position, { cost, rate }] of ends.entries()) {
    const near = labels.find((one) => cost - one.cost < 0.04 * most && Math.abs(100 * rate - one.rate) < 1.5);
    const number = String(position + 1);
    if (near === undefined) labels.push({ cost, rate: 100 * rate, number });
    else Object.assign(near, { cost, rate: Math.max(near.rate, 100 * rate), number: `${near.number}, ${number}` });
  }
  return labels;
}
