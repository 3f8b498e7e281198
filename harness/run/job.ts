import { UsageError } from '../errors.ts';
import type { TaskSetup } from '../tasks/task-setup.ts';
import type { LoadedCondition } from './load-conditions.ts';
import type { BenchOptions } from './study.ts';

/** Throws `UsageError` for a job of a kind of task that has none, and for one without conditions: those of a dataset's own are of inference. */
export function checkJobOf({ dataset, job, pools, conditions }: BenchOptions, kind: string): void {
  const flag = job === undefined ? pools && `--pools ${pools}` : `--job ${job}`;
  if (flag === undefined) return;
  if (kind !== 'contract')
    throw new UsageError(`${flag}: expected a dataset of contracts, ${dataset} has tasks of kind ${kind}`);
  if (conditions === undefined)
    throw new UsageError(`${flag}: expected --conditions, such as search-exploration,search-treefinement`);
}

/** Throws `UsageError` where pools were made by other prompts than a condition's: what they show would be another method's. */
export function refuseOtherPrompts(
  { poolsOf }: Pick<TaskSetup, 'poolsOf'>,
  conditions: readonly LoadedCondition[],
  path = '',
): void {
  if (poolsOf === undefined) return;
  const other = conditions.find(({ identity }) => identity.promptsSha256 !== poolsOf);
  if (other === undefined) return;
  const [expected, got] = [other.identity.promptsSha256, poolsOf].map((sum) => sum.slice(0, 12));
  throw new UsageError(
    `--pools ${path}: expected pools made by the prompts of ${other.identity.name} (${expected}), got those of other prompts (${got})`,
  );
}
