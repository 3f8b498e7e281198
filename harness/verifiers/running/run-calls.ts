import { calleeOf } from '../../python/entry-point.ts';
import type { ProgramRun } from '../../types/codegrad.ts';
import type { Bench } from '../../types/evaluator.ts';
import { observe } from '../claims/observe.ts';

const MOST_CALLS = 3;
const MOST_CALL_CHARACTERS = 200;
/** CodeGrad, IV.B: so much of output or exception is shown. */
const MOST_SHOWN = 200;

/** Of what a model wrote the calls that can be run: one line that names the function, three at most. */
export function runnable(calls: readonly string[], entryPoint: string): readonly string[] {
  const isCall = (call: string): boolean =>
    call.length <= MOST_CALL_CHARACTERS &&
    !/[\r\n]/.test(call) &&
    [entryPoint, calleeOf(entryPoint)].some((callee) => call.includes(`${callee}(`));
  return [...new Set(calls.map((call) => call.trim()))].filter(isCall).slice(0, MOST_CALLS);
}

/** Runs each call by itself and says what it gave. Nothing says what it should give. Throws `SandboxLostError`. */
export async function runCalls(
  bench: Bench,
  program: string,
  calls: readonly string[],
  timeFactor: number,
): Promise<readonly ProgramRun[]> {
  const runs: ProgramRun[] = [];
  for (const call of calls) {
    const [observed] = await observe(bench, program, [call], timeFactor);
    const shown =
      observed === undefined || observed.status === 'not-run'
        ? `(not run: ${observed?.reason ?? 'nothing came'})`
        : observed.status === 'returned'
          ? observed.value
          : observed.exception;
    runs.push({ call, shown: shown.slice(0, MOST_SHOWN) });
  }
  return runs;
}
