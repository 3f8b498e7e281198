import { gammaln } from 'simple-statistics';

/**
 * Regularised incomplete beta function I_x(a, b), the distribution function of Beta(a, b), for a, b > 0 and x in [0, 1]:
 * continued fraction DLMF 8.17.22, evaluated by Lentz's method as modified by Thompson and Barnett (1986).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean; above it the symmetric one does.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const logFront = gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x);
  return Math.exp(logFront) / a / betaFraction(x, a, b);
}

/** 1 + d1/(1 + d2/(1 + ...)) of DLMF 8.17.22. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let [fraction, upper, lower] = [1, 1, 0];
  for (let level = 1; level <= 100_000; level++) {
    const half = Math.floor(level / 2);
    const coefficient =
      level % 2 === 0
        ? (half * (b - half) * x) / ((a + 2 * half - 1) * (a + 2 * half))
        : -((a + half) * (a + b + half) * x) / ((a + 2 * half) * (a + 2 * half + 1));
    lower = 1 / (1 + coefficient * lower || tiny);
    upper = 1 + coefficient / upper || tiny;
    const change = upper * lower;
    fraction *= change;
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return fraction;
}

/** The x where I_x(a, b) = share, by bisection to the last bit. */
export function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (incompleteBeta(middle, a, b) < probability) low = middle;
    else high = middle;
  }
}
