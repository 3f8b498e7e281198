import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';

export type { SyntaxNode };

/** The syntax tree of Python source, whatever is wrong with it. The final line break that some sources lack is added. */
export const parseTree = (source: string): SyntaxNode => parser.parse(`${source}\n`).topNode;

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
