import { z } from '../../storage/schema.ts';
import { finishReasonShape, usageShape } from '../../types/model.ts';

/** What is kept of a model's answer wherever it is kept: in the response store, in a bundle, in a recording. */
export const answerShape = z.object({
  text: z.string(),
  finishReason: finishReasonShape,
  rawFinishReason: z.string().exactOptional(),
  usage: usageShape.exactOptional(),
});

/** The name of a stored answer: sha256 in hexadecimal. */
export const sampleKeyShape = z.string().regex(/^[0-9a-f]{64}$/);
