import pLimit from 'p-limit';

/** Runs at most `slots` pieces of work at a time, in the order in which they were given; the result is the work's own. */
export function createLimiter(slots: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(slots);
  return (work) => limit(work);
}

/** Works through items in their order, so many at a time; each is taken when its turn comes. Waits for all before it throws the first failure. */
export async function workThrough<Item>(
  items: Iterable<Item>,
  slots: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failure: { readonly turn: number; readonly error: unknown } | undefined;
  const waiting = items[Symbol.iterator]();
  let taken = 0;
  const takeAll = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const turn = taken++;
      await work(next.value).catch((error: unknown) => {
        if (failure === undefined || turn < failure.turn) failure = { turn, error };
      });
    }
  };
  await Promise.all(Array.from({ length: slots }, takeAll));
  if (failure !== undefined) throw failure.error;
}
