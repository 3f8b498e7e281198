/**
 * A seeded generator of numbers in [0, 1): equal seeds give equal sequences on every machine.
 * Seeds are hashed (FNV-1a over UTF-16 units, then a splitmix finaliser), the stream is mulberry32.
 */
export function createRandom(seed: number | string): () => number {
  let state = hashSeed(String(seed));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One seed per task and sample, the same for every condition, so that comparisons are paired. A 32-bit integer. */
export function trialSeed(runSeed: number, taskId: string, sample: number): number {
  return hashSeed(`${runSeed} ${taskId} ${sample}`) >>> 0;
}

/** The items in an order drawn by Fisher and Yates: what is taken from its front is spread over the whole list. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [order[last], order[other]];
    if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a];
  }
  return order;
}

/** Half of the items, rounded up, and no more than so many: each half is as likely as every other. */
export const drawHalf = <T>(items: readonly T[], random: () => number, most: number): T[] =>
  shuffled(items, random).slice(0, Math.min(most, Math.ceil(items.length / 2)));

function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
