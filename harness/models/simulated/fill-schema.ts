/** What an answer shall say; the schema says in what shape. */
export interface Content {
  /** Whether verdict-like fields speak for the program. In a list of verdicts one element at least speaks against it. */
  readonly accepts: boolean;
  /** How many elements a list gets, within what the schema allows. */
  readonly length: number;
  /** A text for a field, by the field's name; `accepts` is that of the element it stands in. */
  text(field: string, accepts: boolean, index: number): string;
  readonly random: () => number;
}

interface FieldContext {
  readonly field: string;
  /** Position in the innermost list, from 0. */
  readonly index: number;
  readonly accepts: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const positiveWords = new Set(['pass', 'accept', 'accepted', 'correct', 'right', 'yes', 'ok', 'valid']);
const negativeWords = new Set(['fail', 'reject', 'rejected', 'incorrect', 'wrong', 'no', 'invalid']);
const positiveField = /accept|correct|right|pass|valid|solved|^ok$/i;
const negativeField = /incorrect|wrong|fail|reject|invalid|bug/i;
/** Lists of what speaks against the program: empty where nothing does. */
const listOfFaults = /^(issues|problems|bugs|faults|errors|defects)$/i;

/** A value that satisfies a JSON schema (objects, arrays, enums, constants, strings, numbers, booleans) and says `content`. */
export function fillSchema(schema: Node, content: Content): unknown {
  return fill(schema, content, { field: '', index: 0, accepts: content.accepts });
}

function fill(node: Node, content: Content, context: FieldContext): unknown {
  if (node.const !== undefined) return node.const;
  if (Array.isArray(node.enum)) return chooseWord(node.enum, content, context);
  const [alternative] = asList(node.anyOf ?? node.oneOf);
  if (alternative !== undefined) return fill(alternative, content, context);
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'object':
      return fillObject(node, content, context);
    case 'array':
      return fillList(node, content, context);
    case 'string':
      return content.text(context.field, context.accepts, context.index).slice(0, asNumber(node.maxLength));
    case 'boolean':
      if (negativeField.test(context.field)) return !context.accepts;
      return positiveField.test(context.field) ? context.accepts : content.random() < 0.5;
    case 'integer':
    case 'number':
      return fillNumber(node, context);
    default:
      return null;
  }
}

function fillObject(node: Node, content: Content, context: FieldContext): Record<string, unknown> {
  const properties = Object.entries(asNode(node.properties) ?? {});
  return Object.fromEntries(
    properties.map(([field, inner]) => [field, fill(asNode(inner) ?? {}, content, { ...context, field })]),
  );
}

function fillList(node: Node, content: Content, context: FieldContext): unknown[] {
  const least = asNumber(node.minItems) ?? 0;
  const most = asNumber(node.maxItems) ?? Number.POSITIVE_INFINITY;
  const isOfFaults = listOfFaults.test(context.field);
  const length = isOfFaults && context.accepts ? least : Math.min(most, Math.max(least, content.length));
  const against = context.accepts ? -1 : Math.floor(content.random() * length);
  return Array.from({ length }, (_, index) =>
    fill(asNode(node.items) ?? {}, content, { ...context, index, accepts: !isOfFaults && index !== against }),
  );
}

function chooseWord(words: readonly unknown[], { random }: Content, { accepts }: FieldContext): unknown {
  const isOneOf = (known: ReadonlySet<string>) => (word: unknown) => known.has(String(word).toLowerCase());
  const positive = words.find(isOneOf(positiveWords));
  const negative = words.find(isOneOf(negativeWords));
  if (positive !== undefined && negative !== undefined) return accepts ? positive : negative;
  return words[Math.floor(random() * words.length)];
}

/** Numbers in lists count its elements, as a claim's number does; others take the end of their range that speaks for the verdict. */
function fillNumber(node: Node, { field, index, accepts }: FieldContext): number {
  const least = asNumber(node.minimum) ?? asNumber(node.exclusiveMinimum) ?? 0;
  const most = asNumber(node.maximum) ?? asNumber(node.exclusiveMaximum) ?? least + 1;
  if (/score|grade|rating|confidence/i.test(field)) return accepts ? most : least;
  return Math.min(most, (node.minimum === undefined ? 1 : least) + index);
}

function asNode(value: unknown): Node | undefined {
  return value !== null && typeof value === 'object' ? (value as Node) : undefined;
}

function asList(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(asNode).filter((node) => node !== undefined) : [];
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
}
