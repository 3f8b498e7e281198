import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxLostError } from '../../errors.ts';
import { createRandom, shuffled } from '../../random.ts';
import { sharingContainers } from '../../sandbox/share-containers.ts';
import { canonicalJson } from '../../storage/hash.ts';
import type { Outcome, Sandbox } from '../../types/execution.ts';
import { expectedOutcome, judge, PLAIN, type Program } from '../programs/programs.ts';
import { differences, readState, type SandboxState } from '../sandbox-state.ts';

/** What is drawn from: programs that must not be solved, and programs that must be. */
interface Bundle {
  readonly hostile: readonly Program[];
  readonly honest: readonly Program[];
}

interface SharedOptions {
  /** How many hostile and honest programs are judged. Each has a plain program beside it, of another task. */
  readonly programs: number;
  /** Decides the order. */
  readonly seed: number;
  /** Verdicts under way at a time: as many containers are shared. */
  readonly slots: number;
  /** After so many programs it is looked what is left. */
  readonly lookAfter: number;
}

/** A verdict that was not the one it had to be, or had another reason. */
interface OtherVerdict {
  readonly program: string;
  readonly expected: string;
  readonly came: string;
}

/** What came of programs in containers that tasks share. */
export interface SharedResult {
  readonly sandbox: string;
  /** By kind of program: how many verdicts, and how many of them were wrong: solved that must not be, not solved that must, or none. */
  readonly verdicts: Readonly<Record<'hostile' | 'honest' | 'plain', { readonly all: number; readonly wrong: number }>>;
  readonly wrong: readonly OtherVerdict[];
  /** Not solved, as it had to be, but for another reason: on a busy machine a time limit comes before what was expected. */
  readonly otherReason: readonly OtherVerdict[];
  /** How many programs ended their container: the next has a fresh one. */
  readonly ended: number;
  /** Of plain programs: how many said which uid they ran under, and how many different ones that were. */
  readonly uids: { readonly said: number; readonly different: number };
  /** How often it was looked into every container. */
  readonly looks: number;
  /** What was there then and had not been at the beginning, or the other way round. */
  readonly left: readonly string[];
}

/** A plain program that says under which uid it runs. */
const SAYS_ITS_UID: Program = { ...PLAIN, code: `import os\nprint('uid', os.getuid())\n${PLAIN.code}` };

/** As many tasks as HumanEval has: programs that follow one another are of different ones. */
const TASKS = 164;

/**
 * Judges programs of many tasks in containers that all of them share, in an order that `seed` draws, and looks now and then whether the
 * containers are as they were at the beginning. Throws `SandboxLostError` where not even the first program has a verdict.
 */
export async function runShared(
  own: Sandbox,
  { hostile, honest }: Bundle,
  { programs: count, seed, slots, lookAfter }: SharedOptions,
  say: (line: string) => void,
): Promise<SharedResult> {
  const sandbox = sharingContainers(own);
  const verdicts = { hostile: none(), honest: none(), plain: none() };
  const [wrong, otherReason]: [OtherVerdict[], OtherVerdict[]] = [[], []];
  const uids: string[] = [];
  let ended = 0;

  async function ask(kind: keyof typeof verdicts, program: Program, taskId: string): Promise<void> {
    const found = await judge(sandbox, program, taskId).catch(orLost);
    const [expected, came] = [expectedOutcome(program), found.outcome];
    verdicts[kind].all++;
    if (came.status === 'unsolved' && came.reason === 'ended-its-sandbox') ended++;
    const [, uid] = /^uid (\d+)$/m.exec(found.output) ?? [];
    if (kind === 'plain' && uid !== undefined) uids.push(uid);
    if (canonicalJson(expected) === canonicalJson(came)) return;
    const isWrong = expected.status !== came.status;
    if (isWrong) verdicts[kind].wrong++;
    (isWrong ? wrong : otherReason).push({
      program: program.name,
      expected: describe(expected),
      came: describe(came),
    });
  }

  await judge(sandbox, PLAIN, 'the first');
  const before = await statesOf(sandbox, slots);
  const order = drawOrder([...hostile, ...honest], count, seed);
  const left: string[] = [];
  let looks = 0;
  for (let at = 0; at < order.length; at += lookAfter) {
    const batch = order.slice(at, at + lookAfter);
    const asked = batch.flatMap((program, index) => {
      const kind = hostile.includes(program) ? 'hostile' : 'honest';
      return [
        { kind, program, task: at + index },
        { kind: 'plain', program: SAYS_ITS_UID, task: at + index + 1 },
      ] as const;
    });
    const inOrder = shuffled(asked, createRandom(`${seed}, plain programs from ${at}`));
    await Promise.all(inOrder.map(({ kind, program, task }) => ask(kind, program, `task ${task % TASKS}`)));
    left.push(...(await whatIsLeft(sandbox, slots, before)).map((line) => `after ${at + batch.length}: ${line}`));
    looks++;
    say(`${own.kind}: ${at + batch.length} of ${order.length} programs, ${wrong.length} wrong, ${left.length} left`);
  }
  return {
    ...{ sandbox: own.kind, verdicts, wrong, otherReason, ended, looks, left },
    uids: { said: uids.length, different: new Set(uids).size },
  };
}

const none = () => ({ all: 0, wrong: 0 });

/** The whole bundle again and again, each time in another order, until there are so many. */
export function drawOrder(bundle: readonly Program[], count: number, seed: number): Program[] {
  const rounds = bundle.length === 0 ? 0 : Math.ceil(count / bundle.length);
  return Array.from({ length: rounds }, (_, round) => shuffled(bundle, createRandom(`${seed}, round ${round}`)))
    .flat()
    .slice(0, count);
}

function orLost(error: unknown): { readonly outcome: Outcome; readonly output: string } {
  if (error instanceof SandboxLostError) return { outcome: { status: 'ungraded', reason: 'sandbox-lost' }, output: '' };
  throw error;
}

const describe = (outcome: Outcome): string =>
  outcome.status === 'solved' ? 'solved' : `${outcome.status} (${outcome.reason})`;

/** A container that nobody could look into is not one in which nothing was left. */
function orNotLooked(error: unknown): string[] {
  if (error instanceof SandboxLostError) return [`could not be looked into: ${error.message}`];
  throw error;
}

/** What a program finds in each of the containers: as many ask at a time as there are, so each container is asked. */
function statesOf(sandbox: Sandbox, slots: number): Promise<SandboxState[]> {
  return Promise.all(Array.from({ length: slots }, (_, slot) => readState(sandbox, `looks ${slot}`)));
}

/** What a runner keeps ready for the next verdict is being made for a moment: only what stays is left. */
const LOOKS = 5;
const LOOK_AGAIN_MS = 500;

/** Containers differ in the core they keep to: each has to be as one of them was. */
async function whatIsLeft(sandbox: Sandbox, slots: number, before: readonly SandboxState[]): Promise<string[]> {
  let left: string[] = [];
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await sleep(LOOK_AGAIN_MS);
    const states = await statesOf(sandbox, slots).catch(orNotLooked);
    left = states.flatMap((after) => {
      if (typeof after === 'string') return [after];
      const found = before.map((state) => differences(state, after));
      return found.sort((one, other) => one.length - other.length)[0] ?? [];
    });
    if (left.length === 0) break;
  }
  return left;
}
