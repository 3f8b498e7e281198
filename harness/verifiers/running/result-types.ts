import { definedName } from '../../python/entry-point.ts';

/** The type that a prompt's signature gives its function's result: `-> List[int]`; `undefined` where it gives none. */
export function resultAnnotation(prompt: string, entryPoint: string): string | undefined {
  const head = prompt.slice(prompt.lastIndexOf(`def ${definedName(entryPoint)}(`));
  return /^def [^\n]*?\)\s*->\s*([^\n]+?)\s*:\s*(?:#.*)?\n/.exec(head)?.[1];
}

/** A Python expression that is true of values of a type; `undefined` for a type that is not known here. */
export function typeTest(annotation: string, value = 'value'): string | undefined {
  const text = annotation
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2')
    .replaceAll(/\btyping\./g, '');
  const alternatives = splitTop(text, '|');
  if (alternatives.length > 1) return anyOf(alternatives, value);
  const plain = PLAIN.get(text);
  if (plain !== undefined) return plain(value);
  const [, name = '', inner = ''] = /^(\w+)\[([\s\S]*)\]$/.exec(text) ?? [];
  const parts = splitTop(inner, ',');
  switch (name.toLowerCase()) {
    case 'optional':
      return anyOf([inner, 'None'], value);
    case 'union':
      return anyOf(parts, value);
    case 'list':
    case 'set':
      return everyOf(name.toLowerCase(), inner, value);
    case 'dict':
      return dictOf(parts, value);
    case 'tuple':
      return parts[1] === '...' ? everyOf('tuple', parts[0] ?? '', value) : tupleOf(parts, value);
    default:
      return undefined;
  }
}

/** `bool` is an `int` in Python and not what `int` asks for. */
const PLAIN: ReadonlyMap<string, (value: string) => string> = new Map([
  ['int', (value) => `(isinstance(${value}, int) and not isinstance(${value}, bool))`],
  ['float', (value) => `(isinstance(${value}, (int, float)) and not isinstance(${value}, bool))`],
  ...['bool', 'str', 'bytes', 'list', 'dict', 'set', 'tuple'].map(
    (name) => [name, (value: string) => `isinstance(${value}, ${name})`] as const,
  ),
  ['None', (value) => `${value} is None`],
  ['Any', () => 'True'],
  ['object', () => 'True'],
]);

const joined = (tests: readonly (string | undefined)[], word: 'and' | 'or'): string | undefined =>
  tests.some((test) => test === undefined) ? undefined : `(${tests.join(` ${word} `)})`;

const anyOf = (types: readonly string[], value: string): string | undefined =>
  joined(
    types.map((type) => typeTest(type, value)),
    'or',
  );

function everyOf(kind: string, type: string, value: string): string | undefined {
  const each = typeTest(type, `${value}_`);
  return each && `(isinstance(${value}, ${kind}) and all(${each} for ${value}_ in ${value}))`;
}

function dictOf([key = '', of = '']: readonly string[], value: string): string | undefined {
  const each = joined([typeTest(key, `${value}_k`), typeTest(of, `${value}_v`)], 'and');
  return each && `(isinstance(${value}, dict) and all(${each} for ${value}_k, ${value}_v in ${value}.items()))`;
}

function tupleOf(types: readonly string[], value: string): string | undefined {
  const each = types.map((type, index) => typeTest(type, `${value}[${index}]`));
  return joined([`isinstance(${value}, tuple)`, `len(${value}) == ${types.length}`, ...each], 'and');
}

/** Parts between separators that stand in no brackets. */
function splitTop(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('[('.includes(letter)) depth++;
    if ('])'.includes(letter)) depth--;
    if (letter === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
