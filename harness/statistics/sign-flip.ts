import { createRandom } from '../random.ts';

/**
 * Two-sided sign-flip permutation test by task (Fisher 1935, section 21): were the two arms exchangeable within each task, the
 * chance that the sum of `differences` (per task: solved here less solved there, over its samples) is at least as far from 0
 * when each task's sign is thrown by a fair coin. All 2^tasks signs are counted, none drawn: the distribution of the sum is
 * built task by task. 1 when no task differs; with one sample per task it is the exact McNemar test. Throws for fractions.
 */
export function signFlipTest(differences: readonly number[]): number {
  const moving = differences.map(Math.abs).filter((size) => size > 0);
  const fraction = moving.find((size) => !Number.isInteger(size));
  if (fraction !== undefined) throw new RangeError(`expected whole differences of trials, got ${fraction}`);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  let largest = 0;
  // chances[i] is the chance of the sum i - largest.
  let probabilities = new Float64Array([1]);
  for (const size of moving) {
    const next = new Float64Array(probabilities.length + 2 * size);
    for (const [position, probability] of probabilities.entries()) {
      next[position] = (next[position] ?? 0) + probability / 2;
      next[position + 2 * size] = (next[position + 2 * size] ?? 0) + probability / 2;
    }
    probabilities = next;
    largest += size;
  }
  return Math.min(
    1,
    probabilities.reduce(
      (sum, probability, position) => (Math.abs(position - largest) >= observed ? sum + probability : sum),
      0,
    ),
  );
}

/** As many patterns of signs are counted one by one; of more tasks as many are drawn. */
const MOST_PATTERNS = 1 << 16;

/**
 * The same test for `differences` that are fractions, such as changes of a share. With up to 16 tasks that differ all sign patterns are counted; with more, 65,536 are drawn by `seed`, and the observed one
 * counts among them (Phipson and Smyth 2010), so that p is never 0.
 */
export function signFlipOfShares(differences: readonly number[], seed: string): number {
  const moving = differences.filter((difference) => difference !== 0);
  const observed = Math.abs(moving.reduce((sum, difference) => sum + difference, 0)) - 1e-9;
  const isFar = (isFlipped: (task: number) => boolean): boolean =>
    Math.abs(moving.reduce((sum, size, task) => sum + (isFlipped(task) ? -size : size), 0)) >= observed;
  const isAll = 2 ** moving.length <= MOST_PATTERNS;
  const patterns = isAll ? 2 ** moving.length : MOST_PATTERNS;
  const random = createRandom(seed);
  let far = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    if (isFar(isAll ? (task) => ((pattern >> task) & 1) === 1 : () => random() < 0.5)) far++;
  }
  return isAll ? far / patterns : (far + 1) / (patterns + 1);
}
