import type { AccuracyCell } from '../../../metrics/accuracy.ts';
import type { Analysis } from '../../../metrics/analysis.ts';
import type { InjectedFaults } from '../../../metrics/claims/faults.ts';
import { BASELINE, columnKs } from '../../../metrics/columns.ts';
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
    section: 'Faults put in on purpose',
    caption: `Share solved at k = ${k} against the rate at which the loop was told the opposite of what its verifier found, with 95 % intervals; 50 % is a coin. Dashed line: the baseline’s first generation: where a curve falls below it, the loop does harm.`,
    description: `A line chart for each arm. ${points.map(({ fault, cell }) => `${fault.base} with ${percent(fault.rate)} lies: ${percent(cell.rate)}`).join('; ')}.`,
    data: {
      columns: [
        'base',
        'oracle',
        'rate',
        'lies',
        'verdicts',
        'observed',
        'observed_low',
        'observed_high',
        'agreement',
        'k',
        'graded',
        'solved',
        'solved_rate',
        'low',
        'high',
        'baseline',
      ],
      rows: points.map(({ fault: { base, condition, rate, observed }, cell, agreement }) => [
        base,
        condition.oracle,
        rate,
        observed.count,
        observed.total,
        observed.proportion,
        observed.interval?.low,
        observed.interval?.high,
        agreement,
        k,
        cell.graded,
        cell.solved,
        cell.rate,
        cell.interval?.low,
        cell.interval?.high,
        baseline,
      ]),
    },
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
