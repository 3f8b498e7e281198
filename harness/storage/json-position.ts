/**
 * The line, from 1, on which the value at a path begins in a text that is JSON; of a path that leads nowhere, the line of the last part
 * of it that is there.
 */
export function lineInJson(text: string, path: readonly PropertyKey[]): number {
  const lineAt = (position: number): number => text.slice(0, position).split('\n').length;
  let position = skipSpace(text, 0);
  for (const part of path) {
    const next = childAt(text, position, part);
    if (next === undefined) break;
    position = next;
  }
  return lineAt(position);
}

/** Where the child of the object or list at a position begins. */
function childAt(text: string, start: number, part: PropertyKey): number | undefined {
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return undefined;
  let position = skipSpace(text, start + 1);
  for (let index = 0; position < text.length && !'}]'.includes(text[position] ?? ''); index++) {
    let key: PropertyKey = index;
    if (isObject) {
      const end = endOfValue(text, position);
      key = JSON.parse(text.slice(position, end)) as string;
      position = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (key === part) return position;
    position = skipSpace(text, endOfValue(text, position));
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return undefined;
}

/** The position after the value that begins here. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let position = start; position < text.length; position++) {
    const letter = text[position] ?? '';
    if (letter === '"') position = endOfString(text, position) - 1;
    else if ('{['.includes(letter)) depth++;
    else if ('}]'.includes(letter)) depth--;
    const next = text[position + 1] ?? '';
    if (depth === 0 && ('"}]'.includes(text[position] ?? '') || /[\s,}\]]/.test(next) || next === ''))
      return position + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position++) {
    if (text[position] === '\\') position++;
    else if (text[position] === '"') return position + 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let position = start;
  while (/\s/.test(text[position] ?? '')) position++;
  return position;
}
