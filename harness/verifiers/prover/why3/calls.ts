import type { Contract } from '../../../types/task.ts';
import { clausesOf } from '../witness.ts';
import { toPython } from './formula.ts';
import { readPythonSignature } from './signature.ts';
import { programLines } from './tokens.ts';

/** What is said of each call, and what is known besides: lines of Python. */
interface CallsText {
  /** Values that `each` and `last` use, given the function's parameters (`a, b`). */
  readonly values: (parameters: string) => readonly string[];
  /** What a printed result begins with: an expression. */
  readonly mark: string;
  /** What is done with a result, called `result`, of `given`. */
  readonly each?: string;
  readonly last?: string;
}

/**
 * A program that calls the function of `program.py` beside it on inputs in Python's notation. It prints a line `MARK INDEX RESULT` for each
 * that the preconditions admit; one that raises or does not end within two seconds gives nothing. `undefined` where a precondition has no
 * meaning in Python, or the signature none.
 */
export function pythonCalls(contract: Contract, inputs: readonly string[], text: CallsText): string | undefined {
  const signature = readPythonSignature(contract.signature);
  const before = clausesOf(contract, 'requires').map(clauseInPython);
  if (signature === undefined || before.includes(undefined)) return undefined;
  const parameters = signature.taken.map(({ name }) => name).join(', ');
  return `INPUTS = [${inputs.map((input) => `(${input},)`).join(', ')}]
REQUIRES = lambda ${parameters}: ${before.map((each) => `(${each})`).join(' and ') || 'True'}
FUNCTION = '${signature.name}'
${text.values(parameters).join('\n')}

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
        print(${text.mark}, index, result, flush=True)
    except Exception:
        signal.alarm(0)
        continue
${text.each ?? ''}
${text.last ?? ''}
`;
}

/** `undefined` for a clause that has no meaning in Python. */
export const clauseInPython = (clause: string): string | undefined =>
  toPython(programLines(clause).flatMap(({ tokens }) => tokens));
