import type { SyntaxNode } from './tree.ts';

/**
 * Whether Python 3 would refuse what stands under a node. The grammar is more tolerant than Python in some places
 * (unclosed one-line strings, `print x`, `try` alone, any symbol as a name) and less in others (`1.`, a bare `yield`,
 * `case {}`); both kinds are put right here.
 */
export function hasSyntaxError(top: SyntaxNode, source: string): boolean {
  let found = false;
  const cursor = top.cursor();
  cursor.iterate((node) => {
    if (found) return false;
    if (node.type.isError) found = !isGrammarGap(node.node, source);
    else if (node.name === 'PrintStatement') found = true;
    else if (node.name === 'VariableName') found = !IDENTIFIER.test(source.slice(node.from, node.to));
    else if (node.name === 'String' || node.name === 'FormatString')
      found = !isClosed(source.slice(node.from, node.to));
    else if (node.name === 'TryStatement') found = !node.node.getChild('except') && !node.node.getChild('finally');
    return undefined;
  });
  return found;
}

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/** A string that the grammar ends at a line break has no closing quote. */
function isClosed(text: string): boolean {
  const quote = /^[a-zA-Z]*("""|'''|"|')/.exec(text);
  if (!quote?.[1]) return false;
  const opening = quote[0].length;
  return text.length >= opening + quote[1].length && text.endsWith(quote[1]);
}

function isGrammarGap(error: SyntaxNode, source: string): boolean {
  if (error.to - error.from > 1) return false;
  const before = source.slice(Math.max(0, error.from - 40), error.from);
  const after = source.slice(error.from).trimStart()[0] ?? '';
  const isInserted = error.from === error.to;
  if (isInserted && /(?:^|[^\w.])\d[\d_]*\.\s*$/.test(before)) return after !== '' || !isInBrackets(error);
  if (isInserted && /\byield[ \t]*$/.test(before))
    return after === ')' || /^[ \t]*(?:[\n#;]|$)/.test(source.slice(error.from));
  const isInPattern =
    EMPTY_PATTERNS.has(error.parent?.name ?? '') || EMPTY_PATTERNS.has(error.parent?.parent?.name ?? '');
  return isInPattern && /[([{]\s*$/.test(before) && ')]}'.includes(after);
}

function isInBrackets(error: SyntaxNode): boolean {
  for (let node = error.parent; node; node = node.parent) if (/^[([{]$/.test(node.firstChild?.name ?? '')) return true;
  return false;
}

const EMPTY_PATTERNS = new Set(['PatternArgList', 'MappingPattern', 'SequencePattern']);
