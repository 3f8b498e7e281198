import type { Executor } from '../../types/evaluator.ts';
import type { Dataset } from '../../types/task.ts';
import type { ResolvedModel, SyntheticModels } from '../resolve-model.ts';
import { labelPool } from './pool.ts';
import { createSimulatedModel } from './simulated.ts';
import { loadProfile } from './simulated-profile.ts';

/** Makes the simulated model of a profile from a dataset's pool; what the pool does not label is executed once. */
export function resolveSimulated(dataset: Dataset, executor: Executor): SyntheticModels[string] {
  return async (name, { price }): Promise<ResolvedModel> => {
    const profile = loadProfile(name);
    const labelled = await labelPool(dataset, async (problem, code) => {
      return (await executor.execute(problem.task, code, problem.hiddenTests)).execution.outcome;
    });
    const { inputUsdPerMillion, outputUsdPerMillion } = profile.prices;
    const own = { inputUsd: inputUsdPerMillion.value, outputUsd: outputUsdPerMillion.value, source: `profile ${name}` };
    return { model: createSimulatedModel(profile, labelled), isRemote: false, price: price ?? own };
  };
}
