import type { PlacedToken } from '../tokens.ts';
import type { ValueType, Variable, Variables } from '../values.ts';
import { nameIn } from './splice.ts';
import { closes, closingOf, opens, plainText, rustTokens } from './tokens.ts';

/** A signature in its parts, as text. */
interface VerusSignature {
  readonly name: string;
  /** `<T>`, where it is of any type. */
  readonly types: string;
  readonly parameters: readonly string[];
  /** `r: u8`; without a name it is `result`, and absent where nothing is given. */
  readonly result?: string;
}

/** `undefined` for a text of another form. */
export function verusSignature(signature: string): VerusSignature | undefined {
  const tokens = rustTokens(signature);
  const at = tokens.findIndex(({ text }) => text === 'fn');
  const open = tokens.findIndex(({ text }, index) => index > at && text === '(');
  const close = open < 0 ? -1 : closingOf(tokens, open);
  if (at < 0 || close < 0) return undefined;
  const [arrow, ...given] = tokens.slice(close + 1);
  if (arrow !== undefined && arrow.text !== '->') return undefined;
  const isNamed = given[0]?.text === '(' && given[2]?.text === ':' && closingOf(given, 0) === given.length - 1;
  const result = isNamed ? plainText(given.slice(1, -1)) : `result: ${plainText(given)}`;
  return {
    name: nameIn(signature),
    types: plainText(tokens.slice(at + 2, open)),
    parameters: listOf(tokens.slice(open + 1, close)),
    ...(given.length === 0 ? {} : { result: result.replace(/,\s*$/, '') }),
  };
}

/** Between commas that stand in no bracket; a `<` of a type is one. */
function listOf(tokens: readonly PlacedToken[]): readonly string[] {
  const pieces: string[] = [];
  let [depth, from] = [0, 0];
  for (const [index, token] of tokens.entries()) {
    if (opens(token) || token.text === '<') depth++;
    if (closes(token) || token.text === '>') depth--;
    if (token.text === '>>') depth -= 2;
    if (depth > 0 || token.text !== ',') continue;
    pieces.push(plainText(tokens.slice(from, index)));
    from = index + 1;
  }
  return [...pieces, plainText(tokens.slice(from))].filter((piece) => piece !== '');
}

/** A function's name and variables; `undefined` where a type is not one whose values can be written down. */
export function readVerusSignature(signature: string): (Variables & { readonly name: string }) | undefined {
  const read = verusSignature(signature);
  if (read === undefined || read.types !== '') return undefined;
  const [taken, given] = [read.parameters, read.result === undefined ? [] : [read.result]].map((list) =>
    list.flatMap((each) => readVariable(each) ?? []),
  );
  const isWhole = taken?.length === read.parameters.length && given?.length === (read.result === undefined ? 0 : 1);
  return isWhole && taken !== undefined && given !== undefined ? { name: read.name, taken, given } : undefined;
}

function readVariable(text: string): Variable | undefined {
  const [, name, written = ''] = text.match(/^(?:mut\s+)?(\w+)\s*:\s*(.+)$/s) ?? [];
  const type = typeOf(written.replace(/\s+/g, ' ').trim());
  return name === undefined || type === undefined ? undefined : { name, type };
}

/** A list is borrowed or owned: both can be written down. */
const LIST = /^(?:& ?)?Vec<[iu](?:8|16|32|64|128|size)>$|^& ?\[[iu](?:8|16|32|64|128|size)\]$/;

function typeOf(type: string): ValueType | undefined {
  if (/^(?:i(?:8|16|32|64|128|size)|int)$/.test(type)) return 'int';
  if (/^(?:u(?:8|16|32|64|128|size)|nat)$/.test(type)) return 'nat';
  if (type === 'bool') return 'bool';
  return LIST.test(type) ? 'list' : undefined;
}
