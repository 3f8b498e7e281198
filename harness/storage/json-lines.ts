import { existsSync } from 'node:fs';
import { DataError, messageOf } from '../errors.ts';
import type { LinePlace } from './line-index.ts';
import type { z } from './schema.ts';
import { readUtf8Lines } from './utf8.ts';

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

/** The same of a file, line by line: it may be larger than a text can be. Throws `DataError` as well where it is not UTF-8. */
export async function readJsonLines<T>(
  path: string,
  row: z.ZodType<T>,
  form: 'as checked' | 'as written' = 'as checked',
): Promise<T[]> {
  const rows: T[] = [];
  for await (const { text, number } of readUtf8Lines(path)) {
    if (text.trim() !== '') rows.push(parseRow(text, `${path}:${number}`, row, form));
  }
  return rows;
}

/** The same one after the other, each with its place in the file; none when there is no such file. */
export async function* readJsonRows<T>(
  path: string,
  row: z.ZodType<T>,
): AsyncGenerator<{ readonly row: T; readonly place: LinePlace }> {
  if (!existsSync(path)) return;
  for await (const { text, number, place } of readUtf8Lines(path)) {
    if (text.trim() !== '') yield { row: parseRow(text, `${path}:${number}`, row, 'as written'), place };
  }
}

/** A text that is one JSON value, such as a whole file, checked against `type`. Throws `DataError` naming `origin` and the field. */
export function parseJsonText<T>(
  text: string,
  origin: string,
  type: z.ZodType<T>,
  form: 'as checked' | 'as written' = 'as checked',
): T {
  return checkRow(parseJson(text, origin), origin, type, form);
}

/** The rows of a text that is either JSON lines or one JSON array, each checked against `row`. Throws as `parseJsonLines`. */
export function parseJsonRows<T>(text: string, origin: string, row: z.ZodType<T>): T[] {
  if (!text.trimStart().startsWith('[')) return parseJsonLines(text, origin, row);
  const rows = parseJson(text, origin);
  if (!Array.isArray(rows)) throw new DataError(`${origin}: expected an array of rows`);
  return rows.map((value, index) => checkRow(value, `${origin}[${index}]`, row, 'as checked'));
}

function parseRow<T>(line: string, location: string, row: z.ZodType<T>, form: 'as checked' | 'as written'): T {
  return checkRow(parseJson(line, location), location, row, form);
}

function parseJson(text: string, location: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DataError(`${location}: not JSON: ${messageOf(cause)}`, { cause });
  }
}

function checkRow<T>(value: unknown, location: string, row: z.ZodType<T>, form: 'as checked' | 'as written'): T {
  const result = row.safeParse(value);
  if (result.success) return form === 'as checked' ? result.data : (value as T);
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') || 'the row itself';
  throw new DataError(`${location}: field ${field}: ${issue?.message ?? 'does not fit'}`);
}
