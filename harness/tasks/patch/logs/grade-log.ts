import type { Outcome } from '../../../types/execution.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { type Decisions, decideTests, type TestDecision } from './decide-tests.ts';
import type { Evidence } from './evidence.ts';
import type { GradingRules } from './grading-rules.ts';
import { type LogFault, readLog } from './read-log.ts';

/** What a stored evaluation log says about the patch it was made with. */
export interface LogGrade {
  readonly outcome: Outcome;
  /** What the official report says under the same rules; it has no third outcome and asks for no summary. */
  readonly isResolved: boolean;
  readonly rules: GradingRules;
  readonly fault: LogFault | undefined;
  readonly failToPass: readonly TestDecision[];
  readonly passToPass: readonly TestDecision[];
  readonly evidence: Evidence;
}

/** What a log without statuses is evidence of. Without markers nobody knows what happened: that is no failure of the patch. */
const OUTCOME_OF_FAULT: Readonly<Record<LogFault, Outcome>> = {
  'apply-failed': { status: 'unsolved', reason: 'patch-does-not-apply' },
  'timed-out': { status: 'unsolved', reason: 'timeout' },
  'tests-errored': { status: 'unsolved', reason: 'exited-early' },
  'suite-did-not-run': { status: 'unsolved', reason: 'exited-early' },
  'exit-code-contradicts': { status: 'unsolved', reason: 'exited-early' },
  'output-limit': { status: 'unsolved', reason: 'output-limit' },
  'disk-limit': { status: 'unsolved', reason: 'output-limit' },
  'memory-limit': { status: 'unsolved', reason: 'memory' },
  'processes-limit': { status: 'unsolved', reason: 'exited-early' },
  'reset-failed': { status: 'ungraded', reason: 'harness-error' },
  'no-markers': { status: 'ungraded', reason: 'harness-error' },
};

/** Grades one log by the official rules. Throws `DataError` for a repository without a parser. */
export function gradeLog(text: string, problem: PatchProblem, rules: GradingRules): LogGrade {
  const { statuses, fault, evidence } = readLog(text, problem.task.repository, rules);
  if (fault !== undefined) {
    const outcome = OUTCOME_OF_FAULT[fault];
    return { outcome, isResolved: false, rules, fault, failToPass: [], passToPass: [], evidence };
  }
  const decisions = decideTests(statuses, problem.hiddenTests, rules);
  const { failToPass, passToPass, isResolved } = decisions;
  return { outcome: outcomeOf(decisions, evidence), isResolved, rules, fault, failToPass, passToPass, evidence };
}

/** Names alone do not solve: every one of these runners ends with a summary, and a program that ends itself has none. */
function outcomeOf({ isResolved }: Decisions, { named, summary }: Evidence): Outcome {
  if (isResolved && summary !== undefined) return { status: 'solved' };
  return { status: 'unsolved', reason: named === 0 || isResolved ? 'exited-early' : 'tests-failed' };
}

/** One letter a required test, FAIL_TO_PASS first: `p` passed, `f` failed, `e` raised, `-` skipped or not in the log. */
export function lettersOf({ failToPass, passToPass }: Pick<LogGrade, 'failToPass' | 'passToPass'>): string {
  return [...failToPass, ...passToPass].map(({ decision, status }) => letterOf(decision, status)).join('');
}

function letterOf(decision: TestDecision['decision'], status: string | undefined): string {
  if (status === 'SKIPPED' || status === undefined) return '-';
  if (decision === 'passed') return 'p';
  return status === 'ERROR' ? 'e' : 'f';
}
