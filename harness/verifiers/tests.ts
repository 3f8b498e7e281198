import { SandboxLostError } from '../errors.ts';
import type { Candidate, Verdict } from '../types/attempt.ts';
import type { Examiner, SuiteName } from '../types/evaluator.ts';

/** Runs a suite on a candidate and says accept or reject, with the failing tests as feedback. */
export async function verifyByTests(examiner: Examiner, candidate: Candidate, suite: SuiteName): Promise<Verdict> {
  if (!examiner.hasTests(suite)) return { status: 'accept', feedback: 'There are no tests to run.', assertions: '' };
  const { execution } = await examiner.execute(candidate.text, suite);
  const { outcome, assertions } = execution;
  if (outcome.status === 'ungraded') throw new SandboxLostError(`no verdict on ${examiner.task.id}: ${outcome.reason}`);
  const status = outcome.status === 'solved' ? 'accept' : 'reject';
  return { status, feedback: examiner.describe(execution), assertions };
}
