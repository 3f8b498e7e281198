import { requestHash, type Sampler, sampleKey, withSeed } from '../models/stored/sampling.ts';
import { sha256 } from '../storage/hash.ts';
import type { Message, ModelRequest, ModelResponse, Role } from '../types/model.ts';
import type { BuildCall } from './build-record.ts';
import { MOST_CALLS } from './readings.ts';

export interface AskerOptions {
  readonly sampler: Sampler;
  readonly signal: AbortSignal;
  readonly maxOutputTokens: number;
  readonly modelSeed?: number | undefined;
  readonly keyOf?: KeyOf | undefined;
}

/** On a replay: told of every call of a text in order, gives the key under which it is answered. */
export type KeyOf = (key: string, question: Pick<Question, 'role' | 'temperature'>) => string;

interface Question {
  readonly role: Role;
  readonly messages: readonly Message[];
  readonly temperature: number;
  readonly schema?: ModelRequest['schema'];
}

/** Makes the model calls of one text, and counts them. */
export interface Asker {
  readonly calls: number;
  ask(question: Question): Promise<{ readonly response: ModelResponse; readonly call: BuildCall }>;
}

/**
 * Asks through the sampler, so that every answer is stored under its key and asked for once. A call past the bound is a bug of the
 * pipeline: it throws before anything is sent.
 */
export function createAsker({ sampler, signal, maxOutputTokens, modelSeed, keyOf }: AskerOptions): Asker {
  const occurrences = new Map<string, number>();
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    async ask({ role, messages, temperature, schema }) {
      if (calls === MOST_CALLS) throw new Error(`a text may take ${MOST_CALLS} calls; this would be one more`);
      calls++;
      const unseeded: ModelRequest = { role, messages, temperature, maxOutputTokens, ...(schema && { schema }) };
      const hash = requestHash(unseeded);
      const occurrence = occurrences.get(hash) ?? 0;
      occurrences.set(hash, occurrence + 1);
      const draw = { sample: 0, occurrence };
      const request = withSeed(unseeded, modelSeed, draw);
      const own = sampleKey(sampler.modelId, request, draw);
      const key = keyOf === undefined ? own : keyOf(own, { role, temperature });
      const response = await sampler.sample(key, request, signal);
      const isCut = response.finishReason === 'length' ? { isCut: true as const } : {};
      return { response, call: { key, temperature, responseSha256: sha256(response.text), ...isCut } };
    },
  };
}

export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({
  role: 'assistant',
  content: content === '' ? '(empty answer)' : content,
});
