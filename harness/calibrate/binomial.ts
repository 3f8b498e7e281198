const logFactorials = [0];

function logFactorial(count: number): number {
  for (let next = logFactorials.length; next <= count; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[count] ?? 0;
}

/** The chance of exactly `successes` of `trials`, each with chance `share`; sums of logarithms, exact to about 1e-12. */
export function binomialPmf(trials: number, successes: number, p: number): number {
  return trinomialPmf(trials, successes, trials - successes, p, 1 - p);
}

/** The chance that exactly `first` and `second` of `trials` fall into two parts with these shares, and the others beside them. */
export function trinomialPmf(trials: number, first: number, second: number, firstP: number, secondP: number): number {
  const rest = trials - first - second;
  const ways = logFactorial(trials) - logFactorial(first) - logFactorial(second) - logFactorial(rest);
  const restP = Math.max(0, 1 - firstP - secondP);
  return Math.exp(ways + logPower(firstP, first) + logPower(secondP, second) + logPower(restP, rest));
}

/** log(share^count), with 0^0 = 1. */
function logPower(p: number, count: number): number {
  return count === 0 ? 0 : count * Math.log(p);
}
