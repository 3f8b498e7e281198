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
