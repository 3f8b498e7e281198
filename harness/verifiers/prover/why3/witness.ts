import type { Contract } from '../../../types/task.ts';
import { clausesOf, readWitness, WITNESS_END, WITNESS_SECONDS, type WitnessSearch, withinBounds } from '../witness.ts';
import { toPython } from './formula.ts';
import { programLines } from './tokens.ts';
import { why3 } from './why3.ts';

const SIGNATURE = /^def (\w+)\((.*)\) -> \w+(?:\[int\])?:$/;

/**
 * Runs a spliced program, unchanged, on inputs in Python's notation. A clause that has no meaning in Python is left out; `undefined`
 * where no clause has one, or a precondition has none.
 */
export function pythonWitness(
  program: string,
  contract: Contract,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const [, name = '', parameters = ''] = contract.signature.match(SIGNATURE) ?? [];
  const [requires, ensures] = [clausesOf(contract, 'requires'), clausesOf(contract, 'ensures')];
  const before = requires.map(inPython);
  const after = ensures
    .map((clause, place) => [inPython(clause), place] as const)
    .filter(([text]) => text !== undefined);
  if (name === '' || before.includes(undefined) || after.length === 0) return undefined;
  const names = parameters
    .split(',')
    .map((parameter) => parameter.replace(/:.*/, '').trim())
    .join(', ');
  const calls = [
    `INPUTS = [${inputs.map((input) => `(${input},)`).join(', ')}]`,
    `REQUIRES = lambda ${names}: ${before.map((text) => `(${text})`).join(' and ') || 'True'}`,
    `ENSURES = [${after.map(([text, place]) => `(${place}, lambda result, ${names}: ${text})`).join(', ')}]`,
    `FUNCTION = '${name}'`,
  ];
  const clauses = ensures.map((clause) => `ensures ${clause}`);
  return {
    program,
    prover: {
      ...why3,
      files: { 'witness.py': `${calls.join('\n')}\n${CALLER}` },
      commands: () => [{ argv: withinBounds('"$PYTHON" -I -S -B witness.py'), seconds: WITNESS_SECONDS }],
      read: (runs) => readWitness({ name, clauses, inputs }, runs),
    },
  };
}

const inPython = (clause: string): string | undefined => toPython(programLines(clause).flatMap(({ tokens }) => tokens));

/** An input that raises or does not end within two seconds shows nothing, nor does a clause that raises. Lists are as the call left them. */
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
        print('gave', index, result, flush=True)
    except Exception:
        signal.alarm(0)
        continue
    for place, holds in ENSURES:
        try:
            if not holds(result, *given):
                print('fails', index, place, flush=True)
        except Exception:
            pass
print('${WITNESS_END}')
`;
