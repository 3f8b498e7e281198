/**
 * Which of several shares hold a point, were they laid end to end around a circle of length 1: each holds a point drawn evenly with its own probability, and two overlap
 * only where all of them are more than 1 together.
 */
export function holding(shares: readonly number[], point: number): boolean[] {
  let end = 0;
  return shares.map((share) => {
    const beginning = end;
    end = (beginning + share) % 1;
    return (point - beginning + 1) % 1 < share;
  });
}
