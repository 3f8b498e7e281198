import { sha256 } from '../storage/hash.ts';
import type { Attempt, Fault } from '../types/attempt.ts';
import type { CallRecord, Step } from '../types/record.ts';
import type { ReplayedVerdict } from '../verifiers/recorded.ts';

/** What happened while an attempt was made that the condition does not say itself. */
interface StepContext {
  readonly liveVerdict: ReplayedVerdict['liveVerdict'];
  readonly faults: readonly Fault[];
  readonly calls: readonly CallRecord[];
}

/** An attempt as it is recorded. */
export function toStep(index: number, attempt: Attempt, { liveVerdict, faults, calls }: StepContext): Step {
  const { candidate, plan, verdict, claims, unparsed, report, remediation } = attempt;
  return {
    index,
    candidate: candidate.text,
    candidateSha256: sha256(candidate.text),
    extraction: candidate.extraction,
    responseSha256: candidate.responseSha256,
    proposedBy: candidate.role,
    ...(plan === undefined ? {} : { plan }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(liveVerdict === undefined ? {} : { liveVerdict }),
    ...(claims === undefined ? {} : { claims }),
    ...(unparsed === undefined ? {} : { unparsed }),
    ...(report === undefined ? {} : { report }),
    ...(remediation === undefined ? {} : { remediation }),
    ...(faults.length === 0 ? {} : { faults }),
    calls,
  };
}
