import type { Executor } from '../../types/evaluator.ts';
import type { Model } from '../../types/model.ts';
import type { ContractProblem, Dataset } from '../../types/task.ts';
import type { ResolvedModel, SyntheticModels } from '../resolve-model.ts';
import { labelPool } from './pool.ts';
import { createSimulatedForContracts, createSimulatedModel } from './simulated.ts';
import { loadProfile, type SimulatedProfile } from './simulated-profile.ts';

/** Makes the simulated model of a profile from a dataset's pool; what the pool does not label is executed once. */
export const resolveSimulated = (dataset: Dataset, executor: Executor): SyntheticModels[string] =>
  resolveProfile(async (profile) => {
    const labelled = await labelPool(dataset, async (problem, code) => {
      return (await executor.execute(problem.task, code, problem.hiddenTests)).execution.outcome;
    });
    return createSimulatedModel(profile, labelled);
  });

/** Makes the simulated model of a profile from the bodies of a dataset of contracts. */
export const resolveSimulatedForContracts = (dataset: Dataset<ContractProblem>): SyntheticModels[string] =>
  resolveProfile(async (profile) => createSimulatedForContracts(profile, dataset));

function resolveProfile(make: (profile: SimulatedProfile) => Promise<Model>): SyntheticModels[string] {
  return async (name, { price }): Promise<ResolvedModel> => {
    const profile = loadProfile(name);
    const { inputUsdPerMillion, outputUsdPerMillion } = profile.prices;
    const own = { inputUsd: inputUsdPerMillion.value, outputUsd: outputUsdPerMillion.value, source: `profile ${name}` };
    return { model: await make(profile), isRemote: false, price: price ?? own };
  };
}
