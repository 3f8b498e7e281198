import type { Contract } from '../../../types/task.ts';
import { clausesOf, readWitness, WITNESS_END, WITNESS_SECONDS, type WitnessSearch, withinBounds } from '../witness.ts';
import { clauseInPython, pythonCalls } from './calls.ts';
import { readPythonSignature } from './signature.ts';
import { why3 } from './why3.ts';

/**
 * Runs a spliced program, unchanged, on inputs in Python's notation. A clause that has no meaning in Python is left out; `undefined`
 * where no clause has one, or a precondition has none.
 */
export function pythonWitness(
  program: string,
  contract: Contract,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const ensures = clausesOf(contract, 'ensures');
  const after = ensures
    .map((clause, place) => [clauseInPython(clause), place] as const)
    .filter(([text]) => text !== undefined);
  const calls = pythonCalls(contract, inputs, {
    values: (parameters) => [
      `ENSURES = [${after.map(([text, place]) => `(${place}, lambda result, ${parameters}: ${text})`).join(', ')}]`,
    ],
    mark: "'gave'",
    each: CHECK,
    last: `print('${WITNESS_END}')`,
  });
  if (calls === undefined || after.length === 0) return undefined;
  const name = readPythonSignature(contract.signature)?.name ?? '';
  const clauses = ensures.map((clause) => `ensures ${clause}`);
  return {
    program,
    prover: {
      ...why3,
      files: { 'witness.py': calls },
      commands: () => [{ argv: withinBounds('"$PYTHON" -I -S -B witness.py'), seconds: WITNESS_SECONDS }],
      read: (runs) => readWitness({ name, clauses, inputs }, runs),
    },
  };
}

/** A clause that raises shows nothing. Lists are as the call left them. */
const CHECK = `    for place, holds in ENSURES:
        try:
            if not holds(result, *given):
                print('fails', index, place, flush=True)
        except Exception:
            pass`;
