import { UsageError } from '../../errors.ts';
import { within } from './deadline.ts';
import type { BoundedFetch } from './http.ts';
import { causeCodes, unreachable } from './provider-failure.ts';
import { RefusedResponseError, TransportError } from './transport-error.ts';

/** What a probe needs to know of a server. */
interface ProbedServer {
  readonly modelId: string;
  /** Ends without a slash. */
  readonly baseUrl: string;
  /** Below the base: what lists models, and what calls are sent to. */
  readonly paths: { readonly models: string; readonly calls: string };
  readonly headers: Readonly<Record<string, string>>;
  /** The variable of the environment that holds the key. */
  readonly keyName: string;
  readonly fetch: BoundedFetch;
}

/** A server that is well says within this that it is there. */
const PROBE_MS = 3_000;
const MOST_BYTES = 1 << 20;

/**
 * Asks a server, at no cost, whether calls can begin: its list of models and, where there is none, a call without a body, which no server
 * can answer. Throws `UsageError` in one sentence when nothing answers, the path is not there or the key is refused. Any other
 * trouble is left to the calls, which are tried again.
 */
export async function probeServer(server: ProbedServer, signal: AbortSignal): Promise<void> {
  const { modelId, baseUrl, paths, keyName } = server;
  const refuse = (what: string): never => {
    throw new UsageError(`${modelId}: ${what}. Nothing was asked; --no-probe goes on all the same`);
  };
  try {
    await within(PROBE_MS, signal, async (inner) => {
      const listed = await statusOf(server, paths.models, 'GET', inner);
      const isClear = listed === undefined || (listed >= 200 && listed < 300);
      const status = isClear ? 200 : await statusOf(server, paths.calls, 'POST', inner);
      // A key may be good for calls and not for the list: the call's answer counts.
      if (status === 401 || status === 403) refuse(`${baseUrl} refuses the key (HTTP ${status}): set ${keyName}`);
      if (status === 404 || status === 405) {
        refuse(`nothing is at ${baseUrl}${paths.calls} (HTTP ${status}): check the path of the address`);
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    if (error instanceof TransportError && error.kind === 'timeout') {
      refuse(`${baseUrl} took the connection and said nothing for ${PROBE_MS / 1000} s: it hangs or is still loading`);
    }
    const code = causeCodes(error).find((one) => unreachable.has(one));
    if (code !== undefined) refuse(`nothing answers at ${baseUrl} (${code}): start the server or check the address`);
  }
}

/** `undefined`: nothing can be concluded from what it did. */
async function statusOf(
  { baseUrl, headers, fetch }: ProbedServer,
  path: string,
  method: 'GET' | 'POST',
  signal: AbortSignal,
): Promise<number | undefined> {
  const body = method === 'POST' ? { body: '{}' } : {};
  try {
    const send = await fetch(MOST_BYTES);
    const response = await send(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      signal,
      ...body,
    });
    await response.body?.cancel();
    return response.status >= 500 || response.status === 429 ? undefined : response.status;
  } catch (error) {
    if (error instanceof RefusedResponseError) return undefined;
    throw error;
  }
}
