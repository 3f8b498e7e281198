/**
 * Exact two-sided McNemar test (McNemar 1947; the binomial form): the chance, were both directions equally likely, of a
 * split of the discordant pairs at least this uneven. 1 when there are none. For independent pairs: one sample per task.
 */
export function exactMcNemar(wins: number, losses: number): number {
  const discordant = wins + losses;
  const fewer = Math.min(wins, losses);
  // In logarithms: 2^-n is 0 in floating point from n = 1075 on.
  let logTerm = -discordant * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let count = 1; count <= fewer; count++) {
    logTerm += Math.log((discordant - count + 1) / count);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}
