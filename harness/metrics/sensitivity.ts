import type { ConditionIdentity } from '../types/record.ts';
import type { Column, ColumnOutcome, TrialResult } from './columns.ts';

/** Conventions that move a score although no program changed, in the order of the table. */
export const CONVENTIONS = ['published-extractor', 'ungraded-as-unsolved', 'cut-as-unsolved'] as const;

/**
 * `published-extractor`: the same responses cut by the published study's extractor; `ungraded-as-unsolved`: what could not be graded counts
 * as wrong, as the published study had it; `cut-as-unsolved`: a trial that met a limit counts as wrong in place of its last finished step.
 */
export type Convention = (typeof CONVENTIONS)[number];

/** One score under one other convention. */
export interface Sensitivity {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly convention: Convention;
  /** As the accuracy table has it. */
  readonly rate: number | undefined;
  /** Under the convention; `undefined` where the records cannot tell. */
  readonly rateUnder: number | undefined;
  /** Trials in the rate under the convention; likewise. */
  readonly graded: number | undefined;
  /** Trials solved under the convention only, and as printed only; likewise. */
  readonly onlyUnder: number | undefined;
  readonly onlyAsPrinted: number | undefined;
}

/** Every column's score under each convention, in the order of columns and conventions. */
export function sensitivities(columns: readonly Column[]): Sensitivity[] {
  return columns.flatMap(({ condition, k, trials }) =>
    CONVENTIONS.map((convention) => ({ condition, k, convention, ...scoreUnder(trials, convention) })),
  );
}

function scoreUnder(trials: readonly TrialResult[], convention: Convention) {
  const printed = trials.map(({ outcome }) => outcome);
  const known = trials.flatMap((trial) => outcomeUnder(trial, convention) ?? []);
  const rate = rateOf(printed);
  const isKnown = known.length === trials.length && known.some(({ status }) => status !== 'ungraded');
  if (!isKnown) {
    return { rate, rateUnder: undefined, graded: undefined, onlyUnder: undefined, onlyAsPrinted: undefined };
  }
  const isSolved = (outcomes: readonly ColumnOutcome[], position: number) => outcomes[position]?.status === 'solved';
  const count = (here: readonly ColumnOutcome[], there: readonly ColumnOutcome[]) =>
    trials.filter((_, position) => isSolved(here, position) && !isSolved(there, position)).length;
  return {
    rate,
    rateUnder: rateOf(known),
    graded: known.filter(({ status }) => status !== 'ungraded').length,
    onlyUnder: count(known, printed),
    onlyAsPrinted: count(printed, known),
  };
}

function outcomeUnder(trial: TrialResult, convention: Convention): ColumnOutcome | undefined {
  if (convention === 'published-extractor') return trial.published;
  const isWrong = convention === 'cut-as-unsolved' ? trial.isCutByLimit : trial.outcome.status === 'ungraded';
  // The reason is no part of a score; any will do.
  return isWrong ? { status: 'unsolved', reason: 'empty' } : trial.outcome;
}

function rateOf(outcomes: readonly ColumnOutcome[]): number | undefined {
  const graded = outcomes.filter(({ status }) => status !== 'ungraded');
  return graded.length === 0 ? undefined : graded.filter(({ status }) => status === 'solved').length / graded.length;
}
