import { LONGEST_ROW } from './readings.ts';

/** A type of a signature, as far as JSON values can be of it. */
type ValueType =
  | { readonly kind: 'int' | 'float' | 'str' | 'bool' | 'none' | 'any' }
  | { readonly kind: 'list' | 'set' | 'dict' | 'optional'; readonly of: ValueType }
  | { readonly kind: 'tuple'; readonly items: readonly ValueType[] };

const SIMPLE: Readonly<Record<string, ValueType['kind']>> = {
  int: 'int',
  float: 'float',
  str: 'str',
  bool: 'bool',
  None: 'none',
};
const ROWS: Readonly<Record<string, 'list' | 'set'>> = { list: 'list', sequence: 'list', iterable: 'list', set: 'set' };

/** Reads an annotation such as `List[Tuple[int, str]]`; whatever else stands there is `any`. */
export function readType(annotation: string): ValueType {
  const text = annotation
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^typing\./, '');
  const simple = Object.hasOwn(SIMPLE, text) ? SIMPLE[text] : undefined;
  if (simple !== undefined) return { kind: simple } as ValueType;
  const optional = /^(.*\S)\s*\|\s*None$/.exec(text)?.[1];
  if (optional !== undefined) return { kind: 'optional', of: readType(optional) };
  const [, name = text, inner] = /^(\w+)\[(.*)\]$/s.exec(text) ?? [];
  const parts = inner === undefined ? [] : splitParts(inner);
  const [first = 'Any', second = 'Any'] = parts;
  const rowName = name.toLowerCase();
  const row = Object.hasOwn(ROWS, rowName) ? ROWS[rowName] : undefined;
  if (row !== undefined) return { kind: row, of: readType(first) };
  if (name === 'Optional') return { kind: 'optional', of: readType(first) };
  // JSON has no other keys.
  if (name.toLowerCase() === 'dict' && (inner === undefined || first === 'str'))
    return { kind: 'dict', of: readType(second) };
  if (name.toLowerCase() === 'tuple' && parts.length > 0)
    return second === '...' ? { kind: 'list', of: readType(first) } : { kind: 'tuple', items: parts.map(readType) };
  return { kind: 'any' };
}

function splitParts(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === ',' && depth === 0) {
      parts.push('');
      continue;
    }
    depth += character === '[' ? 1 : character === ']' ? -1 : 0;
    parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/** The JSON schema of a type's values, rows bounded. What is read may be longer. */
export function schemaOf(type: ValueType): Readonly<Record<string, unknown>> {
  switch (type.kind) {
    case 'int':
      return { type: 'integer' };
    case 'float':
      return { type: 'number' };
    case 'str':
      return { type: 'string' };
    case 'bool':
      return { type: 'boolean' };
    case 'none':
      return { type: 'null' };
    case 'list':
    case 'set':
      return { type: 'array', items: schemaOf(type.of), maxItems: LONGEST_ROW };
    case 'dict':
      return { type: 'object', additionalProperties: schemaOf(type.of) };
    case 'optional':
      return { anyOf: [schemaOf(type.of), { type: 'null' }] };
    case 'tuple':
      return {
        type: 'array',
        prefixItems: type.items.map(schemaOf),
        minItems: type.items.length,
        maxItems: type.items.length,
      };
    case 'any':
      return {};
  }
}

/** A JSON value as Python of that type; `undefined` where it is no value of it. */
export function toPython(value: unknown, type: ValueType): string | undefined {
  if (type.kind === 'optional') return value === null ? 'None' : toPython(value, type.of);
  if (value === null) return type.kind === 'none' || type.kind === 'any' ? 'None' : undefined;
  if (typeof value === 'boolean') return isOneOf(type, 'bool') ? (value ? 'True' : 'False') : undefined;
  if (typeof value === 'string') return isOneOf(type, 'str') ? JSON.stringify(value) : undefined;
  if (typeof value === 'number') return numberText(value, type);
  if (Array.isArray(value)) return rowText(value, type);
  return recordText(value, type);
}

const isOneOf = ({ kind }: ValueType, ...kinds: ValueType['kind'][]): boolean => kind === 'any' || kinds.includes(kind);

function numberText(value: number, type: ValueType): string | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  if (type.kind === 'float') return Number.isInteger(value) ? `${value}.0` : String(value);
  if (type.kind === 'int' && !Number.isInteger(value)) return undefined;
  return isOneOf(type, 'int') ? String(value) : undefined;
}

function rowText(value: readonly unknown[], type: ValueType): string | undefined {
  const typeOf = (index: number): ValueType | undefined => {
    if (type.kind === 'tuple') return type.items[index];
    if (type.kind === 'list' || type.kind === 'set') return type.of;
    return type.kind === 'any' ? type : undefined;
  };
  if (type.kind === 'tuple' && type.items.length !== value.length) return undefined;
  const items = value.map((item, index) => {
    const itemType = typeOf(index);
    return itemType && toPython(item, itemType);
  });
  if (items.some((item) => item === undefined) || typeOf(0) === undefined) return undefined;
  const inner = items.join(', ');
  if (type.kind === 'tuple') return `(${inner},)`;
  if (type.kind === 'set') return `set([${inner}])`;
  return `[${inner}]`;
}

function recordText(value: unknown, type: ValueType): string | undefined {
  if (typeof value !== 'object' || value === null || !isOneOf(type, 'dict')) return undefined;
  const of: ValueType = type.kind === 'dict' ? type.of : { kind: 'any' };
  const items = Object.entries(value).map(([key, item]) => {
    const text = toPython(item, of);
    return text === undefined ? undefined : `${JSON.stringify(key)}: ${text}`;
  });
  return items.includes(undefined) ? undefined : `{${items.join(', ')}}`;
}
