import { holmAdjusted } from '../statistics/holm.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { ConditionIdentity, Run } from '../types/record.ts';
import { BASELINE, type Column, columnKs } from './columns.ts';
import { differenceBounds, type Finding, testDiscordance } from './comparison.ts';
import { discordance } from './discordance.ts';
import { firstGenerationGroups } from './first-generation.ts';
import { isMonotoneByConstruction } from './loops/monotonicity.ts';
import { armOf } from './trials/trials.ts';

/**
 * What a comparison is: the one its condition declared, at the largest k; or exploratory: the same pair at a smaller k, an arm against the
 * baseline's step 0, any other two arms at the largest k, one arm at two of its k, an arm against one of another run.
 */
export type ComparisonKind = 'declared' | 'smaller-k' | 'baseline' | 'other-arms' | 'own-k' | 'other-run';

/** Two columns compared trial by trial (same task, same sample). */
export interface HeadToHead {
  readonly kind: ComparisonKind;
  readonly condition: ConditionIdentity;
  readonly k: number;
  /** Its name is known even where it was not run. */
  readonly comparator: Pick<ConditionIdentity, 'name' | 'oracle'>;
  readonly comparatorK: number;
  /** Trials graded on both sides. */
  readonly compared: number;
  /** Solved here, unsolved by the comparator. */
  readonly wins: number;
  /** Unsolved here, solved by the comparator. */
  readonly losses: number;
  /** Trials left out because one side is ungraded. */
  readonly leftOut: number;
  /** The difference of shares over all planned pairs, were the ungraded ones to turn out at their worst and best. */
  readonly bounds: Interval | undefined;
  /** Nothing can regress whatever the model does: oracle stopping from the same first generation. */
  readonly isByConstruction: boolean;
  readonly finding: Finding;
  /** `finding.pValue` adjusted over the declared comparisons (Holm); `undefined` for exploratory ones, which are not adjusted. */
  readonly adjustedPValue: number | undefined;
  /** The same for the equivalence tests, a family of their own. */
  readonly adjustedEquivalence: number | undefined;
}

/** The condition it is compared with by its own declaration: the baseline unless it says otherwise; none for the baseline itself. */
export function comparatorOf({ name, comparator }: ConditionIdentity): string | undefined {
  const declared = comparator ?? BASELINE;
  return declared === name ? undefined : declared;
}

/**
 * The one family of the study: each condition against its declared comparator, both at the largest k (what answers once: step 0). A
 * comparator that was not run leaves a refused row.
 */
export function declaredComparisons(run: Run, columns: readonly Column[]): HeadToHead[] {
  const largest = Math.max(...columnKs(run));
  const compare = comparer(run);
  const rows = run.manifest.identity.conditions.flatMap((condition) => {
    const ours = findColumn(columns, condition.name, largest);
    const name = comparatorOf(condition);
    if (ours === undefined || name === undefined) return [];
    const theirs = findColumn(columns, name, comparatorK(run, name, largest));
    return [theirs === undefined ? refused(run, ours, name, largest) : compare('declared', ours, theirs)];
  });
  return withHolm(rows);
}

/** Every other comparison, unadjusted: none of them was declared in advance. In the order of `ComparisonKind`. */
export function exploratoryComparisons(run: Run, columns: readonly Column[]): HeadToHead[] {
  const ks = columnKs(run);
  const largest = Math.max(...ks);
  const { conditions } = run.manifest.identity;
  const compare = comparer(run);
  const row = (kind: ComparisonKind, ours: string, k: number, theirs: string, theirK: number): HeadToHead[] => {
    const [first, second] = [findColumn(columns, ours, k), findColumn(columns, theirs, theirK)];
    return first === undefined || second === undefined ? [] : [compare(kind, first, second)];
  };
  const isDeclared = (ours: ConditionIdentity, theirs: ConditionIdentity) =>
    comparatorOf(ours) === theirs.name || comparatorOf(theirs) === ours.name;
  const loops = conditions.filter(({ name }) => name !== BASELINE);
  return [
    ...loops.flatMap((condition) => {
      const name = comparatorOf(condition);
      const smaller = ks.filter((k) => k > 0 && k < largest);
      return name === undefined
        ? []
        : smaller.flatMap((k) => row('smaller-k', condition.name, k, name, comparatorK(run, name, k)));
    }),
    ...loops
      .filter((condition) => comparatorOf(condition) !== BASELINE)
      .flatMap(({ name }) => row('baseline', name, largest, BASELINE, 0)),
    ...loops.flatMap((ours, position) =>
      loops
        .slice(0, position)
        .filter((theirs) => !isDeclared(ours, theirs))
        .flatMap((theirs) => row('other-arms', ours.name, largest, theirs.name, largest)),
    ),
    ...loops.flatMap(({ name }) =>
      ks.flatMap((from) => ks.filter((to) => to > from).flatMap((to) => row('own-k', name, to, name, from))),
    ),
  ];
}

