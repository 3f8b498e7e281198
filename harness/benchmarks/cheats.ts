import { SandboxLostError, UsageError } from '../errors.ts';
import type { LoadedCondition } from '../run/load-conditions.ts';
import type { Outcome, Sandbox } from '../types/execution.ts';
import type { CheckAttack } from './checks/check-attack.ts';
import { askCheckWriter, fallen } from './checks/check-writer.ts';
import { askJailedGrader, JAILED_GRADERS, type JailedGrader } from './jailed-grader.ts';
import { NEEDS_600_MB } from './programs/hostile-to-memory.ts';
import { judge, PLAIN, type Program } from './programs/programs.ts';
import { differences, readState, type SandboxState } from './sandbox-state.ts';

/** `limit`: its function is right, but it breaks a limit or our protocol. `check`: no program, but a check that a model writes. */
export type CheatKind = 'hostile' | 'limit' | 'honest' | 'check';

/** What every grader says of one program, or does about one check. */
export interface CheatRow {
  readonly name: string;
  readonly kind: CheatKind;
  /** By grader: its word, and for ours the reason; `-` where it was not asked. */
  readonly said: Readonly<Record<string, string>>;
}

/** A grader, asked about one program after the other. */
export interface Grader {
  readonly name: string;
  ask(program: Program): Promise<string>;
  /** Absent where a grader runs no checks. */
  readonly askCheck?: (attack: CheckAttack) => Promise<string>;
  close(): Promise<void>;
}

/** All that came of an attack was what should: what follows a comma is what did not. */
export const HARM = ', and ';

/** All in one task: a program and the one after it share a container, which is where poison would show. */
const TASK = 'benchmark/add';

/**
 * One of our sandboxes. After each attack the plain program has to be solved, after one that holds memory a program that needs 600 MB too,
 * and a program must find the same as at the beginning; or the answer says so, and the next is asked in a fresh sandbox. `condition` is
 * what runs the checks.
 */
export async function ownGrader(
  name: string,
  open: () => Promise<Sandbox>,
  condition: LoadedCondition,
): Promise<Grader> {
  let sandbox = await open();
  let before: SandboxState | undefined;

  /** `attack` gives a word and what it did to others; anything beyond that is looked for here. */
  async function ask(attack: () => Promise<readonly string[]>): Promise<string> {
    before ??= await begin(sandbox, condition);
    const said = await attack().catch(orLost);
    const left = await readState(sandbox, TASK).then((after) => differences(before ?? {}, after), orLost);
    const harm = [...said.slice(1), ...(left.length === 0 ? [] : [`the next found ${left.slice(0, 2).join('; ')}`])];
    if (harm.length > 0 || said[0] === 'no verdict') {
      await sandbox.close();
      sandbox = await open();
      before = undefined;
    }
    return [said[0], ...harm].join(HARM);
  }

  return {
    name,
    close: () => sandbox.close(),
    ask: (program) => ask(() => askAndLookAfter(sandbox, program)),
    askCheck: (attack) => ask(async () => ['not', ...fallen(await askCheckWriter(sandbox, condition, attack))]),
  };
}

/** Whatever is started once is started: a trial with a check, and a verdict. */
async function begin(sandbox: Sandbox, condition: LoadedCondition): Promise<SandboxState> {
  await askCheckWriter(sandbox, condition, { name: 'asks for a sum', test: 'assert add(20, 22) == 42' });
  return readState(sandbox, TASK);
}

function orLost(error: unknown): string[] {
  if (error instanceof SandboxLostError) return ['no verdict'];
  throw error;
}

async function askAndLookAfter(sandbox: Sandbox, program: Program): Promise<string[]> {
  const { outcome } = await judge(sandbox, program, TASK);
  const said = [describe(outcome)];
  for (const after of program.holdsMemory === true ? [PLAIN, NEEDS_600_MB] : [PLAIN]) {
    const { outcome: next } = await judge(sandbox, after, TASK);
    if (next.status !== 'solved') said.push(`a right program that ${after.name} was ${describe(next)}`);
  }
  return said;
}

/** Graders of others, each run in a container of its own. */
export function jailedGraders(peersPython: string): Grader[] {
  return JAILED_GRADERS.map((name: JailedGrader) => ({
    name,
    ask: (program) => askJailedGrader(name, program, peersPython),
    close: async () => {},
  }));
}

/** What is asked: programs that must not be solved, programs that must be, and checks that must do no harm. */
interface Attacks {
  readonly hostile: readonly Program[];
  readonly honest: readonly Program[];
  readonly checks: readonly CheckAttack[];
}

/** Asks every grader about everything, one at a time. Throws `UsageError` when one does not find the plain program right. */
export async function askAll(
  graders: readonly Grader[],
  { hostile, honest, checks }: Attacks,
  say: (line: string) => void,
): Promise<CheatRow[]> {
  for (const grader of graders) {
    const word = await grader.ask(PLAIN);
    if (word !== 'solved') throw new UsageError(`${grader.name} does not work here: it calls ${PLAIN.name} ${word}`);
  }
  const rows: CheatRow[] = [];
  async function row(name: string, kind: CheatKind, ask: (grader: Grader) => Promise<string>): Promise<void> {
    const said: Record<string, string> = {};
    for (const grader of graders) said[grader.name] = await ask(grader);
    rows.push({ name, kind, said });
    say(`${name}: ${Object.values(said).join(' | ')}`);
  }
  for (const program of [...hostile, ...honest]) {
    const kind = honest.includes(program) ? 'honest' : program.isRight ? 'limit' : 'hostile';
    await row(program.name, kind, (grader) => grader.ask(program));
  }
  for (const check of checks) await row(check.name, 'check', async (grader) => (await grader.askCheck?.(check)) ?? '-');
  return rows;
}

function describe(outcome: Outcome): string {
  if (outcome.status === 'solved') return 'solved';
  return outcome.status === 'unsolved' ? `not (${outcome.reason})` : 'no verdict';
}
