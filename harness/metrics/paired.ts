import type { ConditionIdentity, Run } from '../types.ts';
import { BASELINE, type Column, columnKs } from './columns.ts';
import { discordance } from './discordance.ts';

/** Two columns compared trial by trial (same task, same sample). */
export interface HeadToHead {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly comparator: ConditionIdentity;
  readonly comparatorK: number;
  /** Trials graded on both sides. */
  readonly compared: number;
  /** Solved here, unsolved by the comparator. */
  readonly improved: number;
  /** Unsolved here, solved by the comparator. */
  readonly regressed: number;
  /** Trials left out because one side is ungraded. */
  readonly leftOut: number;
  /** Exact McNemar, two-sided; `undefined` with more than one sample a task, where trials are not independent. */
  readonly pValue: number | undefined;
  /** `pValue` adjusted over the table it stands in (Holm). */
  readonly adjustedPValue: number | undefined;
}

/** Arms that differ in one idea: the loop against drawing again with the same stopping tests. */
const EQUAL_K_PAIRS = [
  ['lucid', 'resample-oracle'],
  ['lucid-public', 'resample-public'],
] as const;

/** Every condition at the largest k against the baseline's step 0. Empty when the baseline was not run. */
export function headToHeadWithBaseline(run: Run, columns: readonly Column[]): HeadToHead[] {
  const baseline = findColumn(columns, BASELINE, 0);
  if (baseline === undefined) return [];
  const largest = Math.max(...columnKs(run));
  return withHolm(
    columns
      .filter(({ condition, k }) => k === largest && condition.name !== BASELINE)
      .map((column) => compare(run, column, baseline)),
  );
}

/** `lucid` against `resample-oracle` and `lucid-public` against `resample-public` at each k > 0, where both were run. */
export function headToHeadAtEqualK(run: Run, columns: readonly Column[]): HeadToHead[] {
  return withHolm(
    EQUAL_K_PAIRS.flatMap(([name, comparator]) =>
      columnKs(run)
        .filter((k) => k > 0)
        .flatMap((k) => {
          const [ours, theirs] = [findColumn(columns, name, k), findColumn(columns, comparator, k)];
          return ours === undefined || theirs === undefined ? [] : [compare(run, ours, theirs)];
        }),
    ),
  );
}

/**
 * Exact two-sided McNemar test (McNemar 1947; the binomial form): the chance, were both directions equally likely, of a
 * split of the discordant pairs at least this uneven. 1 when there are none.
 */
export function exactMcNemar(improved: number, regressed: number): number {
  const discordant = improved + regressed;
  const fewer = Math.min(improved, regressed);
  // In logarithms: 2^-n is 0 in floating point from n = 1075 on.
  let logTerm = -discordant * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let count = 1; count <= fewer; count++) {
    logTerm += Math.log((discordant - count + 1) / count);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}

/** Holm's step-down adjustment (Holm 1979), in the order given. `undefined` stays so and is not counted in the family. */
export function holmAdjusted(pValues: readonly (number | undefined)[]): (number | undefined)[] {
  const tested = pValues.flatMap((pValue, position) => (pValue === undefined ? [] : [{ pValue, position }]));
  tested.sort((a, b) => a.pValue - b.pValue);
  const adjusted: (number | undefined)[] = pValues.map(() => undefined);
  let largest = 0;
  for (const [rank, { pValue, position }] of tested.entries()) {
    largest = Math.max(largest, Math.min(1, (tested.length - rank) * pValue));
    adjusted[position] = largest;
  }
  return adjusted;
}

type Unadjusted = Omit<HeadToHead, 'adjustedPValue'>;

function withHolm(rows: readonly Unadjusted[]): HeadToHead[] {
  const adjusted = holmAdjusted(rows.map(({ pValue }) => pValue));
  return rows.map((row, position) => ({ ...row, adjustedPValue: adjusted[position] }));
}

function compare(run: Run, ours: Column, theirs: Column): Unadjusted {
  const { compared, gained, lost, leftOut } = discordance(theirs, ours);
  const isTestable = run.manifest.identity.samples === 1 && compared > 0;
  return {
    condition: ours.condition,
    k: ours.k,
    comparator: theirs.condition,
    comparatorK: theirs.k,
    compared,
    improved: gained,
    regressed: lost,
    leftOut,
    pValue: isTestable ? exactMcNemar(gained, lost) : undefined,
  };
}

function findColumn(columns: readonly Column[], name: string, k: number): Column | undefined {
  return columns.find((column) => column.condition.name === name && column.k === k);
}
