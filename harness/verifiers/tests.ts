import { ImageMissingError, ProverMissingError, SandboxLostError } from '../errors.ts';
import type { Candidate, Verdict } from '../types/attempt.ts';
import type { Evaluator, SuiteName } from '../types/evaluator.ts';

/** Runs a suite on a candidate and says accept or reject, with the failing tests as feedback. */
export async function verifyByTests(evaluator: Evaluator, candidate: Candidate, suite: SuiteName): Promise<Verdict> {
  if (!evaluator.hasTests(suite)) return { status: 'accept', feedback: 'There are no tests to run.', assertions: '' };
  const { execution } = await evaluator.execute(candidate.text, suite);
  const { outcome, assertions } = execution;
  if (outcome.status === 'ungraded') {
    const message = `no verdict on ${evaluator.task.id}: ${outcome.reason}`;
    if (outcome.reason === 'prover-missing') throw new ProverMissingError(message);
    throw outcome.reason === 'image-missing' ? new ImageMissingError(message) : new SandboxLostError(message);
  }
  const status = outcome.status === 'solved' ? 'accept' : 'reject';
  return { status, feedback: evaluator.describe(execution), assertions };
}
