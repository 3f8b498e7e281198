import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Environment } from '../data-files.ts';

export interface Timeouts {
  /** From sending the request to the end of the answer. */
  readonly callMs: number;
  /** The longest silence within an answer once it has begun. */
  readonly idleMs: number;
}

/** A long answer of a reasoning model, or a queue before a small local server, may take many minutes. */
export const defaultTimeouts: Timeouts = { callMs: 15 * 60_000, idleMs: 5 * 60_000 };

/** What both SDKs are told: they send each call once, and the clocks that end it are ours. */
export function sdkOptions({ timeouts, fetch: send }: { readonly timeouts: Timeouts; readonly fetch: typeof fetch }) {
  return {
    maxRetries: 0,
    // Ours ends the call; the SDK's own is only a net below it.
    timeout: timeouts.callMs + 60_000,
    fetch: send,
    logLevel: 'off',
  } as const;
}

/**
 * A `fetch` for the SDKs. Node's own gives up when no headers came for five minutes, and the caller pays twice; this one
 * waits as long as the call may take (`within`), but no longer than `idleMs` for the next piece of a begun answer.
 * A proxy is used when `NODE_USE_ENV_PROXY` is set, as Node does.
 */
export function createFetch(timeouts: Timeouts, environment: Environment): typeof fetch {
  const options = { headersTimeout: 0, bodyTimeout: timeouts.idleMs, connectTimeout: 30_000 };
  const dispatcher = environment.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(options) : new Agent(options);
  const send: typeof undiciFetch = (input, init) => undiciFetch(input, { ...init, dispatcher });
  // The package's types and the global ones describe the same standard twice.
  return send as unknown as typeof fetch;
}
