import { ImageMissingError, ProverMissingError, whyNotRun } from '../errors.ts';
import type { Candidate, Verdict } from '../types/attempt.ts';
import type { Evaluator, SuiteName } from '../types/evaluator.ts';
import type { LiveVerdict } from '../types/record.ts';
import { verifyByTests } from './tests.ts';

/** A verdict as the loop is told it and, where it came out otherwise here than when it was recorded or not at all, what was here. */
export interface ReplayedVerdict {
  readonly verdict: Verdict;
  readonly liveVerdict?: LiveVerdict;
}

/**
 * Runs a suite on a candidate here and tells the loop what it was told when it was recorded: texts of exceptions differ
 * between Python versions, and with them every prompt after them. What was not recorded is told as it came out here. Where a prover
 * judges and none is here, or an image is missing, the recorded verdict is told all the same.
 */
export async function verifyAsRecorded(
  evaluator: Evaluator,
  candidate: Candidate,
  suite: SuiteName,
): Promise<ReplayedVerdict> {
  const before = evaluator.recorded?.(candidate.text, suite);
  if (before?.feedback === undefined) return { verdict: await verifyByTests(evaluator, candidate, suite) };
  const { status, feedback, assertions } = before;
  const verdict = { status, feedback, assertions };
  const live = await statusHere(evaluator, candidate, suite);
  return live === status ? { verdict } : { verdict, liveVerdict: live };
}

async function statusHere(evaluator: Evaluator, candidate: Candidate, suite: SuiteName): Promise<LiveVerdict> {
  try {
    const { status } = await verifyByTests(evaluator, candidate, suite);
    return status === 'unparsed' ? 'no-verdict' : status;
  } catch (error) {
    if (error instanceof ProverMissingError || error instanceof ImageMissingError) return whyNotRun(error);
    throw error;
  }
}
