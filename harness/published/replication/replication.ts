import { BASELINE, type Column, columnAt, readColumns, type TrialResult } from '../../metrics/columns.ts';
import { recordedTrials } from '../../metrics/trials/trials.ts';
import type { Interval } from '../../statistics/intervals.ts';
import { wilsonInterval } from '../../statistics/intervals.ts';
import { exactMcNemar } from '../../statistics/mcnemar.ts';
import { newcombeInterval } from '../../statistics/newcombe.ts';
import { tangoInterval } from '../../statistics/tango.ts';
import type { Grade, Run } from '../../types/record.ts';
import type { PublishedOutcome, ReplicatedStudy, StudyArm, StudyCell } from '../../types/study.ts';
import { isEnglishLine } from '../english-line.ts';

/** A difference of so many points, up or down, would be a failure to replicate: what a study of a few hundred tasks can exclude. */
export const REPLICATION_MARGIN = 0.1;

/** Whether failures that the extractor made count as failures, or as unknown. */
type Counting = 'as counted' | 'without artefacts';

/** One published cell beside the same cell of this run; the first sample of each task. */
export interface ReplicationRow {
  readonly counting: Counting;
  readonly arm: StudyArm;
  readonly k: readonly number[];
  /** `undefined` where the study's records are needed to count it and are not given. */
  readonly published: { readonly solved: number; readonly total: number } | undefined;
  readonly here: {
    readonly solved: number;
    readonly known: number;
    readonly unknown: number;
    readonly interval: Interval | undefined;
  };
  /** The same tasks one by one, where the study's records are given; gained: solved here, not as published. */
  readonly paired:
    | { readonly pairs: number; readonly gained: number; readonly lost: number; readonly pValue: number }
    | undefined;
  /** Here less published: Tango's score interval of pairs, else Newcombe's of two independent shares. 95 %. */
  readonly difference: number | undefined;
  readonly interval: Interval | undefined;
  readonly word: 'differs' | 'compatible' | 'too few to tell';
}

/** Every published cell of an arm that this run has, under one way of counting, in the study's order. */
export function replicationRows(run: Run, study: ReplicatedStudy, counting: Counting): ReplicationRow[] {
  const columns = readColumns(run);
  const artefacts = counting === 'without artefacts' ? ownArtefacts(run) : new Set<string>();
  return study.cells.flatMap((cell) => {
    const arm = study.arms.find((one) => one.arm === cell.arm);
    const own = arm === undefined ? undefined : ownOutcomes(columns, arm.condition, cell.k, artefacts);
    return arm === undefined || own === undefined ? [] : [compare(cell, arm, own, study, counting)];
  });
}

/** Whether each task is solved; `undefined` where that is unknown. */
type Outcomes = ReadonlyMap<string, boolean | undefined>;

function compare(
  cell: StudyCell,
  arm: StudyArm,
  own: Outcomes,
  study: ReplicatedStudy,
  counting: Counting,
): ReplicationRow {
  const theirs = publishedOutcomes(cell, study, counting);
  const known = [...own.values()].filter((solved) => solved !== undefined);
  const solved = known.filter(Boolean).length;
  const here = {
    solved,
    known: known.length,
    unknown: own.size - known.length,
    interval: wilsonInterval(solved, known.length),
  };
  const published = counting === 'as counted' ? { solved: cell.solved, total: cell.total } : theirs && tally(theirs);
  const paired = theirs === undefined ? undefined : pair(own, theirs);
  const effect = paired === undefined ? unpairedEffect(here, published) : pairedEffect(paired);
  return { counting, arm, k: cell.k, published, here, paired, ...effect, word: wordOf(effect.interval) };
}

/**
 * The rule: it differs where the 95 % interval of the difference excludes 0, it is compatible where that interval lies within 10 points
 * of 0; else the tasks are too few to tell.
 */
function wordOf(interval: Interval | undefined): ReplicationRow['word'] {
  if (interval === undefined) return 'too few to tell';
  if (interval.low > 0 || interval.high < 0) return 'differs';
  return interval.low >= -REPLICATION_MARGIN && interval.high <= REPLICATION_MARGIN ? 'compatible' : 'too few to tell';
}

interface Effect {
  readonly difference: number | undefined;
  readonly interval: Interval | undefined;
}

function pairedEffect({ pairs, gained, lost }: NonNullable<ReplicationRow['paired']>): Effect {
  if (pairs === 0) return { difference: undefined, interval: undefined };
  return {
    difference: (gained - lost) / pairs,
    interval: tangoInterval({ pairs, wins: gained, losses: lost }),
  };
}

