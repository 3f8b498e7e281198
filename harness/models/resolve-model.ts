import { UsageError } from '../errors.ts';
import type { Environment } from '../storage/cache-folder.ts';
import type { Model } from '../types/model.ts';
import type { OpenAiApi, SamplingChoice } from './providers/accepts.ts';
import { modelFromFile } from './providers/from-file.ts';
import { defaultTimeouts, type Timeouts } from './providers/http.ts';
import { isSynthetic, modelFromId } from './providers/model-from-id.ts';
import { costOf, knownPrice, type Price, type SourcedPrice } from './providers/prices.ts';
import { behindRecording, type RecordedAnswers, recordedModel } from './recorded/model.ts';
import { isRecorded } from './recorded/replay.ts';
import { type FolderStore, openResponseStore } from './stored/response-store.ts';
import type { ResponseStore } from './stored/sampling.ts';
import { type ReplayMissError, strictReplayModel } from './stored/strict-replay.ts';

interface ResolveOptions {
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
  /** Milliseconds, for latency. */
  readonly now: () => number;
  /** Called at each request that strict replay does not find. */
  readonly onMiss: (error: ReplayMissError) => void;
  /** The recording that the id names; or one whose answers are taken before a real model is asked. */
  readonly recording?: RecordedAnswers;
  /** Which of a recording's two models, where it is not the one that writes. */
  readonly recordedAs?: string | undefined;
}

export interface ResolvedModel {
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

/** Models whose answers are made from the tasks of a run, by the word before the colon: `simulated`, `scripted`. */
export type SyntheticModels = Readonly<
  Record<string, (rest: string, options: ResolveOptions) => Promise<ResolvedModel>>
>;

/** The model an id names, one attempt a call, and its store. Throws `UsageError` listing the forms an id can have. */
export async function resolveModel(
  id: string,
  synthetic: SyntheticModels,
  options: ResolveOptions,
): Promise<ResolvedModel> {
  const kind = id.split(':', 1)[0] ?? '';
  const make = synthetic[kind];
  if (make !== undefined) return resolveSynthetic(id, make, options);
  if (isSynthetic(id)) {
    const forms = Object.keys(synthetic).map((one) => `${one}:…`);
    if (forms.length === 0)
      throw new UsageError(`model '${id}': no made-up model answers these tasks; expected a real one, give --model`);
    throw new UsageError(
      `model '${id}': this dataset's tasks are answered by ${forms.join(', ')} or a real model; give --model`,
    );
  }
  if (isRecorded(id)) return resolveRecorded(id, options);
  if (kind === 'file') {
    const callMs = options.timeouts?.callMs ?? defaultTimeouts.callMs;
    const { model, price } = await modelFromFile(id.slice('file:'.length), { callMs });
    return resolveRemote(model, options.price ?? price, options);
  }
  const remote = remoteModel(id, options);
  return resolveRemote(remote, options.price ?? knownPrice(remote.id), options);
}

function remoteModel(id: string, options: ResolveOptions): Model {
  const isStrict = options.replay === 'strict';
  return modelFromId(id, {
    environment: isStrict || !options.isAsked ? { ...options.environment, ...noKeys } : options.environment,
    sampling: options.sampling,
    ...(options.price === undefined ? {} : { price: options.price }),
    ...(options.openAiApi === undefined ? {} : { openAiApi: options.openAiApi }),
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    clock: { now: options.now, date: options.date },
    others: { simulated: createNothing, scripted: createNothing, recorded: createNothing, file: createNothing },
  });
}

/** With the store before it, and strict replay or nothing in its place. */
function resolveRemote(remote: Model, price: SourcedPrice | undefined, options: ResolveOptions): ResolvedModel {
  // Made-up answers cost nothing and are not kept among those that were paid for.
  if (remote.isSimulated) return { model: remote, isRemote: false, price };
  const { recording } = options;
  const isStrict = options.replay === 'strict';
  const folder = openResponseStore(options.cache, options.date);
  const store = withPrice(recording === undefined ? folder : behindRecording(recording, folder), price);
  const model = isStrict ? strictReplayModel(remote.id, options.onMiss) : remote;
  return { model, isRemote: !isStrict, store, folder, price };
}

function resolveRecorded(id: string, { recording, recordedAs, price: given }: ResolveOptions): ResolvedModel {
  if (recording === undefined) throw new Error(`${id} is resolved with its recording`);
  const model = recordedModel(recording, recordedAs);
  const price = given ?? knownPrice(model.id);
  return { model, isRemote: false, store: withPrice(recording.store, price), price };
}

function resolveSynthetic(id: string, make: SyntheticModels[string], options: ResolveOptions): Promise<ResolvedModel> {
  if (options.replay === 'strict') {
    throw new UsageError('--replay strict is for real models: a simulated one has no stored answers and needs none');
  }
  return make(id.slice(id.indexOf(':') + 1), options);
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

/** Listed among the forms of an id; resolved above, with its dataset or its recording. */
const createNothing = (): never => {
  throw new Error('simulated, scripted, recorded and file models are resolved above');
};
