import { ModelError } from '../../errors.ts';

/** What went wrong between us and an answer. */
export type TransportKind =
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'conflict'
  | 'timeout'
  | 'idle'
  | 'connection'
  | 'unreachable'
  | 'malformed'
  | 'oversized'
  | 'rejected';

interface TransportDetails {
  readonly status?: number;
  /** What the provider asked us to wait, from its Retry-After header. */
  readonly retryAfterMs?: number;
  /** The provider's own word for the error, where it has one. */
  readonly code?: string;
}

/** A failed call. Everything is worth another try but `rejected`: a wrong key, a wrong model name, no credit left. */
export class TransportError extends ModelError {
  override readonly name = 'TransportError';
  readonly kind: TransportKind;
  readonly details: TransportDetails;
  constructor(kind: TransportKind, message: string, details: TransportDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  get isRetryable(): boolean {
    return this.kind !== 'rejected';
  }

  /** The provider may have made, and billed, an answer that never arrived whole. */
  get mayBeBilled(): boolean {
    return ['timeout', 'idle', 'connection', 'malformed', 'oversized'].includes(this.kind);
  }
}

/** A response that is not read on, whatever the server meant by it; the SDKs hand it on as the cause of an error of theirs. */
export class RefusedResponseError extends Error {
  override readonly name = 'RefusedResponseError';
  readonly kind: TransportKind;
  constructor(kind: TransportKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** `Retry-After` in seconds or as an HTTP date, or OpenAI's `retry-after-ms`; `undefined` when absent or unreadable. */
export function retryAfterMs(headers: Pick<Headers, 'get'> | undefined, nowMs: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = headers?.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
