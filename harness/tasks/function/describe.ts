import type { Execution } from '../../types/execution.ts';
import type { Task } from '../../types/task.ts';

const SHOWN_FAILURES = 3;

/** What a loop may be told about an execution: the same text for two equal runs. */
export function describeExecution(task: Task, execution: Execution): string {
  const { outcome, assertions, failures } = execution;
  if (outcome.status === 'solved') return `All ${assertions.length} tests passed.`;
  const reason = outcome.status === 'unsolved' ? outcome.reason : 'ungraded';
  switch (reason) {
    case 'empty':
      return `The answer held no Python code that defines ${task.entryPoint}.`;
    case 'no-entry-point':
      return `The program does not define a function named ${task.entryPoint}.`;
    case 'syntax':
      return `The program does not compile: ${failures[0]?.message ?? 'syntax error'}`;
    case 'memory':
      return 'The program needed too much memory.';
    case 'output-limit':
      return 'The program printed too much.';
    case 'ended-its-sandbox':
      return 'The program ended the sandbox that it ran in.';
    case 'exited-early':
      return 'The program ended itself before the tests were through.';
    default:
      return [failedCount(reason, assertions), ...failures.slice(0, SHOWN_FAILURES).map(describeFailure)].join('\n');
  }
}

function failedCount(reason: string, assertions: string): string {
  const passed = [...assertions].filter((letter) => letter === 'p').length;
  const count = `${assertions.length - passed} of ${assertions.length} tests did not pass.`;
  return reason === 'timeout' ? `The program did not finish in time. ${count}` : count;
}

function describeFailure(failure: Execution['failures'][number]): string {
  const lines = [`- ${failure.source ?? 'outside the tests'}`];
  if (failure.got !== undefined) lines.push(`  got: ${failure.got}`);
  if (failure.got === undefined || !failure.message.startsWith('AssertionError')) lines.push(`  ${failure.message}`);
  return lines.join('\n');
}
