/**
 * Distribution function of the standard normal. Near 0 Marsaglia's series (2004, Evaluating the normal distribution);
 * in the tails the continued fraction of Abramowitz and Stegun (26.2.14), so that tiny p-values keep their digits.
 */
export function normalCdf(value: number): number {
  if (value > 0) return 1 - normalCdf(-value);
  const density = Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI);
  if (value < -3) return density / tailFraction(-value);
  let [sum, term] = [value, value];
  for (let odd = 3; Math.abs(term) > Number.EPSILON * Math.abs(sum); odd += 2) {
    term *= value ** 2 / odd;
    sum += term;
  }
  return 0.5 + density * sum;
}

/** The point below which `probability`, strictly between 0 and 1, lies; bisected to the last bit. */
export function normalQuantile(probability: number): number {
  let [low, high] = [-40, 40];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (normalCdf(middle) < probability) low = middle;
    else high = middle;
  }
}

/** x + 1/(x + 2/(x + 3/(x + ...))), from the inside out; 200 levels are exact in floating point from x = 3 on. */
function tailFraction(value: number): number {
  let fraction = value;
  for (let level = 200; level > 0; level--) fraction = value + level / fraction;
  return fraction;
}
