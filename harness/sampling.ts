import { canonicalJson, sha256 } from './hash.ts';
import type { Model, ModelRequest, ModelResponse } from './types.ts';

/** Which draw of a request a call is: design "sample key". */
export interface Draw {
  readonly sample: number;
  /** How often the same request was made before within the trial: never the order of arrival. */
  readonly occurrence: number;
  /** Under the independent protocol, the k of the trial; without it independent runs would silently share answers. */
  readonly kRun?: number;
}

/** What is sent, normalised: not the base URL, not the role. Equal hashes are equal requests. */
export function requestHash(request: ModelRequest): string {
  const { messages, temperature, topP, topK, maxOutputTokens, schema, seed, reasoningEffort } = request;
  return sha256(canonicalJson({ messages, temperature, topP, topK, maxOutputTokens, schema, seed, reasoningEffort }));
}

/**
 * The sample key of a model call. Requests at temperature 0 have a key without sample and occurrence: equal requests
 * share one answer by declaration.
 */
export function sampleKey(modelId: string, request: ModelRequest, draw: Draw): string {
  const drawPart = request.temperature === 0 ? {} : draw;
  return sha256(canonicalJson({ model: modelId, request: requestHash(request), ...drawPart }));
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
  /** Throws what the model throws; a failed call is forgotten, so that asking again asks again. */
  sample(key: string, request: ModelRequest, signal: AbortSignal): Promise<ModelResponse>;
}

/** Single flight over a model: within a run one key is fetched once, whichever arms ask for it. */
export function createSampler(model: Model, store?: ResponseStore): Sampler {
  const calls = new Map<string, Promise<ModelResponse>>();
  const counts = { asked: 0, stored: 0, shared: 0 };
  const fetchOnce = async (key: string, request: ModelRequest, signal: AbortSignal): Promise<ModelResponse> => {
    const stored = await store?.get(key);
    if (stored !== undefined) {
      counts.stored++;
      return stored;
    }
    counts.asked++;
    const response = await model.generate(request, { sampleKey: key, signal });
    await store?.put(key, request, response);
    // Another process may have stored its answer first: that one is everybody's.
    return (await store?.get(key)) ?? response;
  };
  return {
    modelId: model.id,
    counts,
    sample(key, request, signal) {
      const known = calls.get(key);
      if (known !== undefined) {
        counts.shared++;
        return known;
      }
      const call = fetchOnce(key, request, signal);
      calls.set(key, call);
      call.catch(() => calls.delete(key));
      return call;
    },
  };
}
