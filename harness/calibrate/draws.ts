/** A part of the tasks that behave alike; the weights of all parts add up to 1. */
export interface Weighted {
  readonly weight: number;
}

/** Draws which kind of task this is. Throws for an empty list. */
export function drawKind<Kind extends Weighted>(random: () => number, kinds: readonly Kind[]): Kind {
  let left = random();
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  // Weights add up to 1 but for rounding.
  const last = kinds.at(-1);
  if (last === undefined) throw new RangeError('expected at least one kind of task');
  return last;
}

/** True with this chance. */
export function happens(random: () => number, p: number): boolean {
  return random() < p;
}

/** How many of `trials` happen, each with this chance. */
export function drawCount(random: () => number, trials: number, p: number): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) count += Number(happens(random, p));
  return count;
}

/** Mean over the kinds of tasks. */
export function meanOver<Kind extends Weighted>(kinds: readonly Kind[], value: (kind: Kind) => number): number {
  return kinds.reduce((sum, kind) => sum + kind.weight * value(kind), 0);
}
