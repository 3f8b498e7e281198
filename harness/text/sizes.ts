/** A number of bytes for a person: `512 bytes`, `1.5 MB`. Powers of 1024. */
export function bytesText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 'bytes'];
  for (const next of units) {
    if (value < 1024) break;
    [value, unit] = [value / 1024, next];
  }
  return `${unit === 'bytes' || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
}
