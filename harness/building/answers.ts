import { z } from '../storage/schema.ts';
import { answerSchema, parseAnswer } from '../trial/answer-schema.ts';
import type { ModelResponse, Parsed } from '../types/model.ts';
import { comparisonShape } from './build-record.ts';

const text = (most: number) => z.string().max(most);

/** Stage 3 as a model answers it. */
export const specificationSchema = answerSchema(
  'specification',
  z.strictObject({
    title: text(200).min(1),
    description: text(6000).min(1),
    constraints: z.array(text(300)).max(20),
    examples: z.array(z.strictObject({ input: text(1000), output: text(1000) })).max(5),
    starter_code: text(2000),
    comparison: comparisonShape,
  }),
);

/** A typed answer, read whole: half of one must not go on as one. */
export function readTyped<T>(response: ModelResponse, schema: Parameters<typeof parseAnswer<T>>[1]): Parsed<T> {
  if (response.finishReason !== 'length') return parseAnswer(response.text, schema);
  return { status: 'unparsed', detail: 'it was cut at the limit of its length' };
}

/** The program of an answer: its last closed ```python block, or all of it where it has none; `undefined` where it is empty or was cut. */
export function readProgram({ text: answer, finishReason }: ModelResponse): string | undefined {
  const blocks = [...answer.replaceAll('\r\n', '\n').matchAll(/^```(?:python|py)?[ \t]*\n([\s\S]*?)^```/gm)];
  const block = blocks.at(-1)?.[1];
  if (block !== undefined) return block.trim() === '' ? undefined : `${block.trimEnd()}\n`;
  if (finishReason === 'length' || answer.includes('```') || answer.trim() === '') return undefined;
  return `${answer.trimEnd()}\n`;
}
