/**
 * Whether OpenAI's strict mode takes a JSON schema: every object closed, every property required. Any other schema is sent
 * as a wish; the answer is checked in both cases.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  if (typeof schema !== 'object' || schema === null) return true;
  const fields = Object.entries(schema);
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (type === 'object') {
    const names = Object.keys(typeof properties === 'object' && properties !== null ? properties : {});
    const isRequired = Array.isArray(required) && names.every((name) => required.includes(name));
    if (additionalProperties !== false || !(isRequired || names.length === 0)) return false;
  }
  return fields.every(([, value]) => isStrictSchema(value));
}
