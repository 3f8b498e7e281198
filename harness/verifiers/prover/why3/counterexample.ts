import type { Consequence } from '../annotation.ts';
import { drawnInputs, resultValues, valuesOf } from '../values.ts';
import { atLeast, readWitness, WITNESS_END, type WitnessSearch, withinBounds } from '../witness.ts';
import { toPython } from './formula.ts';
import { readPythonSignature } from './signature.ts';
import { programLines } from './tokens.ts';
import { why3 } from './why3.ts';

/** As `dafnyCounterexample`; `undefined` too where a clause has no meaning in Python. */
export function pythonCounterexample(
  { signature, pre, post = [], shown }: Consequence,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const variables = readPythonSignature(signature);
  const type = variables?.given[0]?.type;
  const [before, after] = [[...pre, ...post].map(inPython), shown.map(inPython)];
  if (variables === undefined || type === undefined || type === 'list') return undefined;
  if (before.includes(undefined) || after.includes(undefined)) return undefined;
  const { taken } = variables;
  const types = taken.map((each) => each.type);
  const names = ['result', ...taken.map(({ name }) => name)].join(', ');
  const tried = [...inputs, ...drawnInputs(types, DRAWN)];
  const cases = tried.map((input) => `((${input},), [${resultValues(type, valuesOf(input)).join(', ')}])`);
  const lambdas = (texts: readonly (string | undefined)[]): string =>
    `[${texts.map((text) => `lambda ${names}: ${text}`).join(', ')}]`;
  return {
    program: `CASES = [${cases.join(', ')}]\nASSUMED = ${lambdas(before)}\nSHOWN = ${lambdas(after)}\n${SEARCH}`,
    prover: {
      ...why3,
      commands: (bounds) => [{ argv: withinBounds('"$PYTHON" -I -S -B program.py'), seconds: atLeast(bounds) }],
      read: (runs) => readWitness({ name: 'the call', clauses: shown, inputs: tried }, runs),
    },
  };
}

/** As many inputs beside the given ones. */
const DRAWN = 30;

const inPython = (clause: string): string | undefined => toPython(programLines(clause).flatMap(({ tokens }) => tokens));

/** Values at which a clause raises show nothing. */
const SEARCH = `
for index, (given, results) in enumerate(CASES):
    for result in results:
        try:
            if not all(holds(result, *given) for holds in ASSUMED):
                continue
            for place, holds in enumerate(SHOWN):
                if not holds(result, *given):
                    print('gave', index, result)
                    print('fails', index, place, flush=True)
                    break
        except Exception:
            pass
print('${WITNESS_END}')
`;
