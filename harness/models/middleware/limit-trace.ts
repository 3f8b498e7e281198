import type { LimitChange } from './adaptive-concurrency.ts';

/** What an overloaded server does to the number of calls at a time; every text is empty where nothing was lowered. */
export interface LimitTrace {
  readonly observe: (change: LimitChange) => void;
  /** For the end of the run; every change stands in timings.jsonl. */
  summary(): string;
}

/** Follows a limiter that begins at its ceiling. */
export function createLimitTrace(ceiling: number): LimitTrace {
  let limit = ceiling;
  let lowest = ceiling;
  let overloads = 0;
  return {
    observe(change) {
      limit = change.limit;
      lowest = Math.min(lowest, limit);
      if (change.reason === 'overload') overloads++;
    },
    summary() {
      if (overloads === 0) return '';
      const times = overloads === 1 ? 'once' : `${overloads} times`;
      return `\nthe server was overloaded: calls at a time were lowered ${times}, to ${lowest} of ${ceiling} at the least, ${limit} at the end`;
    },
  };
}
