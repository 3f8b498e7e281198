import type { ExecutionStore } from '../types/evaluator.ts';
import type { Execution } from '../types/execution.ts';

/** Executions kept for the length of a process: preflight and `npm run grade` need no more. */
export function memoryExecutions(): ExecutionStore {
  const executions = new Map<string, Execution>();
  return {
    get: (key) => executions.get(key),
    async put(key, execution) {
      executions.set(key, execution);
    },
  };
}
