import { LimitError } from '../../errors.ts';
import type { ModelRequest } from '../../types/model.ts';
import { redact } from './secrets.ts';
import { estimateInputTokens } from './token-estimate.ts';
import { RefusedResponseError, retryAfterMs, TransportError, type TransportKind } from './transport-error.ts';

/** What both SDKs' errors have in common, and whatever else a call may throw. */
interface Failure {
  readonly message: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  readonly headers: Pick<Headers, 'get'> | undefined;
  /** The error's own fields in the body. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface FailureContext {
  readonly modelId: string;
  readonly request: ModelRequest;
  /** Taken out of every text. */
  readonly keys: readonly (string | undefined)[];
  /** The time of day, for a Retry-After that is a date. */
  readonly nowMs: number;
}

/**
 * Says what a failed call was: `LimitError('context')` when the prompt does not fit, else a `TransportError`. The SDK's
 * error is not kept as the cause: it may quote a key.
 */
export function failureOf(error: unknown, context: FailureContext): TransportError | LimitError {
  if (error instanceof TransportError || error instanceof LimitError) return error;
  const refused = causes(error).find((one) => one instanceof RefusedResponseError);
  if (refused !== undefined) {
    const said = redact(excerpt(refused.message), context.keys);
    return new TransportError(refused.kind, `${context.modelId}: ${refused.kind}: ${said}`);
  }
  const failure = readFailure(error);
  const overflow = contextOverflow(failure, context.request);
  if (overflow !== undefined) return overflow;
  const kind = failure.status === undefined ? kindWithoutStatus(error, failure) : kindOfStatus(failure.status, failure);
  const status = failure.status === undefined ? '' : `HTTP ${failure.status}: `;
  const message = `${context.modelId}: ${kind}: ${status}${redact(excerpt(failure.message), context.keys)}`;
  const waitMs = retryAfterMs(failure.headers, context.nowMs);
  const code = failure.code ?? failure.type;
  return new TransportError(kind, message, {
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(code === undefined ? {} : { code }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  });
}

/** OpenAI and Anthropic send 429 for an empty account too; waiting does not fill it. */
const spentCodes = /insufficient_quota|billing|credit|spend_limit_reached/;

function kindOfStatus(status: number, { code }: Failure): TransportKind {
  if (status === 429) return spentCodes.test(code ?? '') ? 'rejected' : 'rate-limit';
  if (status === 408) return 'timeout';
  if (status === 409) return 'conflict';
  if (status === 503 || status === 529) return 'overloaded';
  // A 2xx whose body could not be read is not the model's doing either.
  if (status < 400) return 'malformed';
  return status >= 500 ? 'server' : 'rejected';
}

/** An error event inside a stream has a type and no status; everything else broke on the way. */
function kindWithoutStatus(error: unknown, { type, code }: Failure): TransportKind {
  const word = `${type ?? ''} ${code ?? ''}`;
  if (/rate_limit/.test(word)) return 'rate-limit';
  if (/overloaded/.test(word)) return 'overloaded';
  if (/timeout/.test(word)) return 'timeout';
  if (/api_error|server_error|internal/.test(word)) return 'server';
  if (/invalid_request|authentication|permission|not_found|billing/.test(word)) return 'rejected';
  const codes = causeCodes(error);
  if (codes.includes('UND_ERR_BODY_TIMEOUT')) return 'idle';
  if (codes.includes('UND_ERR_HEADERS_OVERFLOW') || codes.includes('UND_ERR_RES_EXCEEDED_MAX_SIZE')) return 'oversized';
  if (codes.some((one) => one === 'UND_ERR_HEADERS_TIMEOUT' || one === 'ETIMEDOUT')) return 'timeout';
  if (codes.some((one) => unreachable.has(one))) return 'unreachable';
  return codes.includes('SyntaxError') ? 'malformed' : 'connection';
}

/** Nothing was sent: no answer can have been made. */
export const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The `code` or name of an error and of its causes. */
export function causeCodes(error: unknown): string[] {
  return causes(error).map((one) => ('code' in one && typeof one.code === 'string' ? one.code : one.name));
}

/** An error and its causes, outermost first. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one: unknown = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one);
  return found;
}

function readFailure(error: unknown): Failure {
  if (!(error instanceof Error)) {
    return {
      message: String(error),
      status: undefined,
      code: undefined,
      type: undefined,
      headers: undefined,
      body: {},
    };
  }
  const fields = record(error);
  const outer = record(fields.error);
  // Anthropic's SDK keeps the whole body ({type: 'error', error: {...}}), OpenAI's only the inner object.
  const body = typeof outer.error === 'object' && outer.error !== null ? record(outer.error) : outer;
  const details = causeMessage(error);
  return {
    message: details === undefined ? error.message : `${error.message} (${details})`,
    status: typeof fields.status === 'number' ? fields.status : undefined,
    code: text(fields.errorCode) ?? text(body.code) ?? text(fields.code),
    type: text(body.type) ?? text(fields.type),
    headers: headersOf(fields.headers),
    body,
  };
}

function causeMessage(error: Error): string | undefined {
  const messages: string[] = [];
  for (let one = error.cause; one instanceof Error && messages.length < 4; one = one.cause) messages.push(one.message);
  return messages.at(-1);
}

const overflowWords =
  /context_length_exceeded|exceed_context_size|request_too_large|prompt is too long|maximum context length|exceeds? (?:the )?(?:available |model'?s? )?(?:maximum )?context|context (?:window|size|limit|length)/i;

/** Only a client error can be an overflow: a 500 that mentions a context is still the server's. */
function contextOverflow(failure: Failure, request: ModelRequest): LimitError | undefined {
  const { status, code, type, message, body } = failure;
  if (status !== undefined && status !== 400 && status !== 413) return undefined;
  if (!overflowWords.test(`${code ?? ''} ${type ?? ''} ${message}`)) return undefined;
  const estimate = estimateInputTokens(request) + request.maxOutputTokens;
  // llama.cpp tells in fields, the others in the text: "… 210000 tokens > 200000 maximum", "maximum context length is
  // 8192 tokens. However, you requested 9000 tokens". Where nothing is told the estimate stands for both.
  // The SDKs put the status before the text.
  const told = [...message.replace(/^\d{3} /, '').matchAll(/(\d[\d,]*)\s*(?:tokens|maximum|>|\+|\))/g)].map((match) =>
    toNumber(match[1]),
  );
  const value = number(body.n_prompt_tokens) ?? (told.length > 1 ? Math.max(...told) : estimate);
  const bound = number(body.n_ctx) ?? (told.length > 1 ? Math.min(...told.filter((one) => one > 256)) : estimate);
  return new LimitError('context', value, Number.isFinite(bound) ? bound : estimate);
}

function excerpt(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}

const toNumber = (digits: string | undefined): number => Number((digits ?? '').replaceAll(',', ''));
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** By its shape: the `Headers` of the package that fetched is not the global class. */
function headersOf(value: unknown): Pick<Headers, 'get'> | undefined {
  return typeof record(value).get === 'function' ? (value as Headers) : undefined;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  // Outside data: an error's fields are whatever the provider sent.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
