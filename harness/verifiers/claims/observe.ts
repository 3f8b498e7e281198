import { ConditionError } from '../../errors.ts';
import type { Bench } from '../../types/evaluator.ts';
import { runAssertions } from './run-assertions.ts';

/** What a program does with one input. Equal behaviour is equal text: `repr` of the value, or the exception's type and message. */
export type Observed =
  | { readonly status: 'returned'; readonly value: string }
  | { readonly status: 'raised'; readonly exception: string }
  /** It did not get that far, or the input is no expression that calls the task's function. */
  | { readonly status: 'not-run'; readonly reason: string };

/** No value of a program is equal to it. */
const NEVER = "'no value of a program is this text: 5f1c0d9b'";

/**
 * Runs a program on inputs, each a Python expression on one line that calls the task's function (`double(3)`), in the sandbox. Nothing that
 * grades is run; a run of five inputs takes `timeFactor` of the usual time. Throws `SandboxLostError`.
 */
export async function observe(
  bench: Bench,
  program: string,
  inputs: readonly string[],
  timeFactor = 1,
): Promise<Observed[]> {
  const bad = inputs.find((input) => /[\n\r]/.test(input) || input.trim() === '');
  if (bad !== undefined)
    throw new ConditionError(`execute: expected expressions of one line, got ${JSON.stringify(bad)}`);
  const checks = inputs.map((input) => ({ source: `assert (${input}) == ${NEVER}` }));
  const outcomes = await runAssertions(bench, program, checks, { timeFactor });
  return outcomes.map((outcome): Observed => {
    if (outcome.status === 'held') return { status: 'not-run', reason: 'it equals everything' };
    if (outcome.status !== 'failed') return { status: 'not-run', reason: outcome.reason };
    const { got, exception } = outcome.evidence;
    if (exception !== undefined) return { status: 'raised', exception };
    return got === undefined
      ? { status: 'not-run', reason: 'its value was not shown' }
      : { status: 'returned', value: got };
  });
}
