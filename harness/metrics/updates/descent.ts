import { signFlipOfShares, signFlipTest } from '../../statistics/sign-flip.ts';
import { codegradUpdate } from '../../types/codegrad.ts';
import type { ConditionIdentity, RecordedTrial, Run } from '../../types/record.ts';
import { armOf, recordedTrials } from '../trials/trials.ts';
import { type GradedProgram, programAfter, programOf } from './updates.ts';

/** One measure of two arms over the same programs: counts, or means where it is a share, and a sign-flip p by task. */
export interface Measure {
  readonly own: number;
  readonly other: number;
  readonly pValue: number;
}

/** What one revision did to the same programs in two arms, or in one arm against leaving them as they are (`against` absent). */
export interface Descent {
  readonly condition: ConditionIdentity;
  readonly against: ConditionIdentity | undefined;
  readonly programs: number;
  readonly tasks: number;
  /** Programs of which something is not known in either arm: not revised because the trial failed, no draft, not graded. */
  readonly leftOut: number;
  readonly repaired: Measure;
  readonly broken: Measure;
  /** Mean change of the share of hidden assertions that do not hold; below 0 is better. */
  readonly change: Measure;
}

/**
 * Whether following the edits lowers the loss: the first revision of every arm that revises behind a gate, against the program it began with and against the same arm's declared comparator,
 * program by program. A trial that its review ended has the program itself in place of a draft. Drafts count, not what the gate made of them.
 */
export function compareDescent(run: Run): Descent[] {
  const { conditions, seed } = run.manifest.identity;
  const arms = conditions.filter(({ name }) => armOf(run, name).hasUpdates);
  if (arms.length === 0) return [];
  const byArm = readRevisions(run, new Set(arms.map(({ name }) => name)));
  return arms.flatMap((condition) => {
    const own = byArm.get(condition.name) ?? new Map();
    const against = arms.find(({ name }) => name === condition.comparator);
    const stayed = new Map([...own].map(([key, row]) => [key, row && { ...row, after: row.before }]));
    const others = against === undefined ? [] : [descent(condition, against, own, byArm.get(against.name), seed)];
    return [descent(condition, undefined, own, stayed, seed), ...others];
  });
}

interface Revision {
  readonly taskId: string;
  /** Two arms are compared where it is the same program. */
  readonly program: string | undefined;
  readonly before: Known;
  readonly after: Known;
}

interface Known {
  readonly isSolved: boolean;
  readonly failingShare: number;
}

/** By sample of a task; `undefined` where it is not known what became of the program. */
type Revisions = ReadonlyMap<string, Revision | undefined>;

function readRevisions(run: Run, arms: ReadonlySet<string>): ReadonlyMap<string, Revisions> {
  const byArm = new Map<string, Map<string, Revision | undefined>>();
  for (const trial of recordedTrials(run)) {
    const { condition, taskId, sample, kRun } = trial.trajectory;
    if (!arms.has(condition)) continue;
    const own = byArm.get(condition) ?? new Map<string, Revision | undefined>();
    byArm.set(condition, own.set(JSON.stringify([taskId, sample, kRun ?? null]), revisionOf(trial)));
  }
  return byArm;
}

function revisionOf({ trajectory, grades }: RecordedTrial): Revision | undefined {
  const [first, second] = trajectory.steps;
  const before = known(programOf(grades.get(0)));
  const update = second && codegradUpdate.in(second);
  const hasEnded = second === undefined && trajectory.end.status === 'submitted';
  const after = update === undefined ? hasEnded && before : known(programAfter(update, grades.get(1)));
  if (first === undefined || before === undefined || after === undefined || after === false) return undefined;
  return { taskId: trajectory.taskId, program: first.candidateSha256, before, after };
}

/** Where no assertion was reached, none holds. */
function known({ outcome, failingShare = 1 }: GradedProgram): Known | undefined {
  if (outcome?.status === 'solved') return { isSolved: true, failingShare: 0 };
  return outcome?.status === 'unsolved' ? { isSolved: false, failingShare } : undefined;
}

function descent(
  condition: ConditionIdentity,
  against: ConditionIdentity | undefined,
  own: Revisions,
  other: Revisions = new Map(),
  seed: number,
): Descent {
  const pairs = [...own].flatMap(([key, one]) => {
    const two = other.get(key);
    return one === undefined || two === undefined || one.program !== two.program ? [] : [[one, two] as const];
  });
  const measure = (of: (revision: Revision) => number, isShare = false): Measure => {
    const sum = (side: 0 | 1): number => pairs.reduce((all, pair) => all + of(pair[side]), 0);
    const byTask = Map.groupBy(pairs, ([{ taskId }]) => taskId);
    const differences = [...byTask.values()].map((task) =>
      task.reduce((all, [one, two]) => all + of(one) - of(two), 0),
    );
    const divisor = isShare ? Math.max(1, pairs.length) : 1;
    const pValue = isShare ? signFlipOfShares(differences, `${seed} descent`) : signFlipTest(differences);
    return { own: sum(0) / divisor, other: sum(1) / divisor, pValue };
  };
  return {
    condition,
    against,
    programs: pairs.length,
    tasks: new Set(pairs.map(([{ taskId }]) => taskId)).size,
    leftOut: own.size - pairs.length,
    repaired: measure(({ before, after }) => (!before.isSolved && after.isSolved ? 1 : 0)),
    broken: measure(({ before, after }) => (before.isSolved && !after.isSolved ? 1 : 0)),
    change: measure(({ before, after }) => after.failingShare - before.failingShare, true),
  };
}
