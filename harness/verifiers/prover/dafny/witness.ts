import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { Contract } from '../../../types/task.ts';
import { clausesOf, readWitness, WITNESS_END, WITNESS_SECONDS, type WitnessSearch, withinBounds } from '../witness.ts';
import { dafny } from './dafny.ts';

const SIGNATURE = /^method (\w+)\((.*)\) returns \((.*)\)$/;
const VARIABLE = /^\w+: (?:int|nat|bool|seq<int>)$/;
const COMMAND = `${PROVER_PATHS.mono} ${PROVER_PATHS.dafny} /compile:4 /noVerify program.dfy`;

/**
 * Runs a spliced program on inputs in Python's notation (`[1, 2], True`), compiled and not verified. `undefined` for a contract of another
 * form than one method of integers, truth values and sequences without effects. The compiler leaves out a loop whose body does nothing:
 * it has no effect, or no end, and then the body is wrong too.
 */
export function dafnyWitness(
  program: string,
  contract: Contract,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const [, name = '', parameters = '', results = ''] = contract.signature.match(SIGNATURE) ?? [];
  const [taken, given] = [parameters, results].map((list) => list.split(', '));
  const [requires, ensures] = [clausesOf(contract, 'requires'), clausesOf(contract, 'ensures')];
  const isPlain = requires.length + ensures.length === contract.clauses.length && name !== 'Main';
  if (taken === undefined || given === undefined || !isPlain) return undefined;
  if (![...taken, ...given].every((variable) => VARIABLE.test(variable))) return undefined;
  const names = (variables: readonly string[]): string => variables.map((each) => each.replace(/:.*/, '')).join(', ');
  const [first] = given;
  const calls = inputs.map((input, index) =>
    [
      `{ var ${taken.join(', ')} := ${inDafny(input)};`,
      `if ${requires.map((clause) => `(${clause})`).join(' && ') || 'true'} {`,
      `var ${names(given)} := ${name}(${names(taken)});`,
      `print "gave ${index} ", ${names([first ?? ''])}, "\\n";`,
      ...ensures.map((clause, place) => `if !(${clause}) { print "fails ${index} ${place}\\n"; }`),
      '} }',
    ].join('\n'),
  );
  const clauses = ensures.map((clause) => `ensures ${clause}`);
  return {
    program: `${program}\nmethod Main() {\n${calls.join('\n')}\nprint "${WITNESS_END}\\n";\n}\n`,
    prover: {
      ...dafny,
      commands: () => [{ argv: withinBounds(COMMAND), seconds: WITNESS_SECONDS, summary: `(?m)^${WITNESS_END}` }],
      read: (runs) => readWitness({ name, clauses, inputs }, runs),
    },
  };
}

const inDafny = (values: string): string => values.replaceAll('True', 'true').replaceAll('False', 'false');
