import { UsageError } from '../errors.ts';
import type { Outcome, Sandbox } from '../types.ts';
import { askJailedGrader, JAILED_GRADERS, type JailedGrader } from './jailed-grader.ts';
import { PLAIN, type Program, toJob } from './programs.ts';

/** `limit`: its function is right, but it breaks a limit or our protocol. */
export type ProgramKind = 'hostile' | 'limit' | 'honest';

/** What every grader says of one program. */
export interface CheatRow {
  readonly name: string;
  readonly kind: ProgramKind;
  /** By grader: its word, and for ours the reason. */
  readonly said: Readonly<Record<string, string>>;
}

/** A grader, asked about one program after the other. */
export interface Grader {
  readonly name: string;
  ask(program: Program): Promise<string>;
}

/** One of our sandboxes; after each program the plain one has to be solved, or the answer says so. */
export function ownGrader(sandbox: Sandbox): Grader {
  return {
    name: sandbox.kind,
    async ask(program) {
      const { outcome } = await sandbox.execute(toJob(program));
      const { outcome: next } = await sandbox.execute(toJob(PLAIN));
      return next.status === 'solved'
        ? describe(outcome)
        : `${describe(outcome)}, and the next program was ${describe(next)}`;
    },
  };
}

/** Graders of others, each run in a container of its own. */
export function jailedGraders(peersPython: string): Grader[] {
  return JAILED_GRADERS.map((name: JailedGrader) => ({
    name,
    ask: (program) => askJailedGrader(name, program, peersPython),
  }));
}

/** Asks every grader about every program, one at a time. Throws `UsageError` when one does not find the plain program right. */
export async function askAll(
  graders: readonly Grader[],
  hostile: readonly Program[],
  honest: readonly Program[],
  say: (line: string) => void,
): Promise<CheatRow[]> {
  for (const grader of graders) {
    const word = await grader.ask(PLAIN);
    if (word !== 'solved') throw new UsageError(`${grader.name} does not work here: it calls ${PLAIN.name} ${word}`);
  }
  const rows: CheatRow[] = [];
  for (const program of [...hostile, ...honest]) {
    const said: Record<string, string> = {};
    for (const grader of graders) said[grader.name] = await grader.ask(program);
    const kind = honest.includes(program) ? 'honest' : program.isRight ? 'limit' : 'hostile';
    rows.push({ name: program.name, kind, said });
    say(`${program.name}: ${Object.values(said).join(', ')}`);
  }
  return rows;
}

function describe(outcome: Outcome): string {
  return outcome.status === 'solved'
    ? 'solved'
    : `${outcome.status === 'unsolved' ? 'not' : outcome.status} (${outcome.reason})`;
}
