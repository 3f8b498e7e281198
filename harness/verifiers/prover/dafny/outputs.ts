import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { Contract } from '../../../types/task.ts';
import { type OutputRun, readPrinted } from '../code.ts';
import type { Variable } from '../values.ts';
import { atLeast, clausesOf, withinBounds } from '../witness.ts';
import { dafny } from './dafny.ts';
import { dafnyLoop, dafnyType, dafnyVariable, inRow, readDafnySignature } from './signature.ts';

const COMMAND = `${PROVER_PATHS.mono} ${PROVER_PATHS.dafny} /compile:4 /noVerify program.dfy`;

/** Compiles a spliced program and calls it, not verified; what it may hold prints nothing. */
export function dafnyOutputs(
  program: string,
  contract: Contract,
  inputs: readonly string[],
  nonce: string,
): OutputRun | undefined {
  const signature = readDafnySignature(contract.signature);
  if (signature === undefined || signature.name === 'Main') return undefined;
  const { name, taken, given } = signature;
  const changes = contract.clauses.flatMap((clause) => clause.match(/^modifies (.*)$/)?.[1]?.split(/\s*,\s*/) ?? []);
  const changed = taken.filter((each) => each.isArray === true && changes.includes(each.name));
  const shown = [...given, ...changed];
  if (changed.length < changes.length || shown.length === 0) return undefined;
  const before = clausesOf(contract, 'requires').map((clause) => `(${clause})`);
  const call = `${name}(${taken.map((each) => each.name).join(', ')});`;
  const calls = dafnyLoop(taken.map(dafnyType), inputs, [
    ...taken.map((each, place) => dafnyVariable(each, inRow(place))),
    `if ${before.join(' && ') || 'true'} {`,
    given.length === 0 ? call : `var ${given.map((each) => each.name).join(', ')} := ${call}`,
    `print "${nonce} ", at_, " ", ${shown.map(printed).join(', ", ", ')}, "\\n";`,
    '}',
  ]);
  return runOf(`${program}\nmethod Main()\n{\n${calls}\n}\n`);
}

/** A text may hold what stands between values: its length is told. */
const printed = ({ name, type, isArray }: Variable): string =>
  isArray === true ? `${name}[..]` : type === 'text' ? `|${name}|, ":", ${name}` : name;

/** Compiles a spliced program with a dataset's calls and makes them; nothing else prints. */
export const dafnyCallOutputs = (program: string, calls: string, nonce: string): OutputRun =>
  runOf(`${program}\n${calls}\nmethod Main()\n{\nprint "${nonce}\\n";\nMakeCalls();\nprint "${nonce}\\n";\n}\n`);

const runOf = (program: string): OutputRun => ({
  program,
  prover: {
    ...dafny,
    commands: (bounds) => [{ argv: withinBounds(COMMAND), seconds: atLeast(bounds) }],
    read: readPrinted,
  },
});
