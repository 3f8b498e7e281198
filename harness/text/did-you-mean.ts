/** `; did you mean lucid?` for a name that is close to a known one, else nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const most = Math.max(1, Math.floor(name.length / 3));
  let [best, distance] = ['', most + 1];
  for (const one of known) {
    const found = editDistance(name.toLowerCase(), one.toLowerCase());
    if (found < distance) [best, distance] = [one, found];
  }
  return best === '' ? '' : `; did you mean ${best}?`;
}

/** Letters put in, left out, replaced, or exchanged with their neighbour (Damerau, 1964; restricted). */
function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const ways = [
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped && row > 1 && column > 1 ? [(before[column - 2] ?? 0) + 1] : []),
      ];
      next.push(Math.min(...ways));
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
