import { CRITICS, type CriticName, type CriticParts, type CriticVerdict } from '../critics/critic.ts';
import { translationOf } from '../critics/judge-proved.ts';
import { judgeTranslation } from '../critics/judge-translation.ts';
import { z } from '../storage/schema.ts';
import type { Immutable } from '../types/immutable.ts';
import type { WholeRun } from '../types/record.ts';
import { searchStep } from '../types/search.ts';
import type { CriticisedTranslation, ProvedTranslation } from './gather-pools.ts';
import { passes } from './gather-pools.ts';

/** `--critics`: who says what may be learned from. */
export const CRITIC_CHOICES = ['none', 'rules', 'all'] as const;
export type CriticChoice = (typeof CRITIC_CHOICES)[number];

const CHOSEN: Readonly<Record<CriticChoice, readonly CriticName[]>> = { none: [], rules: ['rules'], all: CRITICS };

/** Asks the chosen critics of each proved translation, one after the other; `begin` is told of each. Throws `SandboxLostError`, and what a model or `begin` throws. */
export async function criticise(
  proved: readonly ProvedTranslation[],
  choice: CriticChoice,
  parts: CriticParts | undefined,
  begin: (each: ProvedTranslation, index: number) => void = () => undefined,
): Promise<readonly CriticisedTranslation[]> {
  const found: CriticisedTranslation[] = [];
  for (const [index, each] of proved.entries()) {
    begin(each, index);
    const verdicts = parts === undefined ? [] : await verdictsOn(each, CHOSEN[choice], parts);
    found.push({ ...each, verdicts });
  }
  return found;
}

const verdictsOn = async (
  { problem, program }: ProvedTranslation,
  names: readonly CriticName[],
  parts: CriticParts,
): Promise<readonly CriticVerdict[]> =>
  names.length === 0 ? [] : (await judgeTranslation(translationOf(program, problem), parts, names)).verdicts;

const count = z.int().nonnegative();
const byCritic = z.partialRecord(z.enum(CRITICS), count);

/** An iteration in numbers. */
export const iterationRow = z.object({
  iteration: count,
  tasks: count,
  /** Tasks with a proved translation, with one that passes the critics, and with one that the grade solves. */
  ...{ proved: count, passing: count, solved: count },
  /** Tasks with a proved translation whose grade could not be made. */
  ungraded: count,
  /** Tasks with one that passes, in this iteration or an earlier one. */
  passingSoFar: count,
  generations: count,
  /** Of these, how many hold a forbidden construct. */
  forbidden: count,
  ...{ rejectedBy: byCritic, unknownBy: byCritic },
  ...{ translations: count, repairs: count, exploits: count },
  poolsSha256: z.string(),
});
export type IterationRow = Immutable<z.infer<typeof iterationRow>>;

/** What an iteration came to, apart from its pools. */
export function countIteration(
  run: WholeRun,
  criticised: readonly CriticisedTranslation[],
  before: ReadonlySet<string>,
): Omit<IterationRow, 'iteration' | 'translations' | 'repairs' | 'exploits' | 'poolsSha256'> & {
  readonly passingTasks: ReadonlySet<string>;
} {
  const tasksOf = (all: readonly CriticisedTranslation[]) => new Set(all.map(({ problem }) => problem.task.id));
  const [proved, passing] = [tasksOf(criticised), tasksOf(criticised.filter(passes))];
  const graded = (status: string) =>
    new Set(run.grades.filter(({ outcome }) => outcome.status === status).map(({ taskId }) => taskId));
  const [solved, open] = [graded('solved'), graded('ungraded')];
  const searched = run.trajectories.flatMap(({ steps }) => steps.flatMap((step) => searchStep.in(step) ?? []));
  const by = (said: CriticVerdict['said']) => countBy(criticised, said);
  const passingTasks = new Set([...before, ...passing]);
  return {
    tasks: run.manifest.identity.taskIds.length,
    proved: proved.size,
    passing: passing.size,
    solved: solved.size,
    ungraded: [...open].filter((id) => !solved.has(id)).length,
    passingSoFar: passingTasks.size,
    generations: searched.length,
    forbidden: searched.filter(({ counted }) => counted.status === 'no-node' && counted.reason === 'forbidden').length,
    rejectedBy: by('reject'),
    unknownBy: by('unknown'),
    passingTasks,
  };
}

function countBy(
  criticised: readonly CriticisedTranslation[],
  word: CriticVerdict['said'],
): Partial<Record<CriticName, number>> {
  const counts: Partial<Record<CriticName, number>> = {};
  for (const { verdicts } of criticised)
    for (const { critic, said } of verdicts) if (said === word) counts[critic] = (counts[critic] ?? 0) + 1;
  return counts;
}
