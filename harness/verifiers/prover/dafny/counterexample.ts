import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import { type Consequence, resultValues, valuesOf } from '../annotation.ts';
import { readWitness, WITNESS_END, WITNESS_SECONDS, type WitnessSearch, withinBounds } from '../witness.ts';
import { dafny } from './dafny.ts';
import { toExpression } from './lemma.ts';

const SIGNATURE = /^method \w+\((.*)\) returns \((\w+): (int|nat|bool)\)$/;
const VARIABLE = /^\w+: (?:int|nat|bool|seq<int>)$/;
const COMMAND = `${PROVER_PATHS.mono} ${PROVER_PATHS.dafny} /compile:4 /noVerify program.dfy`;

/**
 * Tries values of parameters and of one result: compiled and not verified. What is shown is tried in its order, for a clause may be
 * meaningless where one before it does not hold. `undefined` for a signature of another form, and where a call may change something.
 */
export function dafnyCounterexample(
  { signature, pre, post = [], shown, changesState }: Consequence,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const [, parameters = '', result = '', type = ''] = signature.match(SIGNATURE) ?? [];
  const taken = parameters.split(', ');
  if (result === '' || changesState || inputs.length === 0 || !taken.every((variable) => VARIABLE.test(variable)))
    return undefined;
  const before = [...pre, ...post].map(toExpression).join(' && ') || 'true';
  const blocks = inputs.map((input, index) => {
    const values = resultValues(type, valuesOf(input)) ?? [];
    const tests = shown
      .map(
        (clause, place) =>
          `if !${toExpression(clause)} { print "gave ${index} ", ${result}, "\\n"; print "fails ${index} ${place}\\n"; }`,
      )
      .join(' else ');
    return [
      `{ var ${taken.join(', ')} := ${inDafny(input)};`,
      `var values := [${values.map(inDafny).join(', ')}]; var place := 0;`,
      `while place < |values| { var ${result} := values[place]; place := place + 1;`,
      `if ${before} { ${tests} }`,
      '} }',
    ].join('\n');
  });
  return {
    program: `method Main()\n{\n${blocks.join('\n')}\nprint "${WITNESS_END}\\n";\n}\n`,
    prover: {
      ...dafny,
      commands: () => [{ argv: withinBounds(COMMAND), seconds: WITNESS_SECONDS, summary: `(?m)^${WITNESS_END}` }],
      read: (runs) => readWitness({ name: 'the call', clauses: shown, inputs }, runs),
    },
  };
}

const inDafny = (values: string): string => values.replaceAll('True', 'true').replaceAll('False', 'false');
