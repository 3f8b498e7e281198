import { DataError } from './errors.ts';
import type { z } from './schema.ts';

/**
 * The rows of a JSON-lines text, each checked against `row`. Throws `DataError` naming file, line and field.
 * `as written` gives the rows themselves and not the checker's copies, whose fields have another order: for rows that
 * are written again byte for byte.
 */
export function parseJsonLines<T>(
  text: string,
  origin: string,
  row: z.ZodType<T>,
  form: 'as checked' | 'as written' = 'as checked',
): T[] {
  const rows: T[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    rows.push(parseRow(line, `${origin}:${index + 1}`, row, form));
  }
  return rows;
}

function parseRow<T>(line: string, place: string, row: z.ZodType<T>, form: 'as checked' | 'as written'): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new DataError(`${place}: not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = row.safeParse(value);
  if (result.success) return form === 'as checked' ? result.data : (value as T);
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || 'the row itself';
  throw new DataError(`${place}: field ${field}: ${issue?.message ?? 'does not fit'}`);
}
