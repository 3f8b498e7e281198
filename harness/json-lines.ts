import { DataError } from './errors.ts';
import type { z } from './schema.ts';

/** The rows of a JSON-lines text, each checked against `row`. Throws `DataError` naming file, line and field. */
export function parseJsonLines<T>(text: string, origin: string, row: z.ZodType<T>): T[] {
  const rows: T[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    rows.push(parseRow(line, `${origin}:${index + 1}`, row));
  }
  return rows;
}

function parseRow<T>(line: string, place: string, row: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new DataError(`${place}: not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = row.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || 'the row itself';
  throw new DataError(`${place}: field ${field}: ${issue?.message ?? 'does not fit'}`);
}
