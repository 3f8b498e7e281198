import type { Contract } from '../../../types/task.ts';
import { type OutputRun, readPrinted } from '../code.ts';
import { atLeast, withinBounds } from '../witness.ts';
import { pythonCalls } from './calls.ts';
import { why3 } from './why3.ts';

/** Runs a spliced program, unchanged; `undefined` where a precondition has no meaning in Python. */
export function pythonOutputs(
  program: string,
  contract: Contract,
  inputs: readonly string[],
  nonce: string,
): OutputRun | undefined {
  const calls = pythonCalls(contract, inputs, { values: () => [`NONCE = '${nonce}'`], mark: 'NONCE' });
  if (calls === undefined) return undefined;
  return {
    program,
    prover: {
      ...why3,
      files: { 'outputs.py': calls },
      commands: (bounds) => [{ argv: withinBounds('"$PYTHON" -I -S -B outputs.py'), seconds: atLeast(bounds) }],
      read: readPrinted,
    },
  };
}
