import { calleeOf, topName } from '../../../python/entry-point.ts';
import { parseExpression } from '../../../python/source.ts';

/** An example as Python: set-up lines, if any, and one `assert`. */
export interface Example {
  /** To see that two examples speak of the same call; `undefined` when it depends on what was set up before. */
  readonly call: string | undefined;
  readonly lines: readonly string[];
}

export interface ExampleSubject {
  readonly entryPoint: string;
  readonly parameters: readonly string[];
  readonly prelude: string;
}

interface Found {
  readonly line: number;
  readonly example: Example;
}

/**
 * Examples written as lines of text, with the line they begin at. A docstring that defines the function by recurrence
 * (`tri(n) = tri(n - 1) + …`) gives no inline examples: its `tri(1) = 3` is an equation about the sequence, not
 * necessarily about what the function returns (HumanEval/130).
 */
export function inlineExamples(lines: readonly string[], subject: ExampleSubject): Found[] {
  if (hasRecurrence(lines, calleeOf(subject.entryPoint))) return [];
  return lines.flatMap((_, line) => {
    const example = callExample(lines, line, subject) ?? wordExample(lines, line, subject);
    return example ? [{ line, example }] : [];
  });
}

/** What may stand before an example on its line: list marks, `>>>`, `assert`, `for`, `e.g.`. */
const LEAD = /^(?:(?:[-*•]|\d+[.)]|\([a-z\d]\)|>>>|assert|for|e\.g\.,?|i\.e\.,?|Example:|Ex:)\s+|>>>)*/i;
const SEPARATOR =
  /^\s*(?:==+>|=>|-+>|➞|→|⇒|⟹|==|=|(?:returns?|should return|will return|should be|gives|evaluates to)(?=\s)|#\s*(?:==*>|-+>|➞|→|returns?(?=\s)))\s*/;

/** `f(1, 2) <separator> value`, where the call may take several lines. */
function callExample(lines: readonly string[], index: number, subject: ExampleSubject): Example | undefined {
  const line = (lines[index] ?? '').replace(LEAD, '');
  const callee = calleeOf(subject.entryPoint);
  if (!line.startsWith(`${callee}(`)) return undefined;
  const text = [line, ...paragraphAfter(lines, index)].join('\n');
  const callEnd = closingBracket(text, callee.length);
  if (callEnd === undefined) return undefined;
  const call = text.slice(0, callEnd);
  const separator = SEPARATOR.exec(text.slice(callEnd));
  if (!separator || separator[0].includes('\n')) return undefined;
  const value = valueAt(text.slice(callEnd + separator[0].length));
  return value === undefined ? undefined : assertion(call, value, subject);
}

/** `For x = 1, y = 2 the output should be 3` and `Input: x = 1, y = 2` followed by `Output: 3`. */
function wordExample(lines: readonly string[], index: number, subject: ExampleSubject): Example | undefined {
  const line = lines[index] ?? '';
  const sentence = /^For (.+?),?\s+(?:the|it)\b.*?\b(?:output|result|answer) (?:should be|is) (.+)$/i.exec(line);
  const input = sentence ? undefined : /^Input:\s*(.+)$/.exec(line)?.[1];
  const output = /^Output:\s*(.+)$/.exec(lines[index + 1] ?? '')?.[1];
  const given = sentence?.[1] ?? input;
  const shown = sentence?.[2] ?? (input === undefined ? undefined : output);
  if (given === undefined || shown === undefined) return undefined;
  const values = namedArguments(given, subject.parameters);
  const value = valueAt([shown, ...(sentence ? [] : paragraphAfter(lines, index + 1))].join('\n'));
  if (!values || value === undefined) return undefined;
  return assertion(`${calleeOf(subject.entryPoint)}(${values.join(', ')})`, value, subject);
}

/** `x = 1, y = 2` in the order of the parameters, each given once; a single parameter may stand without its name. */
function namedArguments(text: string, parameters: readonly string[]): string[] | undefined {
  const only = parseExpression(text);
  if (only && parameters.length === 1 && only.kind === 'literal') return [withoutComment(text).trim()];
  const starts = [...text.matchAll(/(?:^|,\s*)([A-Za-z_]\w*)\s*=(?!=)\s*/g)];
  const values = new Map<string, string>();
  for (const [position, start] of starts.entries()) {
    const value = text.slice(start.index + start[0].length, starts[position + 1]?.index).trim();
    if (parseExpression(value)?.kind !== 'literal' || values.has(start[1] ?? '')) return undefined;
    values.set(start[1] ?? '', value);
  }
  if (starts[0]?.index !== 0 || values.size !== parameters.length) return undefined;
  const ordered = parameters.map((parameter) => values.get(parameter));
  return ordered.every((value) => value !== undefined) ? ordered : undefined;
}

function assertion(call: string, value: string, { entryPoint }: ExampleSubject): Example | undefined {
  const parsed = parseExpression(call);
  if (parsed?.kind !== 'call' || parsed.callee !== calleeOf(entryPoint)) return undefined;
  if ([...parsed.names].some((name) => name !== topName(entryPoint))) return undefined;
  const oneLine = oneLineOf(call);
  return { call: oneLine, lines: [`assert ${oneLine} == (${oneLineOf(value)})`] };
}

const oneLineOf = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/**
 * The value a text begins with, if what follows cannot be part of it. `true` and `false` are Python's; of
 * `19 - 5 - 6 = 8` the last part counts; `("Venus")` may have been meant as a tuple (HumanEval/148) and is no value.
 */
function valueAt(text: string): string | undefined {
  const firstLine = text.split('\n')[0] ?? '';
  const opening = /^[([{]/.test(text) ? closingBracket(text, 0) : undefined;
  const end = opening === undefined || opening <= firstLine.length ? firstLine.length : opening;
  const shown = withoutComment(text.slice(0, end)).trim().replace(/\.$/, '').trim();
  const parts = shown.split(/(?<![=<>!])=(?!=)/).map((part) => part.trim());
  if (parts.length > 1 && parts.every((part) => isNumeric(part))) return parts.at(-1);
  const word = /^(true|false)$/.exec(shown)?.[1];
  if (word) return word === 'true' ? 'True' : 'False';
  if (isLiteral(shown)) return shown;
  // `'No' (the name should start with a letter)`: a remark in brackets after a complete value.
  const remark = /^(\S.*?)\s+\((?=[A-Za-z]+ )[^()]*\)$/.exec(shown);
  return remark?.[1] && isLiteral(remark[1]) ? remark[1] : undefined;
}

function isLiteral(text: string): boolean {
  const kind = parseExpression(text)?.kind;
  return kind === 'literal' || kind === 'constant';
}

const isNumeric = (text: string): boolean => isLiteral(text) && /^[\d\s+\-*/().]+$/.test(text);

/** Lines that follow, up to the next blank one. */
function paragraphAfter(lines: readonly string[], index: number): string[] {
  const blank = lines.indexOf('', index + 1);
  return lines.slice(index + 1, blank === -1 ? undefined : blank);
}

/** Offset after the bracket that closes the one at `open`; quotes are respected. */
function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let index = open; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote) {
      if (character === '\\') index++;
      else if (character === quote) quote = '';
      else if (character === '\n') return undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return index + 1;
  }
  return undefined;
}

function hasRecurrence(lines: readonly string[], callee: string): boolean {
  const call = `${callee}(`;
  return lines.some((line) => {
    const text = line.replace(LEAD, '');
    const end = text.startsWith(call) ? closingBracket(text, callee.length) : undefined;
    if (end === undefined) return false;
    const separator = SEPARATOR.exec(text.slice(end));
    return separator !== null && text.slice(end + separator[0].length).includes(call);
  });
}

/** Cuts a `# comment` that stands outside quotes. */
export function withoutComment(line: string): string {
  return /^(?:[^#'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|['"])*/.exec(line)?.[0] ?? line;
}
