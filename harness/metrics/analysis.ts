import type { Run } from '../types.ts';
import { type AccuracyCell, accuracy, type BestOfK, bestOfK } from './accuracy.ts';
import { type Column, readColumns } from './columns.ts';
import { type BookedCall, bookCalls, type ConditionCost, costs } from './cost.ts';
import { type ConditionDrift, drift } from './drift.ts';
import { type HeadToHead, headToHeadAtEqualK, headToHeadWithBaseline } from './paired.ts';
import { type Monotonicity, monotonicity, type RegressionPair, regressions } from './regressions.ts';
import {
  type EndCount,
  type ExtractionCounts,
  endCounts,
  extractionCounts,
  type OutcomeCount,
  outcomeCounts,
} from './taxonomy.ts';
import { type VerifierReportCard, verifierReportCards } from './verifier-report-card.ts';

/** Every number the tables, the CSV files and the screen print, computed once. */
export interface Analysis {
  readonly run: Run;
  readonly columns: readonly Column[];
  readonly accuracy: readonly AccuracyCell[];
  readonly bestOfK: readonly BestOfK[];
  readonly regressions: readonly RegressionPair[];
  readonly monotonicity: readonly Monotonicity[];
  readonly againstBaseline: readonly HeadToHead[];
  readonly atEqualK: readonly HeadToHead[];
  readonly outcomes: readonly OutcomeCount[];
  readonly extraction: readonly ExtractionCounts[];
  readonly ends: readonly EndCount[];
  readonly verifiers: readonly VerifierReportCard[];
  readonly calls: readonly BookedCall[];
  readonly costs: readonly ConditionCost[];
  readonly drift: readonly ConditionDrift[];
}

/** A pure function of the run: equal runs give equal analyses. */
export function analyse(run: Run): Analysis {
  const columns = readColumns(run);
  const pairs = regressions(run, columns);
  const calls = bookCalls(run);
  return {
    run,
    columns,
    accuracy: accuracy(run, columns),
    bestOfK: bestOfK(run, columns),
    regressions: pairs,
    monotonicity: monotonicity(run, pairs),
    againstBaseline: headToHeadWithBaseline(run, columns),
    atEqualK: headToHeadAtEqualK(run, columns),
    outcomes: outcomeCounts(columns),
    extraction: extractionCounts(run),
    ends: endCounts(run),
    verifiers: verifierReportCards(run),
    calls,
    costs: costs(run, calls),
    drift: drift(run),
  };
}
