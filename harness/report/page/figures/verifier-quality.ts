import type { AccuracyCell } from '../../../metrics/accuracy.ts';
import type { Analysis } from '../../../metrics/analysis.ts';
import type { InjectedFaults } from '../../../metrics/claims/faults.ts';
import { BASELINE, columnKs } from '../../../metrics/columns.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { percent } from '../../tables/format.ts';
import type { Figure, PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';
import { panelGrid } from './panel-grid.ts';

interface Point {
  readonly fault: InjectedFaults;
  readonly cell: AccuracyCell;
  readonly agreement: number | undefined;
}

const COLUMNS: DescribedColumns<Point & { readonly k: number; readonly baseline: number | undefined }> = [
  ['base', 'the arm without its faults', ({ fault }) => fault.base],
  ['oracle', 'as in `cells.csv`', ({ fault }) => fault.condition.oracle],
  ['rate', 'injected rate of verdict flips', ({ fault }) => fault.rate],
  ['flipped', 'verdicts flipped', ({ fault }) => fault.observed.count],
  ['verdicts', 'of how many', ({ fault }) => fault.observed.total],
  ['observed', 'flipped / verdicts', ({ fault }) => fault.observed.proportion],
  ['observed_ci_low', 'lower end of its 95 % interval', ({ fault }) => fault.observed.interval?.low],
  ['observed_ci_high', 'its upper end', ({ fault }) => fault.observed.interval?.high],
  ['agreement', 'share of verdicts, as the loop was told them, that agree with the grade', (row) => row.agreement],
  ['k', 'the largest k', ({ k }) => k],
  ['graded', 'trials with a known outcome', ({ cell }) => cell.graded],
  ['solved', 'of these, solved', ({ cell }) => cell.solved],
  ['solved_rate', 'solved / graded', ({ cell }) => cell.rate],
  ['solved_ci_low', 'lower end of its 95 % interval', ({ cell }) => cell.interval?.low],
  ['solved_ci_high', 'its upper end', ({ cell }) => cell.interval?.high],
  ['baseline', 'rate of the baseline’s first generation', ({ baseline }) => baseline],
];

export const verifierQualityData: CsvDescription = {
  name: 'figures/verifier-quality.csv',
  about: 'Accuracy against the rate of verdict flips: one row per arm with flipped verdicts.',
  columns: COLUMNS,
};

/** Accuracy against the rate at which verdicts were flipped: how good a verifier must be for the loop to help. */
export function verifierQuality(analysis: Analysis): Figure | undefined {
  const k = Math.max(...columnKs(analysis.run));
  const points = analysis.claims.faults.flatMap((fault): Point[] => {
    const cell = analysis.accuracy.find(({ condition, k: at }) => condition.name === fault.condition.name && at === k);
    const card = analysis.verifiers.find(({ condition }) => condition.name === fault.condition.name);
    return fault.fault === 'verdict-flip' && cell !== undefined
      ? [{ fault, cell, agreement: card?.gain?.agreement }]
      : [];
  });
  const hasSweep = [...Map.groupBy(points, ({ fault }) => fault.base).values()].some((own) => own.length > 1);
  if (!hasSweep) return undefined;
  const baseline = analysis.accuracy.find(({ condition, k: at }) => condition.name === BASELINE && at === 0)?.rate;
  return {
    name: 'verifier-quality',
    title: 'Accuracy against verifier quality',
    section: 'Injected faults',
    caption: `Share solved at k = ${k} against the rate at which the loop was told the opposite of what its verifier found, with 95 % intervals; 50 % is a coin. Dashed line: the baseline’s first generation: where a curve falls below it, the loop does harm.`,
    description: `A line chart for each arm. ${points.map(({ fault, cell }) => `${fault.base} with ${percent(fault.rate)} of verdicts flipped: ${percent(cell.rate)}`).join('; ')}.`,
    data: describedTable(
      COLUMNS,
      points.map((point) => ({ ...point, k, baseline })),
    ),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(points, baseline, form),
  };
}

const inPoints = (share: number | undefined): number | null => (share === undefined ? null : 100 * share);

function plot(points: readonly Point[], baseline: number | undefined, form: PlotForm): PlotSpec {
  const names = [...new Set(points.map(nameOf))];
  const { size, ...grid } = panelGrid(form, 'base', names);
  const rates = [...new Set(points.map(({ fault }) => 100 * fault.rate))].sort((a, b) => a - b);
  const lows = [...points.map(({ cell }) => cell.interval?.low ?? cell.rate ?? 1), baseline ?? 1];
  const lowest = Math.max(0, Math.floor(10 * Math.min(...lows)) * 10);
  const x = {
    field: 'rate',
    type: 'quantitative' as const,
    scale: { domain: [0, rates.at(-1) ?? 100], nice: false, padding: 8 },
    axis: { values: rates, format: 'd', grid: false, title: null },
  };
  const y = { type: 'quantitative' as const, scale: { domain: [lowest, 100] }, axis: { tickCount: 4, title: null } };
  const line = { color: colour('solved'), strokeWidth: 1.5 };
  return {
    data: {
      values: points.map((point) => ({
        base: nameOf(point),
        rate: 100 * point.fault.rate,
        solved: inPoints(point.cell.rate),
        low: inPoints(point.cell.interval?.low),
        high: inPoints(point.cell.interval?.high),
        baseline: inPoints(baseline),
      })),
    },
    ...grid,
    spec: {
      ...size,
      layer: [
        {
          mark: { type: 'rule', strokeDash: [3, 3], color: colour('muted') },
          encoding: { y: { ...y, field: 'baseline', aggregate: 'max' } },
        },
        {
          mark: { type: 'rule', ...line, opacity: 0.55 },
          encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
        },
        { mark: { type: 'line', ...line }, encoding: { x, y: { ...y, field: 'solved' } } },
        { mark: { type: 'point', color: colour('solved'), size: 34 }, encoding: { x, y: { ...y, field: 'solved' } } },
      ],
    },
  };
}

const nameOf = ({ fault: { base, condition } }: Point): string => (condition.oracle ? `${base}†` : base);
