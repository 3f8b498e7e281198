import type { Analysis } from '../../../metrics/analysis.ts';
import { SOLVED_WITHIN_COLUMNS } from '../../csv/search-csv.ts';
import { type CsvDescription, describedTable } from '../../csv-file.ts';
import { label, percent } from '../../tables/format.ts';
import type { Figure, PlotForm } from '../figure.ts';
import type { PlotSpec } from '../render-plot.ts';
import { panelGrid } from './panel-grid.ts';

export const solvedWithinData: CsvDescription = {
  name: 'figures/solved-within.csv',
  about: 'The rows of `search.csv`.',
  columns: SOLVED_WITHIN_COLUMNS,
};

/** Solved within K generations against K, a panel an arm, as Figure 4 of AlphaVerus (arXiv 2412.06176) draws it for exploration and tree search. */
export function solvedWithin({ search }: Analysis): Figure | undefined {
  const shown = search.solvedWithin.filter(({ share }) => share.value !== undefined);
  if (shown.length === 0) return undefined;
  const last = shown.filter((cell, index) => shown[index + 1]?.condition !== cell.condition);
  return {
    name: 'solved-within',
    title: 'Solved within K generations',
    section: 'Solved within K generations',
    caption:
      'Share of trials of which one of the first K generations is solved, in %, with 95 % intervals that resample tasks; K grows by its logarithm. All panels share one scale. It is no pass@K.',
    description: `A small line chart for each arm. ${last
      .map(({ condition, generations, share }) => `${label(condition)}: ${percent(share.value)} within ${generations}`)
      .join('; ')}.`,
    data: describedTable(SOLVED_WITHIN_COLUMNS, shown),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(shown, form),
  };
}

function plot(cells: Analysis['search']['solvedWithin'], form: PlotForm): PlotSpec {
  const names = [...new Set(cells.map(({ condition }) => label(condition)))];
  const { size, ...grid } = panelGrid(form, 'condition', names);
  const generations = [...new Set(cells.map((cell) => cell.generations))];
  const y = { type: 'quantitative' as const, scale: { domain: [0, 100] }, axis: { tickCount: 4, title: null } };
  const x = {
    field: 'generations',
    type: 'quantitative' as const,
    scale: { type: 'log' as const, base: 2 },
    axis: { values: generations, title: 'K', grid: false },
  };
  return {
    data: {
      values: cells.map(({ condition, generations: K, share }) => ({
        condition: label(condition),
        generations: K,
        share: 100 * (share.value ?? 0),
        low: share.interval === undefined ? null : 100 * share.interval.low,
        high: share.interval === undefined ? null : 100 * share.interval.high,
      })),
    },
    ...grid,
    spec: {
      ...size,
      layer: [
        {
          mark: { type: 'rule' as const, opacity: 0.4 },
          encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
        },
        { mark: { type: 'line' as const, point: true }, encoding: { x, y: { ...y, field: 'share' } } },
      ],
    },
  };
}
