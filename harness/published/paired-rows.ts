import { BASELINE, type Column, columnAt } from '../metrics/columns.ts';
import { discordance } from '../metrics/discordance.ts';
import { holmAdjusted } from '../statistics/holm.ts';
import type { Interval } from '../statistics/intervals.ts';
import { exactMcNemar } from '../statistics/mcnemar.ts';
import { tangoInterval } from '../statistics/tango.ts';
import type { ConditionIdentity } from '../types/record.ts';

/** Two published cells compared task by task. */
export interface PairedRow {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly comparator: ConditionIdentity;
  readonly comparatorK: number;
  readonly pairs: number;
  readonly wins: number;
  readonly losses: number;
  readonly leftOut: number;
  /** Share of wins minus share of losses with Tango's 95 % score interval; `undefined` without pairs. */
  readonly difference: number | undefined;
  readonly interval: Interval | undefined;
  /** Exact McNemar, two-sided; adjusted over all rows by Holm. `undefined` without pairs. */
  readonly pValue: number | undefined;
  readonly adjustedPValue: number | undefined;
}

/**
 * Every published cell against its declared comparator at the same k (the baseline: its one answer), and each loop's k against its
 * smallest. Pairs with an unknown side are left out and counted.
 */
export function pairedRows(columns: readonly Column[], ks: readonly number[]): PairedRow[] {
  const conditions = [...new Map(columns.map(({ condition }) => [condition.name, condition])).values()];
  const rows = conditions
    .filter(({ answersOnce }) => answersOnce !== true)
    .flatMap(({ name, comparator = BASELINE }) => [
      ...ks.flatMap((k) => compare(columnAt(columns, name, k), k, columnAt(columns, comparator, k), k)),
      ...(comparator === BASELINE
        ? []
        : ks.flatMap((k) => compare(columnAt(columns, name, k), k, columnAt(columns, BASELINE, k), k))),
      ...ks
        .slice(1)
        .flatMap((k) => compare(columnAt(columns, name, k), k, columnAt(columns, name, ks[0] ?? k), ks[0] ?? k)),
    ]);
  const adjusted = holmAdjusted(rows.map(({ pValue }) => pValue));
  return rows.map((row, position) => ({ ...row, adjustedPValue: adjusted[position] }));
}

function compare(
  ours: Column | undefined,
  k: number,
  theirs: Column | undefined,
  theirK: number,
): Omit<PairedRow, 'adjustedPValue'>[] {
  if (ours === undefined || theirs === undefined) return [];
  const { compared: pairs, gained: wins, lost: losses, leftOut } = discordance(theirs, ours);
  return [
    {
      condition: ours.condition,
      k,
      comparator: theirs.condition,
      comparatorK: theirs.condition.answersOnce === true ? 0 : theirK,
      pairs,
      wins,
      losses,
      leftOut,
      difference: pairs === 0 ? undefined : (wins - losses) / pairs,
      interval: tangoInterval({ pairs, wins, losses }),
      pValue: pairs === 0 ? undefined : exactMcNemar(wins, losses),
    },
  ];
}
