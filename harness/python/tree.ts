import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';

export type { SyntaxNode };

/** The syntax tree of Python source, whatever is wrong with it. The final line break that some sources lack is added. */
export const parseTree = (source: string): SyntaxNode => parser.parse(`${withoutDepths(source)}\n`).topNode;

/**
 * Python refuses more than 200 brackets in one another. Many more make a tree in time that grows with their square: 100 KB of them would
 * take minutes. Five times that is far beyond what any program holds.
 */
const MOST_BRACKETS = 1_000;

/** What matters for brackets: strings and comments, which hide them, and brackets. */
const LEXEMES =
  /(?:"{3}(?:[^\\]|\\[\s\S])*?"{3})|(?:'{3}(?:[^\\]|\\[\s\S])*?'{3})|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[([{}\])]/g;

/**
 * The source with blanks in place of brackets beyond that depth, and of closing ones beyond that number which close nothing. Every other
 * place stays what and where it was; who asks for a text of the tree takes it from the source.
 */
function withoutDepths(source: string): string {
  let [depth, excess] = [0, 0];
  return source.replace(LEXEMES, (lexeme) => {
    if ('([{'.includes(lexeme)) return ++depth > MOST_BRACKETS ? ' ' : lexeme;
    // A string may hold expressions, and these strings again.
    if (!')]}'.includes(lexeme)) return depth > MOST_BRACKETS ? lexeme.replaceAll('{', ' ') : lexeme;
    if (depth === 0) return ++excess > MOST_BRACKETS ? ' ' : lexeme;
    return depth-- > MOST_BRACKETS ? ' ' : lexeme;
  });
}

/** A node's children in order, anonymous tokens such as `(` included. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** A node and everything below it, in the order of the source. No recursion: what a model writes may be nested as deep as it is long. */
export function allNodes(top: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  top.cursor().iterate((each) => {
    nodes.push(each.node);
  });
  return nodes;
}

/** A node's text without white space at its end; empty for no node. */
export const textOf = (node: SyntaxNode | null | undefined, source: string): string =>
  node ? source.slice(node.from, node.to).trimEnd() : '';
