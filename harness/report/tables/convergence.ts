import type { Analysis } from '../../metrics/analysis.ts';
import { type Convergence, type CurvePoint, conditionsShown } from '../../metrics/loops/convergence.ts';
import { LABEL_RULE, LEAST_TASKS_FOR_RATIO } from '../../metrics/loops/convergence-label.ts';
import { gapOf, whatGrades } from '../../metrics/what-grades.ts';
import type { Estimate } from '../../statistics/task-bootstrap.ts';
import type { Section, Table } from '../../text/section.ts';
import { label, percentWithBounds, UNKNOWN } from './format.ts';
import { proportionText } from './rounds.ts';

/** The patent's conditions C1 to C3 as measured, the gap as predicted and as observed. None without a loop. */
export function convergenceSections({ loops, run }: Analysis): Section[] {
  const { convergence } = loops;
  if (convergence.every(({ ofReplacements }) => ofReplacements.rounds === 0)) return [];
  const isCoarse = convergence.some(({ outcomeOnlyTasks }) => outcomeOnlyTasks > 0);
  return [
    {
      title: 'Convergence of the gap',
      notes: [
        `gap(t): mean ${gapOf(run.manifest.identity)} after t rounds; a loop that stopped keeps its candidate. C1: the gap rises in no round. C2: gamma, the share of failing assertions that still fail after a round, is below 1. C3: gamma + beta is below 1, beta being the share of all assertions that held and fail after a round. C1 to C3 over rounds in which the candidate was replaced. "shown": the interval (95 %, whole tasks resampled) is below 1, over ${LEAST_TASKS_FOR_RATIO} tasks at least; C1 is refuted by a single round.`,
        LABEL_RULE,
        'Second table: observed (predicted) in percent, predicted from gap(0) with one gamma and one beta for all rounds of the loop as it ran; ! where the interval of the difference excludes 0: gamma and beta are then not constant. The patent’s bound (gamma + beta)^t gap(0) holds only if what a round breaks shrinks with the gap; else the gap tends to beta / (1 - gamma).',
        `Stopping on the ${whatGrades(run.manifest.identity)} keeps what is solved; what is not solved can still get worse, so that C1 never holds by construction. ‖: a resampling arm: what it shows is the effect of resampling alone.`,
        ...(convergence.some(isShownByChance) ? [SHOWN_BY_CHANCE] : []),
        ...(isCoarse ? ['Some tasks have no results by assertion: their gap is 0 or 1, by the outcome.'] : []),
      ],
      tables: [conditionTable(convergence), curveTable(convergence)],
    },
  ];
}

/** C2 or C3 come out shown for a loop whose verifier knows nothing of the candidate: verification is then not what they show. */
export function isShownByChance(row: Convergence): boolean {
  const { c2, c3 } = conditionsShown(row);
  return row.condition.verifier === 'coin' && (c2 === true || c3 === true);
}

const SHOWN_BY_CHANCE =
  '§: its verifier is chance and knows nothing of the candidate. That C2 or C3 come out "shown" there needs no verification: a new draw, or another form of the answer, is enough.';

/** The patent's conditions as measured, a row a loop. */
export function conditionTable(rows: readonly Convergence[]): Table {
  return {
    header: [
      'condition',
      'label',
      'trials',
      'left out',
      'C1: rounds that rose',
      'gamma',
      'C2',
      'beta',
      'gamma + beta',
      'C3',
    ],
    rows: rows.map((row) => {
      const { c1, c2, c3 } = conditionsShown(row);
      const { gamma, beta, gammaPlusBeta } = row.ofReplacements;
      return [
        name(row),
        row.result.label,
        String(row.trials),
        String(row.leftOut),
        c1 === undefined ? UNKNOWN : proportionText(row.rises),
        decimal(gamma),
        word(c2),
        decimal(beta),
        decimal(gammaPlusBeta),
        word(c3),
      ];
    }),
    textColumns: [1, 6, 9],
  };
}

function curveTable(rows: readonly Convergence[]): Table {
  const last = Math.max(...rows.map(({ rounds }) => rounds));
  return {
    header: ['gap(t) in %', ...Array.from({ length: last + 1 }, (_, t) => `t = ${t}`), 'change, 2nd half'],
    rows: rows.map((row) => [
      name(row),
      ...Array.from({ length: last + 1 }, (_, t) => pointText(row.curve[t])),
      percentWithBounds(row.late.value, row.late.interval),
    ]),
  };
}

function pointText(point: CurvePoint | undefined): string {
  if (point?.observed.value === undefined) return '';
  const points = (share: number) => (100 * share).toFixed(1);
  if (point.t === 0 || point.predicted.value === undefined) return points(point.observed.value);
  const bounds = point.misfit?.interval;
  const isOff = bounds !== undefined && (bounds.low > 0 || bounds.high < 0);
  return `${points(point.observed.value)} (${points(point.predicted.value)})${isOff ? ' !' : ''}`;
}

function name(row: Convergence): string {
  return `${label(row.condition)}${row.isResampling ? '‖' : ''}${isShownByChance(row) ? '§' : ''}`;
}

function decimal({ value, interval }: Estimate): string {
  if (value === undefined) return UNKNOWN;
  const bounds = interval === undefined ? '' : ` [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`;
  return `${value.toFixed(3)}${bounds}`;
}

function word(isShown: boolean | undefined): string {
  if (isShown === undefined) return UNKNOWN;
  return isShown ? 'shown' : 'not shown';
}
