/** Shapes of keys that a provider may echo in an error, whole or in part. */
const keyShapes = /\b(?:sk|pk|rk)-[\w*.-]{6,}|\bBearer\s+[\w*.~+/=-]{6,}/gi;

/** Takes keys out of a text that will be printed or stored: the given ones, and whatever looks like one. */
export function redact(text: string, keys: readonly (string | undefined)[]): string {
  let clean = text;
  for (const key of keys) {
    if (key !== undefined && key.length >= 4) clean = clean.replaceAll(key, '[key]');
  }
  return clean.replaceAll(keyShapes, '[key]');
}
