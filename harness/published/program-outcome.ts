import type { AssertionFailure, Outcome, UnsolvedReason } from '../types/execution.ts';
import type { ProgramTestOutput } from './result-file.ts';

/** An outcome with what the record says about why. */
export interface ToldOutcome {
  readonly outcome: Outcome;
  readonly failures: readonly AssertionFailure[];
}

export const SOLVED: ToldOutcome = { outcome: { status: 'solved' }, failures: [] };

/** What the record does not tell is neither right nor wrong. */
export const NOT_TOLD: ToldOutcome = { outcome: { status: 'ungraded', reason: 'not-recorded' }, failures: [] };

/** The tests failed; how is not in the record. */
export const FAILED_SOMEHOW: ToldOutcome = { outcome: { status: 'unsolved', reason: 'tests-failed' }, failures: [] };

/** The outcome of a program as the study ran it. */
export function programOutcome({ all_passed, stderr, error_type }: ProgramTestOutput): ToldOutcome {
  return all_passed ? SOLVED : failedProgram(stderr, error_type);
}

/** Python's message, or the study's word for it where the message is cut off. */
function failedProgram(stderr: string, errorType: string | null): ToldOutcome {
  if (errorType === 'timeout') return unsolved('timeout', stderr);
  if (errorType === 'execution_error') {
    return { outcome: { status: 'ungraded', reason: 'harness-error' }, failures: [{ message: stderr }] };
  }
  const lines = stderr.trimEnd().split('\n');
  const error = /^(\w*(?:Error|Exception|Interrupt|Exit))\b/.exec(lines.at(-1) ?? '')?.[1];
  const message = error === undefined ? (errorType ?? 'unknown error') : (lines.at(-1) ?? '');
  return unsolved(reasonOf(error, errorType), message, failingLine(lines));
}

function unsolved(reason: UnsolvedReason, message: string, source?: string): ToldOutcome {
  return {
    outcome: { status: 'unsolved', reason },
    failures: [{ message: message.slice(0, 300), ...(source === undefined ? {} : { source: source.slice(0, 300) }) }],
  };
}

function reasonOf(error: string | undefined, errorType: string | null): UnsolvedReason {
  if (/^(SyntaxError|IndentationError|TabError)$/.test(error ?? '') || errorType === 'syntax_error') return 'syntax';
  if (error === 'AssertionError' || errorType === 'assertion_error') return 'assertion';
  return error === 'MemoryError' ? 'memory' : 'exception';
}

/** The source line a traceback ends with: the last line that follows a `File …, line …` line. */
function failingLine(lines: readonly string[]): string | undefined {
  const file = lines.findLastIndex((line) => /^\s*File ".*", line \d+/.test(line));
  const source = file < 0 ? undefined : lines[file + 1]?.trim();
  return source === '' ? undefined : source;
}

/** The outcome a loop was told: `ALL TESTS PASSED…`, or `TESTS FAILED.` with the error's type and Python's message. */
export function toldProgramOutcome(verification: string): ToldOutcome {
  if (verification.startsWith('ALL TESTS PASSED')) return SOLVED;
  if (!verification.startsWith('TESTS FAILED')) return NOT_TOLD;
  const errorType = /^Error type: (\w+)$/m.exec(verification)?.[1] ?? null;
  const stderr = /^Stderr:\n([\s\S]*?)\nStdout:\n/m.exec(verification)?.[1] ?? '';
  return failedProgram(stderr, errorType);
}
