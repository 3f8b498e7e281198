import type { Run } from '../types/record.ts';
import { type AccuracyCell, accuracy, type BestOfK, bestOfK } from './accuracy.ts';
import { type ClaimMetrics, claimMetrics } from './claims/claims.ts';
import { type Column, readColumns } from './columns.ts';
import { type ConsistencyMetrics, consistencyMetrics } from './consistency/consistency.ts';
import { type ConditionCost, costs } from './cost.ts';
import { type ConditionDrift, drift } from './drift.ts';
import { readLoops } from './loops/loop-trials.ts';
import { type LoopMetrics, loopMetrics, measureRounds } from './loops/loops.ts';
import { type Monotonicity, monotonicity } from './loops/monotonicity.ts';
import { type RegressionPair, regressions } from './loops/regressions.ts';
import { declaredComparisons, exploratoryComparisons, type HeadToHead } from './paired.ts';
import { type Reading, readComparisons } from './readings.ts';
import { type SampledAnswers, sampledAnswers } from './sampled-answers.ts';
import { type SearchMetrics, searchMetrics } from './search/search.ts';
import { type Sensitivity, sensitivities } from './sensitivity.ts';
import {
  type EndCount,
  type ExtractionCounts,
  endCounts,
  extractionCounts,
  type OutcomeCount,
  outcomeCounts,
} from './taxonomy.ts';
import { armByArm } from './trials/trials.ts';
import { type TruncatedAnswers, truncatedAnswers } from './truncated-answers.ts';
import { type VerifierReportCard, verifierReportCards, withMatchedCoins } from './verifier-report-card.ts';

/** Every number the tables, the CSV files and the screen print, computed once. */
export interface Analysis {
  readonly run: Run;
  readonly columns: readonly Column[];
  readonly accuracy: readonly AccuracyCell[];
  readonly bestOfK: readonly BestOfK[];
  readonly sensitivity: readonly Sensitivity[];
  readonly sampledAnswers: readonly SampledAnswers[];
  readonly regressions: readonly RegressionPair[];
  readonly monotonicity: readonly Monotonicity[];
  /** One family: each arm against its declared comparator at the largest k. */
  readonly declared: readonly HeadToHead[];
  /** What each of them says, in their order. */
  readonly readings: readonly Reading[];
  /** Every other comparison, unadjusted. */
  readonly exploratory: readonly HeadToHead[];
  readonly outcomes: readonly OutcomeCount[];
  readonly extraction: readonly ExtractionCounts[];
  readonly truncated: readonly TruncatedAnswers[];
  readonly ends: readonly EndCount[];
  readonly verifiers: readonly VerifierReportCard[];
  readonly costs: readonly ConditionCost[];
  readonly drift: readonly ConditionDrift[];
  readonly loops: LoopMetrics;
  readonly claims: ClaimMetrics;
  readonly consistency: ConsistencyMetrics;
  readonly search: SearchMetrics;
}

/** A pure function of the run: equal runs give equal analyses. */
export function analyse(run: Run): Analysis {
  const arms = Array.from(armByArm(run), analyseArm);
  const columns = arms.flatMap((arm) => arm.columns);
  const loops = readLoops(run);
  const cells = accuracy(run, columns);
  const declared = declaredComparisons(run, columns);
  return {
    run,
    columns,
    accuracy: cells,
    bestOfK: arms.flatMap((arm) => arm.bestOfK),
    sensitivity: sensitivities(columns),
    sampledAnswers: sampledAnswers(run),
    regressions: arms.flatMap((arm) => arm.regressions),
    monotonicity: arms.flatMap((arm) => arm.monotonicity),
    declared,
    readings: readComparisons(declared),
    exploratory: exploratoryComparisons(run, columns),
    outcomes: outcomeCounts(columns),
    extraction: arms.flatMap((arm) => arm.extraction),
    truncated: arms.flatMap((arm) => arm.truncated),
    ends: arms.flatMap((arm) => arm.ends),
    verifiers: arms.flatMap((arm) => arm.verifiers).map((card) => withMatchedCoins(card, run, columns)),
    costs: arms.flatMap((arm) => arm.costs),
    drift: arms.flatMap((arm) => arm.drift),
    loops: loopMetrics(run, loops, { arms: arms.map((arm) => arm.rounds), accuracy: cells }),
    claims: claimMetrics(run),
    consistency: consistencyMetrics(run),
    search: searchMetrics(run),
  };
}

/** What the trials of one arm say by themselves. */
function analyseArm(arm: Run) {
  const columns = readColumns(arm);
  const pairs = regressions(arm, columns);
  return {
    columns,
    regressions: pairs,
    monotonicity: monotonicity(arm, pairs, readLoops(arm)),
    verifiers: verifierReportCards(arm, columns),
    bestOfK: bestOfK(arm, columns),
    extraction: extractionCounts(arm),
    truncated: truncatedAnswers(arm),
    ends: endCounts(arm),
    costs: costs(arm),
    drift: drift(arm),
    rounds: measureRounds(arm, columns),
  };
}
