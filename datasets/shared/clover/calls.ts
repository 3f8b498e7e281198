import { dafnyTokens } from '../../../harness/dataset.ts';

/**
 * The calls of a published test program: what stands behind the method it tests. Changed for a Dafny that has no `for`; each printed value stands apart
 * from the next, and `Main` has another name: whoever runs it has a `Main` of his own.
 */
export function callsIn(tests: string): string {
  const words = dafnyTokens(tests).map(({ text }) => text);
  const rest = words.slice(endOfBlock(words, bodyStart(words)) + 1);
  return apart(withoutFor(rest.map((word) => NAMES[word] ?? word))).join(' ');
}

/** `array1` is a type to Dafny 2.3. */
const NAMES: Readonly<Record<string, string>> = { Main: 'MakeCalls', array1: 'array_1' };

const OPEN = new Set(['(', '[', '{', '{:']);
const CLOSE = new Set([')', ']', '}']);

/** The place of the brace that opens the first method's body: the last one at its depth before the next declaration. */
function bodyStart(words: readonly string[]): number {
  const next = words.indexOf('method', 1);
  let depth = 0;
  let found = 0;
  for (const [place, word] of words.slice(0, next < 0 ? words.length : next).entries()) {
    if (depth === 0 && word === '{') found = place;
    if (OPEN.has(word)) depth++;
    if (CLOSE.has(word)) depth--;
  }
  return found;
}

/** The place of the bracket that closes the one at a place. */
function endOfBlock(words: readonly string[], start: number): number {
  let depth = 0;
  for (let place = start; place < words.length; place++) {
    const word = words[place] ?? '';
    if (OPEN.has(word)) depth++;
    if (CLOSE.has(word) && --depth === 0) return place;
  }
  return words.length;
}

/** `for i := 0 to n { .. }` as a `while` in a block of its own. */
function withoutFor(words: readonly string[]): readonly string[] {
  const start = words.indexOf('for');
  if (start < 0) return words;
  const [name = ''] = words.slice(start + 1);
  const to = words.indexOf('to', start);
  const open = words.indexOf('{', to);
  const close = endOfBlock(words, open);
  return withoutFor([
    ...words.slice(0, start),
    ...['{', 'var', name, ...words.slice(start + 2, to), ';', 'while', name, '<', ...words.slice(to + 1, open)],
    ...words.slice(open, close),
    ...[name, ':=', name, '+', '1', ';', '}', '}'],
    ...words.slice(close + 1),
  ]);
}

/** A space behind each value that `print ( .. )` prints. */
function apart(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  const ends: number[] = [];
  let depth = 0;
  for (const [place, word] of words.entries()) {
    if (words[place - 1] === 'print' && word === '(') {
      ends.push(endOfBlock(words, place));
      depth = 0;
      continue;
    }
    if (place === ends.at(-1)) {
      ends.pop();
      result.push(',', '" "');
      continue;
    }
    if (OPEN.has(word)) depth++;
    if (CLOSE.has(word)) depth--;
    result.push(word);
    if (ends.length > 0 && depth === 0 && word === ',') result.push('" "', ',');
  }
  return result;
}
