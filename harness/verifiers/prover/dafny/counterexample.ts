import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { Consequence } from '../annotation.ts';
import { drawnInputs, resultValues, valuesOf } from '../values.ts';
import { readWitness, WITNESS_END, WITNESS_SECONDS, type WitnessSearch, withinBounds } from '../witness.ts';
import { dafny } from './dafny.ts';
import { toExpression } from './lemma.ts';
import { dafnyInput, inDafny, readDafnySignature } from './signature.ts';

const COMMAND = `${PROVER_PATHS.mono} ${PROVER_PATHS.dafny} /compile:4 /noVerify program.dfy`;

/**
 * Tries values of parameters and of one result: compiled and not verified. What is shown is tried in its order, for a clause may be
 * meaningless where one before it does not hold. `undefined` for a signature of another form, and where a call may change something.
 */
export function dafnyCounterexample(
  { signature, pre, post = [], shown, changesState }: Consequence,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const variables = readDafnySignature(signature);
  const [result, ...others] = variables?.given ?? [];
  if (variables === undefined || result === undefined || others.length > 0 || changesState) return undefined;
  const { taken } = variables;
  const tried = [
    ...inputs,
    ...drawnInputs(
      taken.map(({ type }) => type),
      DRAWN,
    ),
  ];
  if (result.type === 'list') return undefined;
  const before = [...pre, ...post].map(toExpression).join(' && ') || 'true';
  const blocks = tried.map((input, index) => {
    const values = resultValues(result.type, valuesOf(input)) ?? [];
    const tests = shown
      .map(
        (clause, place) =>
          `if !${toExpression(clause)} { print "gave ${index} ", ${result.name}, "\\n"; print "fails ${index} ${place}\\n"; }`,
      )
      .join(' else ');
    return [
      `{ ${dafnyInput(taken, input)}`,
      `var values := [${values.map(inDafny).join(', ')}]; var place := 0;`,
      `while place < |values| { var ${result.name} := values[place]; place := place + 1;`,
      `if ${before} { ${tests} }`,
      '} }',
    ].join('\n');
  });
  return {
    program: `method Main()\n{\n${blocks.join('\n')}\nprint "${WITNESS_END}\\n";\n}\n`,
    prover: {
      ...dafny,
      commands: () => [{ argv: withinBounds(COMMAND), seconds: WITNESS_SECONDS, summary: `(?m)^${WITNESS_END}` }],
      read: (runs) => readWitness({ name: 'the call', clauses: shown, inputs: tried }, runs),
    },
  };
}

/** As many inputs beside the given ones. */
const DRAWN = 30;