function unpairedEffect({ solved, known }: ReplicationRow['here'], published: ReplicationRow['published']): Effect {
  if (published === undefined || known === 0) return { difference: undefined, interval: undefined };
  return {
    difference: solved / known - published.solved / published.total,
    interval: newcombeInterval(
      { successes: solved, total: known },
      { successes: published.solved, total: published.total },
    ),
  };
}

function pair(own: Outcomes, theirs: Outcomes): NonNullable<ReplicationRow['paired']> {
  const both = [...own].flatMap(([taskId, here]) => {
    const published = theirs.get(taskId);
    return here === undefined || published === undefined ? [] : [{ here, published }];
  });
  const gained = both.filter(({ here, published }) => here && !published).length;
  const lost = both.filter(({ here, published }) => !here && published).length;
  return { pairs: both.length, gained, lost, pValue: exactMcNemar(gained, lost) };
}

function tally(outcomes: Outcomes): { solved: number; total: number } {
  const known = [...outcomes.values()].filter((solved) => solved !== undefined);
  return { solved: known.filter(Boolean).length, total: known.length };
}

// ── Of this run ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Solved at any of these k; a task with no solved and some unknown outcome is unknown. */
function ownOutcomes(
  columns: readonly Column[],
  condition: string,
  ks: readonly number[],
  artefacts: ReadonlySet<string>,
): Outcomes | undefined {
  const own = ks.flatMap((k) => columnAt(columns, condition, k) ?? []);
  if (own.length < ks.length) return undefined;
  const solvedIn = ({ taskId, outcome, step }: TrialResult): boolean | undefined => {
    if (outcome.status === 'ungraded' || artefacts.has(stepKey(condition, taskId, step))) return undefined;
    return outcome.status === 'solved';
  };
  const tasks = new Map<string, boolean | undefined>();
  for (const [position, trial] of own[0]?.trials.entries() ?? []) {
    if (trial.sample > 0) continue;
    const all = own.map(({ trials }) => trials[position]).flatMap((one) => (one === undefined ? [] : [solvedIn(one)]));
    tasks.set(trial.taskId, all.includes(true) ? true : all.includes(undefined) ? undefined : false);
  }
  return tasks;
}

const stepKey = (condition: string, taskId: string, step: number | undefined): string =>
  JSON.stringify([condition, taskId, step]);

/** Steps whose program does not parse because prose, or a fence, stands in it: made by the extractor of the arm. */
function ownArtefacts(run: Run): Set<string> {
  const found = new Set<string>();
  for (const { trajectory, grades } of recordedTrials(run)) {
    const { condition, taskId, steps } = trajectory;
    for (const { index, candidate = '' } of steps) {
      const grade = grades.get(index);
      if (grade !== undefined && isSyntax(grade) && hasProse(candidate)) found.add(stepKey(condition, taskId, index));
    }
  }
  return found;
}

const isSyntax = ({ outcome }: Grade): boolean => outcome.status === 'unsolved' && outcome.reason === 'syntax';

function hasProse(candidate: string): boolean {
  const lines = candidate.trimEnd().split('\n');
  return lines.some((line) => line.startsWith('```')) || isEnglishLine(lines.at(-1) ?? '');
}

// ── As published ───────────────────────────────────────────────────────────────────────────────────────────────────

function publishedOutcomes(
  { arm, k }: StudyCell,
  { records }: ReplicatedStudy,
  counting: Counting,
): Outcomes | undefined {
  const cells = records?.filter((record) => record.arm === arm && (isOneAnswer(arm) || k.includes(record.k))) ?? [];
  if (cells.length === 0) return undefined;
  const tasks = [...new Set(cells.flatMap(({ outcomes }) => Object.keys(outcomes)))];
  const solved = (outcome: PublishedOutcome | undefined): boolean | undefined => {
    if (outcome === undefined) return undefined;
    if (outcome === 'artefact' || outcome === 'never-evaluated') return counting === 'as counted' ? false : undefined;
    return outcome === 'solved';
  };
  return new Map(
    tasks.map((taskId) => {
      const all = cells.map(({ outcomes }) => solved(outcomes[taskId])).filter((one) => one !== undefined);
      return [taskId, all.length === 0 ? undefined : all.includes(true)] as const;
    }),
  );
}

/** The study's baseline ran once, for its smallest k. */
const isOneAnswer = (arm: string): boolean => arm === BASELINE;
