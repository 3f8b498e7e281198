import type { Contract } from '../../types/task.ts';
import { type CommandRun, type ProofBounds, type Prover, unknown } from './prover.ts';

/** A program that is run in place of a proof: a body under its contract, called on inputs, and what each clause then says. */
export interface WitnessSearch {
  /** Its language's prover, asked to run the program: `refuted` where an input shows that a clause does not hold. */
  readonly prover: Prover;
  readonly program: string;
}

/** Seconds for all inputs of a body, and what its values may take: it may not end, and it may grow. */
export const WITNESS_SECONDS = 20;
const MEMORY_KB = 3_000_000;

/** The same, or more where a machine is so busy that a search is given more. */
export const atLeast = ({ seconds }: ProofBounds): number => Math.max(WITNESS_SECONDS, seconds);

/** A command within its bounds; `argv` may speak of `$PYTHON`. */
export const withinBounds = (argv: string): readonly string[] => [
  '/bin/sh',
  '-c',
  `ulimit -v ${MEMORY_KB}; exec ${argv}`,
];

/** The last line that such a program prints. */
export const WITNESS_END = 'all inputs done';

/**
 * Reads what such a program printed: for each call `gave INPUT VALUE`, and `fails INPUT CLAUSE` for each clause that then does not hold,
 * both counted from 0. Nothing that a body may hold prints. The first input that shows something counts, whatever came after it.
 */
export function readWitness(
  {
    name,
    clauses,
    inputs,
  }: { readonly name: string; readonly clauses: readonly string[]; readonly inputs: readonly string[] },
  runs: readonly CommandRun[],
) {
  const lines = (runs[0]?.stdout ?? '').split('\n');
  const failing = lines.flatMap(
    (line) =>
      line
        .match(/^fails (\d+) (\d+)$/)
        ?.slice(1)
        .map(Number) ?? [],
  );
  const [input, clause] = failing;
  if (input === undefined || clause === undefined)
    return lines.includes(WITNESS_END)
      ? unknown('not-proved', { text: 'no input shows that a clause does not hold' })
      : unknown('timeout', { text: 'it did not come to the end of its inputs' });
  const gave = lines.find((line) => line.startsWith(`gave ${input} `))?.slice(`gave ${input} `.length);
  const values = gave === undefined ? '' : ` gives ${gave.slice(0, MOST_SHOWN)}`;
  const text = `${name}(${inputs[input]})${values}, where ${clauses[clause]} does not hold`;
  return { status: 'refuted' as const, reason: 'witness' as const, messages: [{ text }] };
}

const MOST_SHOWN = 120;

/** What a clause says, where it begins with this word. */
export const clausesOf = ({ clauses }: Contract, word: 'requires' | 'ensures'): readonly string[] =>
  clauses.filter((clause) => clause.startsWith(`${word} `)).map((clause) => clause.slice(word.length + 1));

/** A contract's clauses of one word as one expression of Dafny or Verus. */
export const conjunction = (contract: Contract, word: 'requires' | 'ensures'): string =>
  `(${
    clausesOf(contract, word)
      .map((clause) => `(${clause})`)
      .join(' && ') || 'true'
  })`;
