import type { Analysis } from '../../../metrics/analysis.ts';
import type { SubsetAcceptance } from '../../../metrics/consistency/subsets.ts';
import type { Proportion } from '../../../statistics/clustered-proportion.ts';
import { CHECKS } from '../../../types/consistency.ts';
import { SUBSET_COLUMNS } from '../../csv/consistency-csv.ts';
import { type CsvDescription, describedTable } from '../../csv-file.ts';
import { label, percent } from '../../tables/format.ts';
import type { Figure } from '../figure.ts';
import { colour } from '../palette.ts';
import type { PlotSpec } from '../render-plot.ts';

export const checkSubsetsData: CsvDescription = {
  name: 'figures/check-subsets.csv',
  about: 'The rows of `consistency-subsets.csv` in which right and wrong triples were checked.',
  columns: SUBSET_COLUMNS,
};

/** What each of the 64 subsets of the six checks accepts, right triples and wrong ones, under the strict rule; Clover (arXiv 2310.17807) prints all six alone. */
export function checkSubsets({ consistency: { subsets } }: Analysis): Figure | undefined {
  const shown = subsets.filter(({ right, wrong }) => right.total > 0 && wrong.total > 0);
  const strict = shown.filter(({ rule }) => rule === 'strict');
  if (strict.length === 0) return undefined;
  return {
    name: 'check-subsets',
    title: 'What each subset of the checks accepts',
    section: 'Which check carries the filter',
    caption:
      'A column is a subset of the six checks: the dots below say which are made. Above, in %, the right triples it accepts (●) and the wrong ones (▲), under the strict rule, at the most attempts, with 95 % intervals; subsets that accept more wrong ones stand to the left. A check whose dots stand in the columns to the right carries the filter.',
    description: `64 columns, one a subset, for each arm. ${strict
      .filter(({ checks }) => isNamed(checks))
      .map(describe)
      .join('; ')}.`,
    data: describedTable(SUBSET_COLUMNS, shown),
    forms: ['wide'],
    plot: () => plot(strict),
  };
}

const isNamed = (checks: SubsetAcceptance['checks']) => checks.length === 1 || checks.length === CHECKS.length;

function describe({ condition, checks, right, wrong }: SubsetAcceptance): string {
  const name = checks.length === 1 ? checks.join('') : 'all six';
  return `${label(condition)}, ${name}: ${percent(right.proportion)} of right ones, ${percent(wrong.proportion)} of wrong ones accepted`;
}

function plot(subsets: readonly SubsetAcceptance[]): PlotSpec {
  const arms = [...new Set(subsets.map(({ condition }) => label(condition)))];
  return {
    vconcat: arms.flatMap((arm) => {
      const columns = subsets.filter(({ condition }) => label(condition) === arm).sort(byWrongAccepted);
      return [acceptance(arm, columns), membership(columns)];
    }),
    spacing: 8,
  };
}

/** More wrong ones first, then fewer checks. */
function byWrongAccepted(a: SubsetAcceptance, b: SubsetAcceptance): number {
  return (b.wrong.proportion ?? 0) - (a.wrong.proportion ?? 0) || a.checks.length - b.checks.length;
}

const WIDTH = 690;
const place = { field: 'place', type: 'ordinal' as const, axis: null };

function acceptance(arm: string, columns: readonly SubsetAcceptance[]) {
  const y = {
    field: 'share',
    type: 'quantitative' as const,
    scale: { domain: [0, 100], nice: false },
    axis: { title: 'accepted, %', values: [0, 25, 50, 75, 100] },
  };
  const hue = { field: 'hue', type: 'nominal' as const, scale: null, legend: null };
  return {
    title: { text: arm, anchor: 'start' as const, color: colour('ink'), fontSize: 12 },
    width: WIDTH,
    height: 200,
    data: {
      values: columns.flatMap(({ right, wrong }, index) => [
        { place: index, ...points(right), hue: colour('solved'), shape: 'circle' },
        { place: index, ...points(wrong), hue: colour('unsolved'), shape: 'triangle-up' },
      ]),
    },
    layer: [
      {
        mark: { type: 'rule' as const, opacity: 0.4 },
        encoding: { x: place, y: { ...y, field: 'low' }, y2: { field: 'high' }, color: hue },
      },
      {
        mark: { type: 'point' as const, filled: true, size: 26 },
        encoding: {
          x: place,
          y,
          color: hue,
          shape: { field: 'shape', type: 'nominal' as const, scale: null, legend: null },
        },
      },
    ],
  };
}

/** In %; `null`, which draws nothing, where it is not known. */
function points({ proportion, interval }: Proportion) {
  const percents = (share: number | undefined) => (share === undefined ? null : 100 * share);
  return { share: percents(proportion), low: percents(interval?.low), high: percents(interval?.high) };
}

function membership(columns: readonly SubsetAcceptance[]) {
  return {
    width: WIDTH,
    height: { step: 15 },
    data: {
      values: columns.flatMap(({ checks }, index) =>
        CHECKS.map((check) => ({ place: index, check, hue: colour(checks.includes(check) ? 'ink' : 'faint') })),
      ),
    },
    mark: { type: 'point' as const, filled: true, size: 34 },
    encoding: {
      x: place,
      y: { field: 'check', type: 'nominal' as const, sort: [...CHECKS], axis: { title: null, grid: false } },
      color: { field: 'hue', type: 'nominal' as const, scale: null, legend: null },
    },
  };
}
