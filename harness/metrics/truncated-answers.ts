import { EQUIVALENCE_MARGIN } from '../statistics/equivalence.ts';
import type { Role } from '../types/model.ts';
import type { ConditionIdentity, Run } from '../types/record.ts';
import { comparatorOf } from './paired.ts';
import { trialsOf } from './trials/trials.ts';

/** Every role a call may have, in the order of a loop. */
export const ROLES: readonly Role[] = ['generate', 'criticise', 'judge', 'extract', 'remediate', 'regenerate'];

/**
 * Above this share of cut answers the output limit is part of what an arm measures: were each of them to cost its task, the loss would
 * exceed the difference that was declared not to matter. The same holds for a gap between two arms.
 */
export const MOST_CUT = EQUIVALENCE_MARGIN;

/** So that 20 % less 15 % is no more than 5 %. */
const ROUNDING = 1e-9;

/** How many answers of one role the output limit cut in one arm. */
export interface TruncatedAnswers {
  readonly condition: ConditionIdentity;
  readonly role: Role;
  /** Calls, as often as they were made: an answer that arms share is counted in each of them. */
  readonly answers: number;
  /** Of these, the ones that ended with the finish reason `length`. */
  readonly cut: number;
  readonly share: number;
  /** More than `MOST_CUT`. */
  readonly isTooMany: boolean;
}

/** A stage in which the output limit met an arm and the arm it is compared with unequally. */
export interface UnequalCut {
  /** The arm that is cut more, in this role. */
  readonly more: TruncatedAnswers;
  readonly other: ConditionIdentity;
  /** The same stage of the other arm; `undefined` where it has none. */
  readonly less: TruncatedAnswers | undefined;
}

/** By condition and role, in the order of the manifest and of a loop; no row for a role that was not asked. */
export function truncatedAnswers(run: Run): TruncatedAnswers[] {
  return run.manifest.identity.conditions.flatMap((condition) => {
    const counts = new Map<Role, { answers: number; cut: number }>();
    for (const { calls } of trialsOf(run, condition.name)) {
      for (const { call } of calls) {
        const { answers, cut } = counts.get(call.role) ?? { answers: 0, cut: 0 };
        counts.set(call.role, { answers: answers + 1, cut: cut + (call.finishReason === 'length' ? 1 : 0) });
      }
    }
    return ROLES.flatMap((role) => {
      const own = counts.get(role);
      if (own === undefined) return [];
      const share = own.cut / own.answers;
      return [{ condition, role, ...own, share, isTooMany: share > MOST_CUT }];
    });
  });
}

/**
 * For every arm and its declared comparator, both with calls: the stages whose shares of cut answers lie more than `MOST_CUT` apart. A
 * stage the other arm lacks counts as never cut; rewrites are held against fresh answers where an arm has no rewrites.
 */
export function unequalCuts(run: Run, rows: readonly TruncatedAnswers[]): UnequalCut[] {
  const { conditions } = run.manifest.identity;
  return conditions.flatMap((condition) => {
    const comparator = conditions.find(({ name }) => name === comparatorOf(condition));
    if (comparator === undefined) return [];
    return [...cutMore(rows, condition, comparator), ...cutMore(rows, comparator, condition)];
  });
}

/** Stages in which `arm` is cut more than `other`; none when one of them made no call at all. */
function cutMore(rows: readonly TruncatedAnswers[], arm: ConditionIdentity, other: ConditionIdentity): UnequalCut[] {
  const theirs = rows.filter(({ condition }) => condition.name === other.name);
  if (theirs.length === 0) return [];
  return rows.flatMap((more) => {
    if (more.condition.name !== arm.name) return [];
    const less = counterpart(theirs, more.role);
    return more.share - (less?.share ?? 0) > MOST_CUT + ROUNDING ? [{ more, other, less }] : [];
  });
}

function counterpart(rows: readonly TruncatedAnswers[], role: Role): TruncatedAnswers | undefined {
  const same = rows.find((row) => row.role === role);
  return same === undefined && role === 'regenerate' ? rows.find((row) => row.role === 'generate') : same;
}
