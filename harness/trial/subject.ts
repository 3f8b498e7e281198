import type { Attempt, Verdict } from '../types/attempt.ts';
import type { RequestSubject } from '../types/model.ts';
import type { AnyTask } from '../types/task.ts';

/** Follows what a trial's calls are about, from what its condition is told and yields: no prompt is read for it. */
export interface SubjectTracker {
  current(): RequestSubject;
  /** A new candidate was proposed: nothing is known of it. */
  newCandidate(): void;
  /** What the loop is told of the candidate. */
  told(verdict: Verdict): void;
  /** A plan was written and given on. */
  planned(): void;
  /** What running its claims showed, after what the loop is told of them. */
  checked(found: Pick<RequestSubject, 'basis' | 'openClaims'>): void;
  /** The verdict of what the condition yields is one that it may have made itself. */
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
    checked(found) {
      subject = { ...subject, ...found };
    },
    yielded({ verdict }) {
      // What the harness told is known in full: the verdict alone says less of what it rests on.
      if (verdict !== undefined && verdict.status !== subject.told) told(verdict);
    },
  };
}
