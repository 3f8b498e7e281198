import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { CallContext, Model, ModelRequest, ModelResponse, Role } from '../../types/model.ts';
import type { Identity } from '../../types/record.ts';

/** Which draw of a request a call is: part of its sample key. */
interface Draw {
  readonly sample: number;
  /** How often the same request was made before within the trial: never the order of arrival. */
  readonly occurrence: number;
  /** Under the independent protocol, the k of the trial; without it independent runs would silently share answers. */
  readonly kRun?: number;
}

/**
 * The request with the seed it is sent with. Each draw has its own, or a server that honours seeds would give every sample
 * and every resampling round the same answer: seed + 1000 x sample + occurrence (+ 1,000,000 x k of an independent run).
 * At temperature 0, where equal requests share one answer, it is the seed as given.
 */
export function withSeed(request: ModelRequest, seed: number | undefined, draw: Draw): ModelRequest {
  if (seed === undefined) return request;
  const { sample, occurrence, kRun = 0 } = draw;
  const offset = request.temperature === 0 ? 0 : 1_000_000 * kRun + 1000 * sample + occurrence;
  return { ...request, seed: seed + offset };
}

/**
 * The temperature a stage is asked with; `undefined` leaves it to the provider. As published: generation and regeneration 0.7, every
 * other stage 0 (LUCID patent application, experiments).
 */
export function temperatureOf(role: Role, temperature: Identity['temperature']): number | undefined {
  if (temperature === 'provider-default') return undefined;
  if (role !== 'generate' && role !== 'regenerate') return 0;
  return temperature === 'published' ? 0.7 : temperature;
}

/** What is sent, normalised: not the base URL, not the role. Equal hashes are equal requests. */
export function requestHash(request: ModelRequest): string {
  const { messages, temperature, topP, topK, maxOutputTokens, schema, seed, reasoningEffort } = request;
  return sha256(canonicalJson({ messages, temperature, topP, topK, maxOutputTokens, schema, seed, reasoningEffort }));
}

/**
 * The sample key of a model call. Requests at temperature 0 have a key without sample and occurrence: equal requests
 * share one answer by declaration. `context` is given for a script only, whose answers depend on it; the first generation has none
 * there either, so that all arms share their step 0.
 */
export function sampleKey(modelId: string, request: ModelRequest, draw: Draw, context?: CallContext): string {
  const drawPart = request.temperature === 0 ? {} : draw;
  const isFirst = context?.step === 0 && request.role === 'generate';
  // The name in the hashed object is older than that of the parameter: stored keys depend on it.
  const contextPart = context === undefined || isFirst ? {} : { place: context };
  return sha256(canonicalJson({ model: modelId, request: requestHash(request), ...drawPart, ...contextPart }));
}

/** Where responses outlive a run. Keys never expire; `put` is atomic. */
export interface ResponseStore {
  get(key: string): Promise<ModelResponse | undefined>;
  put(key: string, request: ModelRequest, response: ModelResponse): Promise<void>;
}

export interface Sampler {
  readonly modelId: string;
  /** How many calls reached the model, came from the store, or were shared with a call in flight or made before. */
  readonly counts: { asked: number; stored: number; shared: number };
  /** Keys hold the place of their call: the model is a script. */
  readonly answersByContext?: boolean;
  /** Throws what the model throws; a failed call is forgotten, so that asking again asks again. */
  sample(key: string, request: ModelRequest, signal: AbortSignal, context?: CallContext): Promise<ModelResponse>;
}

/** How an answer came to a trial: paid for now, from the store, or had already by another call of this run. */
type AnswerOrigin = 'asked' | 'stored' | 'shared';

/** Told of every answer a trial gets. */
export type AnswerListener = (
  origin: AnswerOrigin,
  key: string,
  request: ModelRequest,
  response: ModelResponse,
) => void;

/**
 * Single flight over a model: within a run one key is fetched once, whichever arms ask for it. With a store only calls in
 * flight are held, so that memory does not grow with the number of calls; what was fetched is read back from there.
 */
export function createSampler(model: Model, store?: ResponseStore, onAnswer?: AnswerListener): Sampler {
  const calls = new Map<string, Promise<ModelResponse>>();
  const fetched = new Set<string>();
  const counts = { asked: 0, stored: 0, shared: 0 };
  const tell = (origin: AnswerOrigin, key: string, request: ModelRequest, response: ModelResponse): ModelResponse => {
    if (origin !== 'asked') counts[origin]++;
    onAnswer?.(origin, key, request, response);
    return response;
  };
  const fetchOnce = async (
    key: string,
    request: ModelRequest,
    signal: AbortSignal,
    context: CallContext | undefined,
  ) => {
    const stored = await store?.get(key);
    if (stored !== undefined) return tell(fetched.has(key) ? 'shared' : 'stored', key, request, stored);
    counts.asked++;
    const options = { sampleKey: key, signal, ...(context === undefined ? {} : { context }) };
    const response = tell('asked', key, request, await model.generate(request, options));
    await store?.put(key, request, response);
    // Another process may have stored its answer first: that one is everybody's.
    return (await store?.get(key)) ?? response;
  };
  const forget = (key: string): void => void calls.delete(key);
  const finish = (key: string): void => {
    if (store === undefined) return;
    fetched.add(key);
    calls.delete(key);
  };
  return {
    modelId: model.id,
    counts,
    answersByContext: model.answersByContext === true,
    async sample(key, request, signal, context) {
      const known = calls.get(key);
      if (known !== undefined) {
        return tell('shared', key, request, await known);
      }
      const call = fetchOnce(key, request, signal, context);
      calls.set(key, call);
      call.then(
        () => finish(key),
        () => forget(key),
      );
      return call;
    },
  };
}
