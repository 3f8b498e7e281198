import type { Run } from '../../types/record.ts';
import { type CheckQuality, checkQuality } from './check-quality.ts';
import { type ClaimRound, claimRounds } from './claim-rounds.ts';
import { type InjectedFaults, injectedFaults } from './faults.ts';
import { type GapTruth, gapTruths } from './gap-truth.ts';

/** What loops that decide claims one by one have shown, and the faults put into loops on purpose. Empty for any other run. */
export interface ClaimMetrics {
  readonly rounds: readonly ClaimRound[];
  readonly quality: readonly CheckQuality[];
  readonly truths: readonly GapTruth[];
  readonly faults: readonly InjectedFaults[];
}

export function claimMetrics(run: Run): ClaimMetrics {
  return {
    rounds: claimRounds(run),
    quality: checkQuality(run),
    truths: gapTruths(run),
    faults: injectedFaults(run),
  };
}
