import type { AssertionFailure, Execution } from '../../../types/execution.ts';
import type { PatchProblem } from '../../../types/task.ts';
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

/**
 * As `executionOfLog`, for a loop that may not know the hidden tests: nothing that is shown names one of FAIL_TO_PASS, which may stand in
 * the repository before the gold patch and fail. Where tests are missing, the end of the log says why.
 */
export function publicExecutionOfLog(log: string, grade: LogGrade, failToPass: readonly string[]): Execution {
  const hidden = [...new Set(failToPass.map(shortName))];
  const isShown = (line: string): boolean => !hidden.some((name) => isNamedIn(line, name));
  return executionOfLog(log.split('\n').filter(isShown).join('\n'), grade);
}

/** What a suite showed: `hidden` as it is, `public` without what a loop may not know. */
export const executionOfSuite = (
  log: string,
  grade: LogGrade,
  suite: 'hidden' | 'public',
  { hiddenTests }: PatchProblem,
): Execution =>
  suite === 'public' ? publicExecutionOfLog(log, grade, hiddenTests.failToPass) : executionOfLog(log, grade);

/** What a report calls a test: `test_x[a]` of `path.py::Class::test_x[a]`, `test_x` of `test_x (module.Class)`. */
const shortName = (test: string): string => (test.split('::').at(-1) ?? test).replace(/ \(.*$/, '');

function isNamedIn(line: string, name: string): boolean {
  const at = line.indexOf(name);
  return name !== '' && at >= 0 && !/\w/.test(line[at - 1] ?? ' ') && !/\w/.test(line[at + name.length] ?? ' ');
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
