import { messageOf } from '../errors.ts';
import { z } from '../storage/schema.ts';
import type { AnswerSchema, Parsed } from '../types/model.ts';

/** Names a zod type as the shape of a model's answer; the JSON schema is what providers are sent. */
export function answerSchema<T>(name: string, type: z.ZodType<T>): AnswerSchema<T> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(type) as Record<string, unknown>;
  return { name, type, jsonSchema };
}

/**
 * Reads a typed answer out of a response: the whole text, or the last fenced block or `{...}` in it that fits.
 * `unparsed` says what was expected and what came; it never throws and never guesses a verdict.
 */
export function parseAnswer<T>(text: string, schema: AnswerSchema<T>): Parsed<T> {
  let problem = 'no JSON object in the answer';
  for (const piece of jsonPieces(text)) {
    let value: unknown;
    try {
      value = JSON.parse(piece);
    } catch (error) {
      problem = `not JSON: ${messageOf(error)}`;
      continue;
    }
    const result = schema.type.safeParse(value);
    if (result.success) return { status: 'parsed', value: result.data };
    problem = z.prettifyError(result.error).replaceAll('\n', ' ');
  }
  return { status: 'unparsed', detail: `expected ${schema.name} as JSON; ${problem}; got: ${excerpt(text)}` };
}

function jsonPieces(text: string): string[] {
  const pieces = [text.trim()];
  const fenced = [...text.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)].map((match) => (match[1] ?? '').trim());
  pieces.push(...fenced.reverse());
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (first >= 0 && last > first) pieces.push(text.slice(first, last + 1));
  return pieces.filter((piece) => piece.startsWith('{') || piece.startsWith('['));
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : JSON.stringify(line);
}
