import { UsageError } from '../errors.ts';
import { loadDefinition } from '../loading/load-dataset.ts';
import { contractKind } from './contract-kind.ts';
import { functionKind } from './function-kind.ts';
import { patchKind } from './patch-kind.ts';
import type { TaskKind } from './task-kind.ts';
import { tripleKind } from './triple-kind.ts';

/** Every kind of task there is. A new one is a folder in `tasks/`, a file here and a line in this table. */
export const TASK_KINDS: readonly TaskKind[] = [functionKind, patchKind, contractKind, tripleKind];

/** The kind of a dataset's tasks. Throws `UsageError` for an unknown dataset or kind. */
export async function kindOf(
  datasetId: string,
  folder?: string,
  kinds: readonly TaskKind[] = TASK_KINDS,
): Promise<TaskKind> {
  const { kind: name = 'function' } = await loadDefinition(datasetId, folder);
  const found = kinds.find(({ kind }) => kind === name);
  if (found !== undefined) return found;
  throw new UsageError(
    `${datasetId}: expected a kind of task among ${kinds.map(({ kind }) => kind).join(', ')}, got ${name}`,
  );
}