function withHolm(rows: readonly HeadToHead[]): HeadToHead[] {
  const tested = rows.map(({ finding }) => (finding.status === 'tested' ? finding : undefined));
  const adjusted = holmAdjusted(tested.map((finding) => finding?.pValue));
  const equivalent = holmAdjusted(tested.map((finding) => finding?.equivalence?.pValue));
  return rows.map((row, position) => ({
    ...row,
    adjustedPValue: adjusted[position],
    adjustedEquivalence: equivalent[position],
  }));
}

/** Compares two columns over the same planned trials as one row, unadjusted. Refused where candidates were given, as triples are: no arm made them. */
export function comparer(run: Run): (kind: ComparisonKind, ours: Column, theirs: Column) => HeadToHead {
  const groups = firstGenerationGroups(run);
  const shareFirst = (one: string, other: string) => groups.some((arms) => arms.includes(one) && arms.includes(other));
  return (kind, ours, theirs) => {
    const changes = discordance(theirs, ours);
    const [name, other] = [ours.condition.name, theirs.condition.name];
    return {
      kind,
      condition: ours.condition,
      k: ours.k,
      comparator: theirs.condition,
      comparatorK: theirs.k,
      compared: changes.compared,
      wins: changes.gained,
      losses: changes.lost,
      leftOut: changes.leftOut,
      bounds: differenceBounds(changes),
      isByConstruction:
        (name === other || theirs.k === 0) && shareFirst(name, other) && isMonotoneByConstruction(run, ours.condition),
      finding: [name, other].some((arm) => armOf(run, arm).hasLabels)
        ? { status: 'refused', reason: 'what is graded was given to both' }
        : testDiscordance(run, changes),
      adjustedPValue: undefined,
      adjustedEquivalence: undefined,
    };
  };
}

/** The row of a comparator without a column in this run. */
function refused(run: Run, ours: Column, name: string, largest: number): HeadToHead {
  const comparator = { name, oracle: false };
  return refusedComparison('declared', ours, comparator, comparatorK(run, name, largest), `${name} was not run`);
}

/** A comparison that is refused before anything is counted. */
export function refusedComparison(
  kind: ComparisonKind,
  ours: Column,
  comparator: HeadToHead['comparator'],
  comparatorK: number,
  reason: string,
): HeadToHead {
  return {
    kind,
    condition: ours.condition,
    k: ours.k,
    comparator,
    comparatorK,
    compared: 0,
    wins: 0,
    losses: 0,
    leftOut: ours.trials.length,
    bounds: undefined,
    isByConstruction: false,
    finding: { status: 'refused', reason },
    adjustedPValue: undefined,
    adjustedEquivalence: undefined,
  };
}

/** What answers once has no later step. */
function comparatorK({ manifest: { identity } }: Run, name: string, k: number): number {
  const isOnce = identity.conditions.some((condition) => condition.name === name && condition.answersOnce === true);
  return isOnce || name === BASELINE ? 0 : k;
}

function findColumn(columns: readonly Column[], name: string, k: number): Column | undefined {
  return columns.find((column) => column.condition.name === name && column.k === k);
}
