/** How often each reason is there, by name. */
export function countReasons<Reason extends string>(reasons: readonly Reason[]): ReadonlyMap<Reason, number> {
  const groups = Map.groupBy(reasons.toSorted(), (reason) => reason);
  return new Map([...groups].map(([reason, all]) => [reason, all.length]));
}
