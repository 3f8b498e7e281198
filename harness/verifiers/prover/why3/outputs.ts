import type { Contract } from '../../../types/task.ts';
import { type OutputRun, readPrinted } from '../code.ts';
import { atLeast, clausesOf, withinBounds } from '../witness.ts';
import { toPython } from './formula.ts';
import { readPythonSignature } from './signature.ts';
import { programLines } from './tokens.ts';
import { why3 } from './why3.ts';

/** Runs a spliced program, unchanged; `undefined` where a precondition has no meaning in Python. */
export function pythonOutputs(
  program: string,
  contract: Contract,
  inputs: readonly string[],
  nonce: string,
): OutputRun | undefined {
  const signature = readPythonSignature(contract.signature);
  const before = clausesOf(contract, 'requires').map((clause) =>
    toPython(programLines(clause).flatMap(({ tokens }) => tokens)),
  );
  if (signature === undefined || before.includes(undefined)) return undefined;
  const names = signature.taken.map(({ name }) => name).join(', ');
  const lines = [
    `INPUTS = [${inputs.map((input) => `(${input},)`).join(', ')}]`,
    `REQUIRES = lambda ${names}: ${before.map((text) => `(${text})`).join(' and ') || 'True'}`,
    `FUNCTION = '${signature.name}'`,
    `NONCE = '${nonce}'`,
  ];
  return {
    program,
    prover: {
      ...why3,
      files: { 'outputs.py': `${lines.join('\n')}\n${CALLER}` },
      commands: (bounds) => [{ argv: withinBounds('"$PYTHON" -I -S -B outputs.py'), seconds: atLeast(bounds) }],
      read: readPrinted,
    },
  };
}

/** An input that raises or does not end within two seconds gives nothing. */
const CALLER = `
import signal

def late(*_):
    raise TimeoutError

scope = {}
with open('program.py') as file:
    exec(compile(file.read(), 'program.py', 'exec'), scope)
signal.signal(signal.SIGALRM, late)
for index, given in enumerate(INPUTS):
    try:
        if not REQUIRES(*given):
            continue
        signal.alarm(2)
        result = scope[FUNCTION](*given)
        signal.alarm(0)
        print(NONCE, index, result, flush=True)
    except Exception:
        signal.alarm(0)
`;
