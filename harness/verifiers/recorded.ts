import type { Examiner, SuiteName } from '../examiner.ts';
import type { Candidate, ClaimsReport, LiveVerdict, Task, TestSuite, Verdict } from '../types.ts';
import { verifyByTests } from './tests.ts';

/** What a verdict or a grade came out as when it was recorded. */
export interface RecordedVerdict {
  readonly status: 'accept' | 'reject';
  readonly assertions: string;
  readonly feedback?: string;
}

export interface RecordedVerdicts {
  verdictOn(task: Task, candidate: string, suite: TestSuite): RecordedVerdict | undefined;
  /** What a loop was told of its claims; by `ClaimsReport.inputSha256`. */
  readonly reportOn?: (inputSha256: string) => ClaimsReport | undefined;
}

/** A verdict as the loop is told it and, where it came out otherwise here than when it was recorded or not at all, what was here. */
export interface ReplayedVerdict {
  readonly verdict: Verdict;
  readonly liveVerdict?: LiveVerdict;
}

/**
 * Runs a suite on a candidate here and tells the loop what it was told when it was recorded: texts of exceptions differ
 * between Python versions, and with them every prompt after them. What was not recorded is told as it came out here.
 */
export async function verifyAsRecorded(
  examiner: Examiner,
  candidate: Candidate,
  suite: SuiteName,
): Promise<ReplayedVerdict> {
  const live = await verifyByTests(examiner, candidate, suite);
  const before = examiner.recorded?.(candidate.text, suite);
  if (before?.feedback === undefined || live.status === 'unparsed') return { verdict: live };
  const { status, feedback, assertions } = before;
  const verdict = { status, feedback, assertions };
  return live.status === status ? { verdict } : { verdict, liveVerdict: live.status };
}
