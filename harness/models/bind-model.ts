import type { Environment } from '../data-files.ts';
import { UsageError } from '../errors.ts';
import type { Executor } from '../executor.ts';
import type { Recording } from '../recording/read-recording.ts';
import { isRecorded } from '../recording/replay.ts';
import type { ResponseStore } from '../sampling.ts';
import type { Dataset, Model } from '../types.ts';
import type { OpenAiApi, SamplingChoice } from './accepts.ts';
import type { Timeouts } from './http.ts';
import { modelFromId } from './model-from-id.ts';
import { labelPool } from './pool.ts';
import { costOf, knownPrice, type Price, type SourcedPrice } from './prices.ts';
import { behindRecording, recordedModel } from './recorded.ts';
import { type FolderStore, openResponseStore } from './response-store.ts';
import { createSimulatedModel } from './simulated.ts';
import { loadProfile } from './simulated-profile.ts';
import { type ReplayMissError, strictReplayModel } from './strict-replay.ts';

export interface BindOptions {
  readonly sampling: SamplingChoice;
  /** From `--price`; else the table's. */
  readonly price?: Price;
  readonly openAiApi?: OpenAiApi;
  readonly timeouts?: Partial<Timeouts>;
  /** `strict`: stored answers only; no key is asked for and no socket opened. */
  readonly replay: 'strict' | 'cache';
  /** The folder where answers outlive a run. */
  readonly cache: string;
  readonly environment: Environment;
  /** Calls will be made: a missing key is an error now. */
  readonly isAsked: boolean;
  readonly date: () => Date;
  /** Called at each request that strict replay does not find. */
  readonly onMiss: (error: ReplayMissError) => void;
  /** The recording that the id names; or one whose answers are taken before a real model is asked. */
  readonly recording?: Recording;
}

export interface BoundModel {
  readonly model: Model;
  /** Calls of it go over a network and cost something: budgets, retries and the record of calls are for it only. */
  readonly isRemote: boolean;
  /** Where its answers outlive the run; none for a simulated model, whose answers cost nothing. */
  readonly store?: ResponseStore;
  /** That store's folder, where it has one: for what past calls used. */
  readonly folder?: FolderStore;
  /** `undefined`: neither given nor in the table. */
  readonly price: SourcedPrice | undefined;
}

/** The model an id names, one attempt a call, and its store. Throws `UsageError` listing the forms an id can have. */
export async function bindModel(
  id: string,
  dataset: Dataset,
  executor: Executor,
  options: BindOptions,
): Promise<BoundModel> {
  if (id.startsWith('simulated:')) return bindSimulated(id.slice('simulated:'.length), dataset, executor, options);
  const { recording } = options;
  if (isRecorded(id)) return bindRecorded(id, options);
  const isStrict = options.replay === 'strict';
  const remote = modelFromId(id, {
    environment: isStrict || !options.isAsked ? { ...options.environment, ...noKeys } : options.environment,
    sampling: options.sampling,
    ...(options.price === undefined ? {} : { price: options.price }),
    ...(options.openAiApi === undefined ? {} : { openAiApi: options.openAiApi }),
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    clock: { now: () => performance.now(), date: options.date },
    others: { simulated: createNothing, recorded: createNothing },
  });
  const price = options.price ?? knownPrice(remote.id);
  const folder = openResponseStore(options.cache, options.date);
  const store = withPrice(recording === undefined ? folder : behindRecording(recording, folder), price);
  const model = isStrict ? strictReplayModel(remote.id, options.onMiss) : remote;
  return { model, isRemote: !isStrict, store, folder, price };
}

function bindRecorded(id: string, { recording, price: given }: BindOptions): BoundModel {
  if (recording === undefined) throw new Error(`${id} is bound with its recording`);
  const model = recordedModel(recording);
  const price = given ?? knownPrice(model.id);
  return { model, isRemote: false, store: withPrice(recording.store, price), price };
}

async function bindSimulated(
  name: string,
  dataset: Dataset,
  executor: Executor,
  { replay, price }: BindOptions,
): Promise<BoundModel> {
  if (replay === 'strict') {
    throw new UsageError('--replay strict is for real models: a simulated one has no stored answers and needs none');
  }
  const profile = loadProfile(name);
  const labelled = await labelPool(dataset, async (problem, code) => {
    return (await executor.execute(problem.task, code, problem.hiddenTests)).execution.outcome;
  });
  const { inputUsdPerMillion, outputUsdPerMillion } = profile.prices;
  const own = { inputUsd: inputUsdPerMillion.value, outputUsd: outputUsdPerMillion.value, source: `profile ${name}` };
  return { model: createSimulatedModel(profile, labelled), isRemote: false, price: price ?? own };
}

/** What an answer costs is decided by its usage and this run's price, not by the run that happened to ask for it first. */
function withPrice(store: ResponseStore, price: Price | undefined): ResponseStore {
  return {
    ...store,
    async get(key) {
      const response = await store.get(key);
      if (response === undefined) return undefined;
      return { ...response, costUsd: costOf(response.usage, price) ?? response.costUsd };
    },
  };
}

/** Stands in for keys where nothing is sent. */
const noKeys = { OPENAI_API_KEY: 'none', ANTHROPIC_API_KEY: 'none' };

/** Listed among the forms of an id; bound above, with its dataset or its recording. */
const createNothing = (): never => {
  throw new Error('simulated and recorded models are bound above');
};
