import type { Analysis } from '../../../metrics/analysis.ts';
import type { Convergence } from '../../../metrics/loops/convergence.ts';
import { label, percent } from '../../tables/format.ts';
import type { Figure, PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';
import { panelGrid } from './panel-grid.ts';

/** The mean gap after t rounds as measured and as gamma and beta predict it: one panel a loop. */
export function convergenceFit({ loops }: Analysis): Figure | undefined {
  const fits = loops.convergence.filter(({ curve }) => curve.length > 1);
  if (fits.length === 0) return undefined;
  return {
    name: 'convergence-fit',
    title: 'Gap after t rounds, measured and predicted',
    section: 'Convergence of the gap',
    caption:
      'Mean share of hidden assertions that do not hold after t rounds, in %. Points with 95 % intervals: measured. Dashed: predicted from gap(0) with the measured γ and β. Dotted: (γ + β)ᵗ gap(0), which the patent claims as an upper bound. The word in each panel is the label by the stated rule.',
    description: `A small line chart for each loop. ${fits.map(describe).join('; ')}.`,
    data: {
      columns: [
        'condition',
        'resampling',
        't',
        'gap',
        'low',
        'high',
        'predicted',
        'predicted_low',
        'predicted_high',
        'patent_bound',
        'label',
      ],
      rows: fits.flatMap(({ condition, isResampling, curve, result }) =>
        curve.map(({ t, observed, predicted, patentBound }) => [
          condition.name,
          isResampling,
          t,
          observed.value,
          observed.interval?.low,
          observed.interval?.high,
          predicted.value,
          predicted.interval?.low,
          predicted.interval?.high,
          patentBound,
          result.label,
        ]),
      ),
    },
    forms: ['wide', 'narrow'],
    plot: (form) => plot(fits, form),
  };
}

function describe({ condition, curve, result }: Convergence): string {
  const [first, last] = [curve[0]?.observed.value, curve.at(-1)?.observed.value];
  return `${label(condition)}: ${percent(first)} at first, ${percent(last)} in the end, ${result.label}`;
}

function plot(fits: readonly Convergence[], form: PlotForm): PlotSpec {
  const { size, ...grid } = panelGrid(
    form,
    'condition',
    fits.map(({ condition }) => label(condition)),
  );
  const values = fits.flatMap(points);
  const rounds = Math.max(...values.map(({ t }) => t));
  const highest = Math.max(1, ...values.flatMap(({ gap, high, predicted, bound }) => [gap, high, predicted, bound]));
  const x = {
    field: 't',
    type: 'quantitative' as const,
    scale: { domain: [0, rounds], nice: false, padding: 8 },
    axis: { tickCount: rounds, tickMinStep: 1, format: 'd', grid: false, title: null },
  };
  const y = {
    type: 'quantitative' as const,
    scale: { domain: [0, highest], nice: 3 },
    axis: { tickCount: 4, title: null },
  };
  const line = (field: string, strokeDash: number[], name: 'unsolved' | 'muted') => ({
    mark: { type: 'line' as const, color: colour(name), strokeDash, strokeWidth: 1.5 },
    encoding: { x, y: { ...y, field } },
  });
  return {
    data: { values },
    ...grid,
    spec: {
      ...size,
      layer: [
        line('bound', [1, 3], 'muted'),
        {
          mark: { type: 'rule', color: colour('solved'), opacity: 0.55, strokeWidth: 1.5 },
          encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
        },
        line('predicted', [4, 3], 'unsolved'),
        { mark: { type: 'point', color: colour('solved'), size: 34 }, encoding: { x, y: { ...y, field: 'gap' } } },
        {
          transform: [{ filter: 'datum.t == 0' }],
          mark: { type: 'text', align: 'right', baseline: 'top', color: colour('muted') },
          encoding: {
            x: { value: size.width },
            y: { value: -1 },
            text: { field: 'label' },
          },
        },
      ],
    },
  };
}

function points({ condition, curve, result }: Convergence) {
  const share = (value: number | undefined) => (value === undefined ? null : 100 * value);
  return curve.map(({ t, observed, predicted, patentBound }) => ({
    condition: label(condition),
    t,
    gap: share(observed.value) ?? 0,
    low: share(observed.interval?.low ?? observed.value) ?? 0,
    high: share(observed.interval?.high ?? observed.value) ?? 0,
    predicted: share(predicted.value) ?? 0,
    bound: share(patentBound) ?? 0,
    label: result.label,
  }));
}
