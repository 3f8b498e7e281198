import type { Attempt, Verdict } from '../types/attempt.ts';
import type { ClaimsReport } from '../types/claims.ts';
import type { RequestSubject } from '../types/model.ts';
import type { AnyTask } from '../types/task.ts';
import { SEVERITY_WEIGHTS } from '../verifiers/claims/gap.ts';

/** Follows what a trial's calls are about, from what its condition is told and yields: no prompt is read for it. */
export interface SubjectTracker {
  current(): RequestSubject;
  /** A new candidate was proposed: nothing is known of it. */
  newCandidate(): void;
  /** What the loop is told of the candidate. */
  told(verdict: Verdict): void;
  /** A plan was written and given on. */
  planned(): void;
  /** What the condition yields says all of it once more, and what its claims showed. */
  yielded(attempt: Attempt): void;
}

export function trackSubject(task: AnyTask): SubjectTracker {
  const fresh: RequestSubject = {
    ...(task.kind === 'function' ? { entryPoint: task.entryPoint } : {}),
    basis: 'nothing',
    openClaims: [],
  };
  let subject = fresh;
  const told = (verdict: Verdict): void => {
    if (verdict.status === 'unparsed') return;
    const hasRun = verdict.status === 'reject' && verdict.assertions !== undefined;
    subject = { ...subject, told: verdict.status, basis: hasRun ? 'failures' : 'nothing' };
  };
  return {
    current: () => subject,
    newCandidate() {
      subject = fresh;
    },
    told,
    planned() {
      if (subject.basis === 'failures') subject = { ...subject, basis: 'plan' };
    },
    yielded({ verdict, report }) {
      if (verdict !== undefined) told(verdict);
      if (report === undefined) return;
      subject = { ...subject, basis: hasEvidence(report) ? 'failures' : 'nothing', openClaims: openClaims(report) };
    },
  };
}

function hasEvidence({ claims, notRunnable }: ClaimsReport): boolean {
  return notRunnable !== undefined || claims.some(({ evidence }) => evidence.length > 0);
}

/** Claims that do not hold, by number, the gravest first. */
function openClaims({ claims }: ClaimsReport): number[] {
  return claims
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL')
    .sort((a, b) => SEVERITY_WEIGHTS[b.severity] - SEVERITY_WEIGHTS[a.severity])
    .map(({ id }) => Number(id.slice(1)));
}
