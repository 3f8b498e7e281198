import { openHashedFile } from '../storage/hashed-lines.ts';
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
  const file = await openHashedFile(path, executionLine, ({ key }) => key);
  return {
    get: (key) => file.get(key)?.execution,
    async put(key, execution, times) {
      if (!file.has(key)) await file.add({ key, execution });
      await onPut(key, times);
    },
    finish: () => file.finish(file.sorted()),
  };
}
