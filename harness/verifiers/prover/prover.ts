import { z } from '../../storage/schema.ts';
import type { ProofAnswer, ProofMessage, UnknownProofReason } from '../../types/proof.ts';
import type { ProofCounts } from '../../types/search.ts';
import type { ContractTask } from '../../types/task.ts';

/** A program as text that a prover is given whole. */
interface ProverCommand {
  readonly argv: readonly string[];
  /** Wall clock; the prover's own bounds are to be met first. */
  readonly seconds: number;
  /** What its last line looks like: once that is printed, its answer is final and it has 1.5 seconds to end. */
  readonly summary?: string;
  /** Commands after it are left out where it ends with exit 0. */
  readonly isEnoughIfZero?: true;
}

const commandRunShape = z.object({
  /** `hung`: it was killed after its summary. `output`: it printed more than may be kept. */
  ended: z.enum(['exited', 'hung', 'timeout', 'output', 'not-started']),
  /** Absent (`null`) unless it exited; negative: the signal. */
  exit: z.int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
});
/** What one command printed and how it ended: the report of drivers/run_prover.py. */
export type CommandRun = z.infer<typeof commandRunShape>;
export const commandRunsShape = z.array(commandRunShape);

/** How far a prover may search. */
export interface ProofBounds {
  /** Steps of a solver on one obligation, where the prover can count them. */
  readonly steps: number;
  /** Seconds of a solver on one obligation, where it cannot; a backstop elsewhere. */
  readonly seconds: number;
}

interface ProverVersion {
  readonly name: string;
  readonly version: string;
  readonly argv: readonly string[];
  /** What stands before the version in what it prints; empty: it is the first number with points. */
  readonly after: string;
}

/** A deductive prover: how it is started on a program, and what its output says. */
export interface Prover {
  readonly name: 'dafny' | 'why3' | 'verus';
  /** Of the programs it reads. */
  readonly language: ContractTask['language'];
  readonly fileName: string;
  /** What it and its solvers must say of themselves: the versions its output is read for. */
  readonly versions: readonly ProverVersion[];
  /** Environment variables that name a folder, where it is there. */
  readonly folders: Readonly<Record<string, string>>;
  /** A program that each of its commands proves: where they do and it fails at another, the other is at fault. */
  readonly known: string;
  /** Files it needs beside the program. */
  readonly files: Readonly<Record<string, string>>;
  /** Questions for one program, asked in this order. */
  commands(bounds: ProofBounds): readonly ProverCommand[];
  /** The program's own text proves nothing here: of it only what must have been proved is counted. */
  read(runs: readonly CommandRun[], program?: string): ProofAnswer;
  /** Whether a reader that searches its output for a few words takes the program for proved. Never a verdict here: what others' rules would say. */
  isProvedByWords(runs: readonly CommandRun[]): boolean;
  /** What it counts of a program: for scores, never a verdict. `undefined` where its output says nothing of it. */
  count(runs: readonly CommandRun[], program: string): ProofCounts | undefined;
  /** How it is asked of text and types alone. */
  readonly compiler: Pick<Prover, 'commands' | 'read'>;
}

/** The prover as a compiler: it proves nothing, and admits a program or refutes it. */
export const compilerOf = (prover: Prover): Prover => ({ ...prover, ...prover.compiler });

export const unknown = (reason: UnknownProofReason, ...messages: readonly ProofMessage[]): ProofAnswer => ({
  status: 'unknown',
  reason,
  messages,
});

/** An answer in one word: its reason, where it has one. */
export const wordOf = (answer: ProofAnswer) => ('reason' in answer ? answer.reason : answer.status);

/** Such an answer is the prover's doing or the machine's: it says nothing of the program, which may be asked about again. */
export const saysNothing = (answer: ProofAnswer): boolean => isNoAnswer(wordOf(answer));

/** The same of an answer in one word. */
export const isNoAnswer = (word: string): boolean => word === 'tool-failure' || word === 'not-available';

export const messagesOf = (answer: ProofAnswer): readonly ProofMessage[] =>
  'messages' in answer ? answer.messages : [];

/** Why a run cannot be read, whatever it printed; `undefined` where it can. */
export function brokenRun({ ended, stderr }: CommandRun): ProofAnswer | undefined {
  if (ended === 'not-started') return unknown('not-available', { text: `it could not be started: ${stderr}` });
  if (ended === 'timeout') return unknown('timeout', { text: 'it met its time limit' });
  if (ended === 'output') return unknown('tool-failure', { text: 'it printed more than may be kept' });
  return undefined;
}
