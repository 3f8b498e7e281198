import type { ConditionIdentity } from '../types/record.ts';
import type { Column } from './columns.ts';

/** One condition at one k under two suites; trials that either could not grade are in `ungraded` alone. */
export interface TwoSuites {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
  readonly ungraded: number;
}

/** How two suites grade the same steps. Takes the columns of both, of the same arms, k and trials. */
export function compareSuites(first: readonly Column[], second: readonly Column[]): TwoSuites[] {
  return first.map(({ condition, k, trials }, at) => {
    const others = second[at]?.trials ?? [];
    const pairs = trials.map(
      ({ outcome }, trial) => `${outcome.status} ${others[trial]?.outcome.status ?? 'ungraded'}`,
    );
    const count = (pair: string): number => pairs.filter((one) => one === pair).length;
    const [both, only, more, neither] = [
      'solved solved',
      'solved unsolved',
      'unsolved solved',
      'unsolved unsolved',
    ].map(count);
    const known = { both: both ?? 0, first: only ?? 0, second: more ?? 0, neither: neither ?? 0 };
    const ungraded = pairs.length - known.both - known.first - known.second - known.neither;
    return { condition, k, ...known, ungraded };
  });
}
