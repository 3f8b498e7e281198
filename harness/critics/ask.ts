import { LimitError } from '../errors.ts';
import { sampleKey, withSeed } from '../models/stored/sampling.ts';
import type { ModelRequest, Role } from '../types/model.ts';
import type { CriticModel } from './critic.ts';

/** AlphaVerus, A.3. */
const TEMPERATURE = 0.7;
const TOP_P = 1;

interface Question {
  readonly prompt: string;
  /** The prompt of each answer, where they are not all the same one. */
  readonly promptOf?: (vote: number) => string;
  readonly role: Role;
  readonly schema?: ModelRequest['schema'];
}

/**
 * As many answers to one prompt as there are votes, in their order; in flight together, each a draw of its own, stored under its key. What was cut
 * at the limit, or does not fit into the model's context, is no answer: an empty text.
 */
export function askAll(
  { sampler, signal, votes, maxOutputTokens, seed }: CriticModel,
  { prompt, promptOf = () => prompt, role, schema }: Question,
): Promise<readonly string[]> {
  const requestOf = (content: string): ModelRequest => ({
    ...{ role, messages: [{ role: 'user', content }], temperature: TEMPERATURE, topP: TOP_P, maxOutputTokens },
    ...(schema === undefined ? {} : { schema }),
  });
  return Promise.all(
    Array.from({ length: votes }, async (_, occurrence) => {
      const draw = { sample: 0, occurrence };
      const request = withSeed(requestOf(promptOf(occurrence)), seed, draw);
      const key = sampleKey(sampler.modelId, request, draw);
      try {
        const { text, finishReason } = await sampler.sample(key, request, signal);
        // As in a trial: what was cut at the limit is not read.
        return finishReason === 'length' ? '' : text;
      } catch (error) {
        if (error instanceof LimitError) return '';
        throw error;
      }
    }),
  );
}
