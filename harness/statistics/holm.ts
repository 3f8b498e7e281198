/** Holm's step-down adjustment (Holm 1979), in the order given. `undefined` stays so and is not counted in the family. */
export function holmAdjusted(pValues: readonly (number | undefined)[]): (number | undefined)[] {
  const tested = pValues.flatMap((pValue, position) => (pValue === undefined ? [] : [{ pValue, position }]));
  tested.sort((a, b) => a.pValue - b.pValue);
  const adjusted: (number | undefined)[] = pValues.map(() => undefined);
  let largest = 0;
  for (const [rank, { pValue, position }] of tested.entries()) {
    largest = Math.max(largest, Math.min(1, (tested.length - rank) * pValue));
    adjusted[position] = largest;
  }
  return adjusted;
}
