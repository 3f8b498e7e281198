import type { Dispatcher, Response, fetch as undiciFetch } from 'undici';
import type { Environment } from '../../storage/cache-folder.ts';
import { RefusedResponseError } from './transport-error.ts';

export interface Timeouts {
  /** From sending the request to the end of the answer. */
  readonly callMs: number;
  /** The longest silence within an answer once it has begun. */
  readonly idleMs: number;
}

/** A long answer of a reasoning model, or a queue before a small local server, may take many minutes. */
export const defaultTimeouts: Timeouts = { callMs: 15 * 60_000, idleMs: 5 * 60_000 };

/** What both SDKs are told: they send each call once, and the clocks that end it are ours. */
export async function sdkOptions({
  timeouts,
  fetch: bounded,
}: {
  readonly timeouts: Timeouts;
  readonly fetch: BoundedFetch;
}) {
  return {
    maxRetries: 0,
    // Ours ends the call; the SDK's own is only a net below it.
    timeout: timeouts.callMs + 60_000,
    fetch: await bounded(answerBound(0)),
    logLevel: 'off',
  } as const;
}

/** Every token may come as an event of its own with its envelope: servers send 250 to 450 bytes for one. */
const BYTES_PER_TOKEN = 1024;
/** What does not grow with the answer: the settings told again, the last event, the report of an error. */
const BYTES_BESIDE = 1 << 20;

/** The most bytes per answer of so many tokens may have on the wire, unpacked too. */
export function answerBound(maxOutputTokens: number): number {
  return BYTES_BESIDE + BYTES_PER_TOKEN * maxOutputTokens;
}

/** A `fetch` whose responses end with an error after so many bytes, as they come and unpacked. */
export type BoundedFetch = (mostBytes: number) => Promise<typeof fetch>;

type Undici = typeof import('undici');

/**
 * A `fetch` for the SDKs. Node's own gives up when no headers came for five minutes, and the caller pays twice; this one
 * waits as long as the call may take (`within`), but no longer than `idleMs` for the next piece of a begun answer.
 * A redirect is refused: key and prompt go to the address the user gave and to no other.
 * A proxy is used when `NODE_USE_ENV_PROXY` is set, as Node does. The package is loaded when a server is first asked.
 */
export function createFetch(timeouts: Timeouts, environment: Environment): BoundedFetch {
  const connect = ({ Agent, EnvHttpProxyAgent }: Undici, mostBytes: number): Dispatcher => {
    // What the socket brings is bounded as well, a little later: an answer that unpacks to nothing ends, too.
    const bounds = { maxResponseSize: mostBytes + BYTES_BESIDE, maxHeaderSize: 16_384 };
    const options = { headersTimeout: 0, bodyTimeout: timeouts.idleMs, connectTimeout: 30_000, ...bounds };
    return environment.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(options) : new Agent(options);
  };
  const connections = new Map<number, Dispatcher>();
  return async (mostBytes) => {
    const undici = await import('undici');
    const send: typeof undiciFetch = async (input, init) => {
      const dispatcher = connections.get(mostBytes) ?? connect(undici, mostBytes);
      connections.set(mostBytes, dispatcher);
      const response = await undici.fetch(input, { ...init, redirect: 'manual', dispatcher });
      await refuseRedirect(response, new URL(input instanceof Request ? input.url : String(input)));
      return countedUnpacked(undici, response, mostBytes);
    };
    // The package's types and the global ones describe the same standard twice.
    return send as unknown as typeof fetch;
  };
}

async function refuseRedirect({ status, headers, body }: Response, asked: URL): Promise<void> {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return;
  await body?.cancel();
  const target = URL.parse(location, asked.href);
  const where = target === null ? 'an address that is none' : `${target.origin}${target.pathname}`.slice(0, 200);
  throw new RefusedResponseError(
    'rejected',
    `${asked.origin} answered HTTP ${status} and sends the call on to ${where}: it was not followed, key and prompt ` +
      'stay with the address that was given; if the other one is right, give that',
  );
}

const TOO_LONG = 'no answer of its output limit is as long';

/** Bytes as the SDK gets them: a megabyte of gzip may be a gigabyte. */
function countedUnpacked(undici: Undici, response: Response, mostBytes: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= mostBytes) controller.enqueue(chunk);
      else controller.error(new RefusedResponseError('oversized', `broken off at ${mostBytes} bytes: ${TOO_LONG}`));
    },
  });
  const { status, statusText, headers } = response;
  if (status < 200 || status > 599) throw new RefusedResponseError('malformed', `HTTP ${status} is no status`);
  return new undici.Response(response.body.pipeThrough(counting), { status, statusText, headers });
}
