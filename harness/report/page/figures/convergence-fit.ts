import type { Analysis } from '../../../metrics/analysis.ts';
import type { Convergence } from '../../../metrics/loops/convergence.ts';
import { gapOf } from '../../../metrics/what-grades.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { label, percent } from '../../tables/format.ts';
import type { Figure, PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';
import { panelGrid } from './panel-grid.ts';

type FitPoint = Pick<Convergence, 'condition' | 'isResampling' | 'result'> & Convergence['curve'][number];

const COLUMNS: DescribedColumns<FitPoint> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['resampling', '`true`: later candidates are independent draws', ({ isResampling }) => isResampling],
  ['t', 'rounds done', ({ t }) => t],
  ['gap', 'mean share of hidden assertions that do not hold', ({ observed }) => observed.value],
  ['ci_low', 'lower end of the 95 % interval', ({ observed }) => observed.interval?.low],
  ['ci_high', 'its upper end', ({ observed }) => observed.interval?.high],
  [
    'predicted',
    'the gap that the measured gamma and beta predict from the first one',
    ({ predicted }) => predicted.value,
  ],
  ['predicted_ci_low', 'lower end of its 95 % interval', ({ predicted }) => predicted.interval?.low],
  ['predicted_ci_high', 'its upper end', ({ predicted }) => predicted.interval?.high],
  ['patent_bound', '(gamma + beta)^t times the first gap', ({ patentBound }) => patentBound],
  ['label', '`converges`, `plateaus`, `regresses`, `diverges` or `not distinguishable`', ({ result }) => result.label],
];

export const convergenceFitData: CsvDescription = {
  name: 'figures/convergence-fit.csv',
  about: 'One row per loop and t.',
  columns: COLUMNS,
};

/** The mean gap after t rounds as measured and as gamma and beta predict it: one panel a loop. */
export function convergenceFit({ loops, run }: Analysis): Figure | undefined {
  const fits = loops.convergence.filter(({ curve }) => curve.length > 1);
  if (fits.length === 0) return undefined;
  return {
    name: 'convergence-fit',
    title: 'Gap after t rounds, measured and predicted',
    section: 'Convergence of the gap',
    caption: `Mean ${gapOf(run.manifest.identity)} after t rounds, in %. Points with 95 % intervals: measured. Dashed: predicted from gap(0) with the measured γ and β. Dotted: (γ + β)ᵗ gap(0), which the patent claims as an upper bound. The word in each panel is the label by the stated rule.`,
    description: `A small line chart for each loop. ${fits.map(describe).join('; ')}.`,
    data: describedTable(
      COLUMNS,
      fits.flatMap(({ condition, isResampling, result, curve }) =>
        curve.map((point) => ({ condition, isResampling, result, ...point })),
      ),
    ),
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
