import { z } from '../../storage/schema.ts';

const count = z.int().nonnegative();

/** What is kept of a model's answer wherever it is kept: in the response store, in a bundle, in a recording. */
export const answerShape = z.object({
  text: z.string(),
  finishReason: z.enum(['stop', 'length', 'refusal', 'content-filter', 'other']),
  rawFinishReason: z.string().exactOptional(),
  usage: z
    .object({
      inputTokens: count,
      outputTokens: count,
      cachedInputTokens: count.exactOptional(),
      reasoningTokens: count.exactOptional(),
    })
    .exactOptional(),
});

/** The name of a stored answer: sha256 in hexadecimal. */
export const sampleKeyShape = z.string().regex(/^[0-9a-f]{64}$/);
