import { UsageError } from '../errors.ts';
import type { Executor } from '../executor.ts';
import type { Dataset, Model } from '../types.ts';
import { labelPool } from './pool.ts';
import { createSimulatedModel } from './simulated.ts';
import { loadProfile } from './simulated-profile.ts';

/** The model an id names. Throws `UsageError` listing the forms an id can have. */
export async function bindModel(id: string, dataset: Dataset, executor: Executor): Promise<Model> {
  const [kind, rest] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
  if (kind === 'simulated') {
    const labelled = await labelPool(dataset, async (problem, code) => {
      return (await executor.execute(problem.task, code, problem.hiddenTests)).execution.outcome;
    });
    return createSimulatedModel(await loadProfile(rest), labelled);
  }
  throw new UsageError(`unknown model "${id}"; expected simulated:PROFILE`);
}
