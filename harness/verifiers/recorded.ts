import type { Executor } from '../executor.ts';
import type { Candidate, Task, TestSuite, Verdict } from '../types.ts';
import { verifyByTests } from './tests.ts';

/** What a verdict or a grade came out as when it was recorded. */
export interface RecordedVerdicts {
  verdictOn(
    task: Task,
    candidate: string,
    suite: TestSuite,
  ): { readonly status: 'accept' | 'reject'; readonly assertions: string; readonly feedback?: string } | undefined;
}

/** A verdict as the loop is told it and, where it came out otherwise here than when it was recorded, what it was here. */
export interface ReplayedVerdict {
  readonly verdict: Verdict;
  readonly liveVerdict?: 'accept' | 'reject';
}

/**
 * Runs a suite on a candidate here and tells the loop what it was told when it was recorded: texts of exceptions differ
 * between Python versions, and with them every prompt after them. What was not recorded is told as it came out here.
 */
export async function verifyAsRecorded(
  executor: Executor,
  recorded: RecordedVerdicts | undefined,
  task: Task,
  candidate: Candidate,
  suite: TestSuite,
): Promise<ReplayedVerdict> {
  const live = await verifyByTests(executor, task, candidate, suite);
  const before = recorded?.verdictOn(task, candidate.text, suite);
  if (before?.feedback === undefined || live.status === 'unparsed') return { verdict: live };
  const { status, feedback, assertions } = before;
  const verdict = { status, feedback, assertions };
  return live.status === status ? { verdict } : { verdict, liveVerdict: live.status };
}
