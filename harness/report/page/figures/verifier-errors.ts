import type { Analysis } from '../../../metrics/analysis.ts';
import type { VerifierReportCard } from '../../../metrics/verifier-report-card.ts';
import type { Proportion } from '../../../statistics/clustered-proportion.ts';
import { type CsvDescription, type DescribedColumns, describedTable } from '../../csv-file.ts';
import { label, percent } from '../../tables/format.ts';
import type { Figure, PlotForm } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';

interface ErrorRate {
  readonly card: VerifierReportCard;
  readonly measure: (typeof MEASURES)[number][0];
  readonly rate: Proportion;
}

const COLUMNS: DescribedColumns<ErrorRate> = [
  ['condition', 'condition', ({ card }) => card.condition.name],
  ['oracle', 'as in `cells.csv`', ({ card }) => card.condition.oracle],
  ['verifier', 'kind of its verifier', ({ card }) => card.condition.verifier],
  [
    'measure',
    '`false_accepts`: wrong candidates accepted; `false_rejects`: right candidates rejected',
    ({ measure }) => (measure === 'falseAccepts' ? 'false_accepts' : 'false_rejects'),
  ],
  ['count', 'how many', ({ rate }) => rate.count],
  ['total', 'of how many judged candidates that are wrong (right)', ({ rate }) => rate.total],
  ['rate', 'count / total; empty when there was none', ({ rate }) => rate.proportion],
  ['ci_low', 'lower end of the 95 % interval', ({ rate }) => rate.interval?.low],
  ['ci_high', 'its upper end', ({ rate }) => rate.interval?.high],
];

export const verifierErrorsData: CsvDescription = {
  name: 'figures/verifier-errors.csv',
  about: 'One row per verifier and kind of error.',
  columns: COLUMNS,
};

const MEASURES = [
  ['falseAccepts', 'Wrong candidates accepted'],
  ['falseRejects', 'Right candidates rejected'],
] as const;

/** The verifier report card as a plot: how often each verifier errs, either way. */
export function verifierErrors({ verifiers }: Analysis): Figure | undefined {
  const cards = verifiers.filter(({ falseAccepts, falseRejects }) => falseAccepts.total + falseRejects.total > 0);
  if (cards.length === 0) return undefined;
  const rows = cards.flatMap((card) => MEASURES.map(([measure]) => ({ card, measure, rate: card[measure] })));
  return {
    name: 'verifier-errors',
    title: 'How often verifiers err',
    section: 'Verifier report card',
    caption:
      'Verdicts of each arm’s own verifier against the grade of the same candidate, in %, with 95 % intervals. Left: wrong candidates it accepted; right: right candidates it rejected. No mark: there was no such candidate. Hollow: the verifier of a † arm is the grader itself, its zeros hold by construction.',
    description: `Two dot plots side by side, one row a verifier. ${cards.map(describe).join('; ')}.`,
    data: describedTable(COLUMNS, rows),
    forms: ['wide', 'narrow'],
    plot: (form) => plot(cards, form),
  };
}

function describe({ condition, falseAccepts, falseRejects }: VerifierReportCard): string {
  return `${label(condition)}: ${percent(falseAccepts.proportion)} of wrong ones accepted, ${percent(falseRejects.proportion)} of right ones rejected`;
}

function plot(cards: readonly VerifierReportCard[], form: PlotForm): PlotSpec {
  const points = (share: number | undefined) => (share === undefined ? null : 100 * share);
  const values = cards.flatMap((card) =>
    MEASURES.map(([measure, title]) => {
      const { proportion, interval, count, total } = card[measure];
      return {
        condition: label(card.condition),
        measure: title,
        share: points(proportion),
        low: points(interval?.low),
        high: points(interval?.high),
        fill: card.condition.oracle ? colour('paper') : colour('unsolved'),
        counted: total === 0 ? 'none' : `${count} / ${total}`,
      };
    }),
  );
  const width = form === 'wide' ? 268 : 88;
  const x = {
    type: 'quantitative' as const,
    scale: { domain: [0, 100], nice: false },
    axis: { title: null, values: form === 'wide' ? [0, 25, 50, 75, 100] : [0, 50, 100] },
  };
  const y = {
    field: 'condition',
    type: 'nominal' as const,
    sort: cards.map(({ condition }) => label(condition)),
    axis: { title: null, labelColor: colour('ink'), grid: true },
  };
  return {
    data: { values },
    facet: {
      column: {
        field: 'measure',
        type: 'nominal',
        sort: MEASURES.map(([, title]) => title),
        title: null,
        header: {
          labelAnchor: 'start',
          labelExpr:
            form === 'wide'
              ? 'datum.label'
              : "slice(datum.label, 0, 6) == 'Wrong ' ? 'False accepts' : 'False rejects'",
        },
      },
    },
    bounds: 'flush',
    spacing: form === 'wide' ? 70 : 18,
    spec: {
      width,
      height: { step: 20 },
      layer: [
        {
          mark: { type: 'rule', color: colour('unsolved'), strokeWidth: 2, opacity: 0.6 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y },
        },
        {
          transform: [{ filter: 'isValid(datum.share)' }],
          mark: { type: 'point', stroke: colour('unsolved'), strokeWidth: 1.5, size: 44 },
          encoding: {
            x: { ...x, field: 'share' },
            y,
            fill: { field: 'fill', type: 'nominal', scale: null, legend: null },
          },
        },
        ...(form === 'wide'
          ? [
              {
                mark: { type: 'text' as const, align: 'right' as const, color: colour('muted') },
                encoding: { x: { value: width + 58 }, y, text: { field: 'counted' } },
              },
            ]
          : []),
      ],
    },
  };
}
