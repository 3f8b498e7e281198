import type { Executor } from '../executor.ts';
import type { ResponseStore } from '../sampling.ts';
import type { Dataset, Model } from '../types.ts';
import { decorateModel } from './decorate-model.ts';
import { modelFromId } from './model-from-id.ts';
import { labelPool } from './pool.ts';
import { openResponseStore } from './response-store.ts';
import { realRetryParts } from './retry.ts';
import { createSimulatedModel } from './simulated.ts';
import { loadProfile } from './simulated-profile.ts';

export interface BindOptions {
  readonly temperature: 'published' | 'provider-default' | number;
  /** Calls at a time. */
  readonly concurrency: number;
  readonly date: () => Date;
}

export interface BoundModel {
  readonly model: Model;
  /** Where its answers outlive the run; none for a simulated model, whose answers cost nothing. */
  readonly store?: ResponseStore;
}

/** Where every run looks for answers it has paid for already. */
const RESPONSE_CACHE = 'results/cache';

/** The model an id names, with all that lies around it. Throws `UsageError` listing the forms an id can have. */
export async function bindModel(
  id: string,
  dataset: Dataset,
  executor: Executor,
  { temperature, concurrency, date }: BindOptions,
): Promise<BoundModel> {
  if (id.startsWith('simulated:')) {
    const profile = loadProfile(id.slice('simulated:'.length));
    const labelled = await labelPool(dataset, async (problem, code) => {
      return (await executor.execute(problem.task, code, problem.hiddenTests)).execution.outcome;
    });
    return { model: createSimulatedModel(profile, labelled) };
  }
  const bare = modelFromId(id, {
    environment: process.env,
    sampling: { temperature },
    clock: { now: () => performance.now(), date },
    others: { simulated: createNothing },
  });
  const { model } = decorateModel(bare, { retry: realRetryParts, concurrency: { floor: 1, ceiling: concurrency } });
  return { model, store: openResponseStore(RESPONSE_CACHE, date) };
}

/** Listed among the forms of an id; bound above. */
const createNothing = (): never => {
  throw new Error('a simulated model is bound with its dataset');
};
