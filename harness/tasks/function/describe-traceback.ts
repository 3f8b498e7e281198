import type { Execution } from '../../types/execution.ts';

/** The published loops cut each stream here. */
const MOST_CHARACTERS = 2000;

/** Exceptions that the published loops told by a name of their own; any other was a `runtime_error`. */
const NAMED = ['Syntax', 'Name', 'Type', 'Index', 'Key', 'Value', 'Assertion', 'Recursion', 'Attribute'];

/**
 * What the published loops were told of failing tests, in their order: return code, kind of error, what Python writes to its error stream
 * when a script stops at the first assertion that does not hold, and what the program printed. Frames have no line numbers here, and
 * those inside the candidate are not known.
 */
export function describeTraceback({ outcome, failures, output }: Execution): string {
  if (outcome.status === 'solved') return 'All tests passed: the implementation is right.';
  const reason = outcome.status === 'unsolved' ? outcome.reason : 'ungraded';
  const isTimeout = reason === 'timeout';
  const [first] = failures;
  const error = isTimeout ? 'The time limit was reached' : first === undefined ? endedBy(reason) : traceback(first);
  return [
    'The tests failed.',
    `Return code: ${isTimeout ? -1 : 1}`,
    `Kind of error: ${isTimeout ? 'timeout' : kindOfError(first?.message ?? '')}`,
    `Error stream:\n${error.slice(0, MOST_CHARACTERS)}`,
    `Output stream:\n${isTimeout ? '' : output.slice(0, MOST_CHARACTERS)}`,
  ].join('\n');
}

function traceback({ source, message }: Execution['failures'][number]): string {
  if (source === undefined) return message;
  return ['Traceback (most recent call last):', '  in check', `    ${source}`, message].join('\n');
}

const endedBy = (reason: string): string => `The program ended: ${reason.replaceAll('-', ' ')}`;

function kindOfError(message: string): string {
  const name = NAMED.find((known) => message.startsWith(`${known}Error`));
  return name === undefined ? 'runtime_error' : `${name.toLowerCase()}_error`;
}
