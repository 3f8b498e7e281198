/** How many of `total` give this share when rounded to so many decimals of the share; `undefined` where no count does. */
export function countOf(share: number, total: number, decimals: number): number | undefined {
  const count = Math.round(share * total);
  // What floating point adds to half a unit of the last decimal.
  return Math.abs(count / total - share) <= 0.5 * 10 ** -decimals + 1e-9 ? count : undefined;
}

/** The two counts beside a share that no count gives, with theirs: `46/78 = 59.0`. `print` writes a share. */
export function countsBeside(share: number, total: number, print: (share: number) => string): string {
  const below = Math.floor(share * total);
  return [below, below + 1].map((count) => `${count}/${total} = ${print(count / total)}`).join(', ');
}
