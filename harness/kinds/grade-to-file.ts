import {
  describeGraded,
  type Graded,
  type GradeSamplesOptions,
  gradeSamples,
  type Sample,
} from '../grading/grade-samples.ts';
import { createProgress, standardProgress } from '../progress.ts';
import { openExecutionFile } from '../records/execution-file.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import type { CommandParts } from './task-kind.ts';

/**
 * Grades answers into the file `out` and returns what to say at the end. Their executions are kept beside it, so that a stopped command goes on.
 * After an abort it throws the signal's reason.
 */
export async function gradeToFile<P>(
  samples: readonly Sample<P>[],
  graderIn: (executions: ExecutionStore) => (sample: Sample<P>) => Promise<Graded>,
  options: GradeSamplesOptions,
  { signal, say }: Pick<CommandParts, 'signal' | 'say'>,
): Promise<string> {
  const kept = `${options.out}.executions.jsonl`;
  const executions = await openExecutionFile(kept);
  signal.addEventListener('abort', () => say(`\nstopped; the same command goes on: what was executed is in ${kept}`));
  const progress = createProgress('answers', samples.length, standardProgress);
  const graded = await gradeSamples(samples, graderIn(executions), progress, options, signal);
  await executions.finish();
  progress.finish();
  return `${describeGraded(graded)}\nwritten: ${options.out}`;
}
