import { type Estimate, proportionEstimate, resampleTasks } from '../../statistics/task-bootstrap.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { columnKs } from '../columns.ts';
import { type Repair, repairsOf } from './repairs.ts';
import { type SearchTrial, searchTrials } from './searches.ts';

/** How many tasks an arm solves within so many generations. */
export interface SolvedWithin {
  readonly condition: ConditionIdentity;
  /** K: k repair rounds and the first generation. */
  readonly generations: number;
  readonly solved: number;
  readonly trials: number;
  /** Trials that are neither: a generation among the K is not graded, or was not made for an error. They are in no share. */
  readonly ungraded: number;
  readonly share: Estimate;
  /** Generations that were made of these, by all its trials: a search ends where one is proved. */
  readonly made: number;
}

/** Whether scores rank programs: pairs of refined programs of one trial, of which one has a proved child and the other none. */
export interface ScoreRanking {
  readonly condition: ConditionIdentity;
  readonly refined: number;
  readonly withProvedChild: number;
  readonly pairs: number;
  /** The parent of a proved child has the higher score. */
  readonly higher: number;
  readonly equal: number;
}

/** Generations of an arm that make no node, by the reason. */
export interface NoNode {
  readonly condition: ConditionIdentity;
  readonly reason: string;
  readonly generations: number;
  readonly of: number;
}

export interface SearchMetrics {
  readonly solvedWithin: readonly SolvedWithin[];
  readonly ranking: readonly ScoreRanking[];
  readonly noNodes: readonly NoNode[];
  readonly repairs: readonly Repair[];
}

/** What searches come to (AlphaVerus, Table 1 and Figure 4); empty where no arm searches. */
export function searchMetrics(run: Run): SearchMetrics {
  const byArm = Map.groupBy(searchTrials(run), ({ condition }) => condition);
  const ks = columnKs(run);
  const seed = `${run.manifest.identity.seed} search`;
  return {
    solvedWithin: [...byArm].flatMap(([condition, trials]) =>
      ks.map((k) => ({ condition, ...solvedWithin(trials, k + 1, seed) })),
    ),
    ranking: [...byArm].map(([condition, trials]) => ({ condition, ...ranking(trials) })),
    noNodes: [...byArm].flatMap(([condition, trials]) => noNodes(condition, trials)),
    repairs: [...byArm.values()].flat().flatMap(repairsOf),
  };
}

/** Solved: one of the first K generations is. Intervals draw whole tasks again. */
function solvedWithin(trials: readonly SearchTrial[], generations: number, seed: string) {
  const shares: [solved: number, trials: number][] = [];
  let made = 0;
  for (const own of Map.groupBy(trials, ({ taskId }) => taskId).values()) {
    const outcomes = own.map((trial) => isSolvedWithin(trial, generations)).filter((outcome) => outcome !== undefined);
    if (outcomes.length > 0) shares.push([outcomes.filter((isSolved) => isSolved).length, outcomes.length]);
    for (const trial of own) made += Math.min(generations, trial.generations.length);
  }
  const [share] = resampleTasks(shares, ([solved = 0, of = 0]) => [of === 0 ? undefined : solved / of], seed);
  const sum = (place: 0 | 1): number => shares.reduce((total, each) => total + each[place], 0);
  return {
    ...{ generations, made, trials: sum(1), solved: sum(0), ungraded: trials.length - sum(1) },
    share: share === undefined ? { value: undefined, interval: undefined } : proportionEstimate(share, shares.length),
  };
}

function isSolvedWithin({ generations: all, isCut }: SearchTrial, generations: number): boolean | undefined {
  const first = all.slice(0, generations);
  if (first.some(({ isSolved }) => isSolved === true)) return true;
  const isUnknown = first.some(({ isSolved }) => isSolved === undefined) || (isCut && all.length < generations);
  return isUnknown ? undefined : false;
}

function ranking(trials: readonly SearchTrial[]) {
  const counts = { refined: 0, withProvedChild: 0, pairs: 0, higher: 0, equal: 0 };
  for (const { generations } of trials) {
    const children = Map.groupBy(generations, ({ parent }) => parent);
    const parents = generations.flatMap(({ index, search: { score } }) => {
      const own = children.get(index);
      return own === undefined || score === undefined
        ? []
        : [{ score, isGood: own.some(({ isSolved }) => isSolved === true) }];
    });
    const good = parents.filter(({ isGood }) => isGood);
    const bad = parents.filter(({ isGood }) => !isGood);
    counts.refined += parents.length;
    counts.withProvedChild += good.length;
    counts.pairs += good.length * bad.length;
    for (const one of good) {
      counts.higher += bad.filter(({ score }) => one.score > score).length;
      counts.equal += bad.filter(({ score }) => one.score === score).length;
    }
  }
  return counts;
}

function noNodes(condition: ConditionIdentity, trials: readonly SearchTrial[]): NoNode[] {
  const all = trials.flatMap(({ generations }) => generations);
  const reasons = all.flatMap(({ search: { counted } }) => (counted.status === 'no-node' ? [counted.reason] : []));
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, own]) => ({ condition, reason, generations: own.length, of: all.length }))
    .sort((one, two) => two.generations - one.generations || (one.reason < two.reason ? -1 : 1));
}
