import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { Contract } from '../../../types/task.ts';
import { type OutputRun, readPrinted } from '../code.ts';
import { clausesOf, WITNESS_SECONDS, withinBounds } from '../witness.ts';
import { dafny } from './dafny.ts';
import { dafnyInput, readDafnySignature } from './signature.ts';

const COMMAND = `${PROVER_PATHS.mono} ${PROVER_PATHS.dafny} /compile:4 /noVerify program.dfy`;

/** Compiles a spliced program and calls it, not verified; what it may hold prints nothing. */
export function dafnyOutputs(
  program: string,
  contract: Contract,
  inputs: readonly string[],
  nonce: string,
): OutputRun | undefined {
  const signature = readDafnySignature(contract.signature);
  if (
    signature === undefined ||
    signature.name === 'Main' ||
    contract.clauses.some((clause) => /^modifies /.test(clause))
  )
    return undefined;
  const { name, taken, given } = signature;
  const before = clausesOf(contract, 'requires').map((clause) => `(${clause})`);
  const results = given.map((each) => each.name).join(', ');
  const printed = given.map((each) => (each.isArray === true ? `${each.name}[..]` : each.name)).join(', ", ", ');
  const calls = inputs.map((input, index) =>
    [
      `{ ${dafnyInput(taken, input)}`,
      `if ${before.join(' && ') || 'true'} {`,
      `var ${results} := ${name}(${taken.map((each) => each.name).join(', ')});`,
      `print "${nonce} ${index} ", ${printed}, "\\n";`,
      '} }',
    ].join('\n'),
  );
  return {
    program: `${program}\nmethod Main()\n{\n${calls.join('\n')}\n}\n`,
    prover: {
      ...dafny,
      commands: () => [{ argv: withinBounds(COMMAND), seconds: WITNESS_SECONDS }],
      read: readPrinted,
    },
  };
}
