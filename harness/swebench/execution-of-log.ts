import type { AssertionFailure, Execution } from '../types.ts';
import type { TestDecision } from './decide-tests.ts';
import { type LogGrade, lettersOf } from './grade-log.ts';
import { headAndTail, sectionOf } from './log-sections.ts';

const MOST_FAILURES = 5;
const MOST_CHARACTERS = 2000;

/**
 * A graded log in the form every loop, table and metric knows: a letter a required test, the first failures with their
 * tracebacks, the log's head and tail. `assertion` counts FAIL_TO_PASS first; `source` is the test's id.
 */
export function executionOfLog(log: string, grade: LogGrade): Execution {
  const decisions = [...grade.failToPass, ...grade.passToPass];
  const failures = decisions.flatMap((each, assertion) => (each.decision === 'failed' ? [{ each, assertion }] : []));
  return {
    outcome: grade.outcome,
    assertions: lettersOf(grade),
    failures: failures.slice(0, MOST_FAILURES).map(({ each, assertion }) => failureOf(log, each, assertion)),
    output: headAndTail(steady(log), MOST_CHARACTERS),
  };
}

function failureOf(log: string, { test, status, namedAs }: TestDecision, assertion: number): AssertionFailure {
  const shown = sectionOf(log, namedAs ?? test);
  const said = shown === undefined ? [] : [headAndTail(steady(shown), MOST_CHARACTERS)];
  const message = [wordFor(status), ...said].join('\n');
  return { assertion, source: test, message };
}

const wordFor = (status: string | undefined): string => (status === undefined ? 'the log does not name it' : status);

/** Without addresses and times: two equal runs give a loop the same text. */
const steady = (text: string): string =>
  text.replace(/\b0x[0-9a-f]{6,}\b/g, '0x…').replace(/\b\d+(?:\.\d+)? ?(?:s|seconds)\b(?: \([\d:]+\))?/g, '… s');
