import { type Consequence, resultValues, valuesOf } from '../annotation.ts';
import { readWitness, WITNESS_END, WITNESS_SECONDS, type WitnessSearch, withinBounds } from '../witness.ts';
import { toPython } from './formula.ts';
import { programLines } from './tokens.ts';
import { why3 } from './why3.ts';

const SIGNATURE = /^def \w+\((.*)\) -> (int|bool):$/;

/** As `dafnyCounterexample`; `undefined` too where a clause has no meaning in Python. */
export function pythonCounterexample(
  { signature, pre, post = [], shown }: Consequence,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const [, parameters = '', type = ''] = signature.match(SIGNATURE) ?? [];
  const [before, after] = [[...pre, ...post].map(inPython), shown.map(inPython)];
  if (type === '' || inputs.length === 0 || before.includes(undefined) || after.includes(undefined)) return undefined;
  const names = ['result', ...parameters.split(',').map((parameter) => parameter.replace(/:.*/, '').trim())].join(', ');
  const cases = inputs.map((input) => `((${input},), [${(resultValues(type, valuesOf(input)) ?? []).join(', ')}])`);
  const lambdas = (texts: readonly (string | undefined)[]): string =>
    `[${texts.map((text) => `lambda ${names}: ${text}`).join(', ')}]`;
  return {
    program: `CASES = [${cases.join(', ')}]\nASSUMED = ${lambdas(before)}\nSHOWN = ${lambdas(after)}\n${SEARCH}`,
    prover: {
      ...why3,
      commands: () => [{ argv: withinBounds('"$PYTHON" -I -S -B program.py'), seconds: WITNESS_SECONDS }],
      read: (runs) => readWitness({ name: 'the call', clauses: shown, inputs }, runs),
    },
  };
}

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
