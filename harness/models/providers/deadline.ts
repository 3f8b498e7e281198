import { TransportError } from './transport-error.ts';

/** A clock of so many ticks loses one where this process was too busy to read what had come. */
const TICKS = 12;

/**
 * Runs a call that must end within `timeoutMs` and when the caller's signal aborts. Throws `TransportError('timeout')`
 * or the caller's reason. Not `AbortSignal.any`: a signal that lives as long as a run would collect its dependents.
 */
export async function within<T>(
  timeoutMs: number,
  outer: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort(outer.reason);
  outer.addEventListener('abort', abort, { once: true });
  let ticks = 0;
  let isLate = false;
  const timer = setInterval(() => {
    if (++ticks < TICKS) return;
    isLate = true;
    controller.abort();
  }, timeoutMs / TICKS);
  try {
    return await call(controller.signal);
  } catch (error) {
    outer.throwIfAborted();
    if (isLate) throw new TransportError('timeout', `timeout: no complete answer within ${timeoutMs} ms`);
    throw error;
  } finally {
    clearInterval(timer);
    outer.removeEventListener('abort', abort);
  }
}
