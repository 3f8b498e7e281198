const logFactorials = [0];

function logFactorial(count: number): number {
  for (let next = logFactorials.length; next <= count; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[count] ?? 0;
}

/** The chance of exactly `successes` of `trials`, each with chance `share`; sums of logarithms, exact to about 1e-12. */
export function binomialChance(trials: number, successes: number, share: number): number {
  return trinomialChance(trials, successes, trials - successes, share, 1 - share);
}

/** The chance that exactly `first` and `second` of `trials` fall into two parts with these shares, and the others beside them. */
export function trinomialChance(
  trials: number,
  first: number,
  second: number,
  firstShare: number,
  secondShare: number,
): number {
  const rest = trials - first - second;
  const ways = logFactorial(trials) - logFactorial(first) - logFactorial(second) - logFactorial(rest);
  const restShare = Math.max(0, 1 - firstShare - secondShare);
  return Math.exp(ways + logPower(firstShare, first) + logPower(secondShare, second) + logPower(restShare, rest));
}

/** log(share^count), with 0^0 = 1. */
function logPower(share: number, count: number): number {
  return count === 0 ? 0 : count * Math.log(share);
}
