import type { AssertionFailure, Execution } from '../../types/execution.ts';
import { headAndTail } from './logs/log-sections.ts';

const SHOWN_FAILURES = 3;
const MOST_CHARACTERS = 1200;

/**
 * What a loop may be told about running a suite on its patch: how many tests failed, the first names with their tracebacks (head and
 * tail kept), or the end of the log where no test says more. What of a public run must not be told is not in its execution.
 */
export function describePatchExecution({ outcome, assertions, failures, output }: Execution): string {
  if (outcome.status === 'solved') return `All ${assertions.length} tests passed.`;
  switch (outcome.reason) {
    case 'empty':
      return 'The answer held no patch.';
    case 'patch-does-not-apply':
      return `The patch does not apply to the repository at that commit.\n${indent(endOf(output))}`;
    case 'exited-early':
      return `The tests did not run to their end.\n${indent(endOf(output))}`;
    case 'memory':
      return 'The tests needed too much memory.';
    case 'output-limit':
      return 'The tests wrote too much.';
    default: {
      const shown = failures.map((failure, index) => describeFailure(failure, index < SHOWN_FAILURES));
      return [failedCount(outcome.reason, assertions), ...shown].join('\n');
    }
  }
}

function failedCount(reason: string, assertions: string): string {
  const passed = [...assertions].filter((letter) => letter === 'p').length;
  const count = assertions === '' ? '' : ` ${assertions.length - passed} of ${assertions.length} tests did not pass.`;
  return (reason === 'timeout' ? `The tests did not finish in time.${count}` : count).trim();
}

function describeFailure({ source = 'outside the tests', message }: AssertionFailure, hasExcerpt: boolean): string {
  return hasExcerpt ? `- ${source}\n${excerpt(message)}` : `- ${source}`;
}

const excerpt = (text: string): string => indent(headAndTail(text.trim(), MOST_CHARACTERS));

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** The last lines of a log, without the harness's own marks: what comes first in it is the preparation of every run. */
function endOf(log: string): string {
  const text = log.replace(/^(?:\+ : ')?>>>>> .*\n?/gm, '').trim();
  const cut = text.length - MOST_CHARACTERS;
  return cut <= 0 ? text : text.slice(text.indexOf('\n', cut) + 1);
}

/** The published loops were shown the end of the report, or of the output where there was none. */
const PUBLISHED_CHARACTERS = 3000;

/**
 * What the published loops were told of a patch that failed: the report of the SWE-bench harness on it, which names tests and says nothing
 * of why they fail; where the patch does not apply or the tests did not run to their end, the end of the output.
 */
export function describePatchAsPublished({ outcome, assertions, failures, output }: Execution): string {
  if (outcome.status === 'solved') return 'All tests passed.';
  const hasReport = outcome.reason === 'tests-failed' || outcome.reason === 'assertion';
  const names = failures.flatMap(({ source }) => source ?? []);
  const passed = [...assertions].filter((letter) => letter === 'p').length;
  const report = { patch_applied: true, resolved: false, tests: { passed, failed: assertions.length - passed, names } };
  const text = hasReport ? JSON.stringify(report, undefined, 2) : output;
  return `The tests failed.\n\nOutput of the tests:\n${text.slice(-PUBLISHED_CHARACTERS)}`;
}
