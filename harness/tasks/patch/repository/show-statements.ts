import { sha256 } from '../../../storage/hash.ts';
import type { Dataset, PatchProblem } from '../../../types/task.ts';
import { contextFor, parseContext, type RepositoryContext } from './context.ts';
import { openMirror } from './mirror.ts';
import { type ShownLeaks, withContext } from './patch-prompt.ts';

interface ShowOptions {
  /** As the flag has it. */
  readonly context: string;
  readonly contextTokens: number;
  readonly leaks: ShownLeaks;
  readonly mirrors: string | undefined;
  /** What was shown before, by task: for these no mirror is needed. */
  readonly recorded: ReadonlyMap<string, RepositoryContext>;
}

/** The instances with the statements that a model is shown. */
interface Shown {
  readonly dataset: Dataset<PatchProblem>;
  readonly contexts: readonly ShownContext[];
  readonly statementsSha256: string;
}

export interface ShownContext {
  readonly taskId: string;
  readonly context: RepositoryContext;
}

/** Shows of each instance's repository what the setting says. Throws `UsageError` for a setting that is none and for a missing mirror. */
export async function showStatements(
  dataset: Dataset<PatchProblem>,
  { context: text, contextTokens, leaks, mirrors, recorded }: ShowOptions,
): Promise<Shown> {
  const setting = parseContext(text);
  const problems: PatchProblem[] = [];
  const contexts: ShownContext[] = [];
  for (const problem of dataset.problems) {
    const { id, repository } = problem.task;
    const read = () => {
      const mirror = mirrors === undefined ? undefined : openMirror(mirrors, repository);
      return contextFor(problem, setting, contextTokens, mirror);
    };
    const context = recorded.get(id) ?? (await read());
    problems.push(withContext(problem, context, leaks));
    contexts.push({ taskId: id, context });
  }
  const statementsSha256 = sha256(JSON.stringify(problems.map(({ task }) => task.prompt)));
  return { dataset: { ...dataset, problems }, contexts, statementsSha256 };
}
