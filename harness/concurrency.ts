import pLimit from 'p-limit';

/** Runs at most `slots` pieces of work at a time, in the order in which they were given; the result is the work's own. */
export function createLimiter(slots: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(slots);
  return (work) => limit(work);
}
