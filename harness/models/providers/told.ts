import { RefusedResponseError } from './transport-error.ts';

/** What a provider tells beside its answer is anybody's: taken when it is what it should be, else unknown. */

/** A number of tokens. */
export function toldCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A model's name, a request id, the word for an end: printable and short. */
export function toldName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined;
}

/** A piece of an answer; absent and null are none. Throws `RefusedResponseError` for what is no text: it is no answer of the model. */
export function toldText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new RefusedResponseError('malformed', `expected a piece of the answer as text, got ${typeof value}`);
}
