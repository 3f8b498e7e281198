import { openLineFile } from '../storage/line-file.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import type { ExecutionTimes } from '../types/execution.ts';
import { executionLine } from './records.ts';

/** Executions on disk, one line each as soon as it is known: what was executed once is never executed again. */
interface ExecutionFile extends ExecutionStore {
  /** Puts the file in order of the keys, so that two equal runs are equal byte for byte. */
  finish(): Promise<void>;
}

/** Opens (or creates) a file of executions. `onPut` is told the times, which differ between two equal runs and are not in the file. */
export async function openExecutionFile(
  path: string,
  onPut: (key: string, times: ExecutionTimes) => Promise<void> = async () => {},
): Promise<ExecutionFile> {
  const { lines, file } = await openLineFile(path, executionLine);
  const executions = new Map(lines.map((line) => [line.key, line.execution]));
  return {
    get: (key) => executions.get(key),
    async put(key, execution, times) {
      executions.set(key, execution);
      await file.append({ key, execution });
      await onPut(key, times);
    },
    finish: () =>
      file.rewrite(
        [...executions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, execution]) => ({ key, execution })),
      ),
  };
}
