import { DataError } from '../../errors.ts';
import { claimsReport, extractedClaims, plan, remediation } from '../../types/claim-artifacts.ts';
import type { Trajectory } from '../../types/record.ts';

const KINDS = [extractedClaims, plan, claimsReport, remediation];

/** Throws `DataError` naming trial and field where what is stored of claims does not fit: metrics and pages rest on it. */
export function checkClaimArtifacts(trajectories: readonly Trajectory[], origin: string): void {
  for (const { condition, taskId, steps } of trajectories) {
    for (const step of steps) {
      try {
        for (const kind of KINDS) kind.in(step);
      } catch (error) {
        if (error instanceof DataError) throw new DataError(`${origin}: ${condition} on ${taskId}: ${error.message}`);
        throw error;
      }
    }
  }
}
