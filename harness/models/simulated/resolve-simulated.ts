import type { Executor } from '../../types/evaluator.ts';
import type { Model } from '../../types/model.ts';
import type { ContractProblem, Dataset, TripleProblem, TripleTask } from '../../types/task.ts';
import type { ResolvedModel, SyntheticModels } from '../resolve-model.ts';
import { labelPool } from './pool.ts';
import { createSimulatedForContracts, createSimulatedModel } from './simulated.ts';
import { loadProfile, priceOf, type SimulatedProfile } from './simulated-profile.ts';
import type { TripleTexts } from './triples/known-triples.ts';
import { createSimulatedForTriples } from './triples/simulated-triples.ts';
import { loadTripleProfile } from './triples/triple-profile.ts';

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

/** Makes the simulated model of a profile of triples from their artefacts. */
export const resolveSimulatedForTriples =
  (dataset: Dataset<TripleProblem>, textsOf: (task: TripleTask) => TripleTexts): SyntheticModels[string] =>
  async (name, { price }) => ({
    model: createSimulatedForTriples(loadTripleProfile(name), dataset, textsOf),
    isRemote: false,
    price,
  });

function resolveProfile(make: (profile: SimulatedProfile) => Promise<Model>): SyntheticModels[string] {
  return async (name, { price }): Promise<ResolvedModel> => {
    const profile = loadProfile(name);
    return { model: await make(profile), isRemote: false, price: price ?? priceOf(profile) };
  };
}
