import { definedName, isMethod, topName } from '../../python/entry-point.ts';
import { allNodes, childrenOf, parseTree, type SyntaxNode, textOf } from '../../python/tree.ts';
import type { ClaimLocation } from '../../types/claims.ts';

/** The line, from 1, at which a part of the entry point's definition begins; `undefined` where there is no such part. */
export function locate(part: ClaimLocation['part'], code: string, entryPoint: string): number | undefined {
  const last = (top: SyntaxNode, kind: string, name: string): SyntaxNode | undefined =>
    allNodes(top).findLast((node) => node.name === kind && textOf(node.getChild('VariableName'), code) === name);
  const tree = parseTree(code);
  const top = isMethod(entryPoint) ? last(tree, 'ClassDefinition', topName(entryPoint)) : tree;
  const definition = top && last(top, 'FunctionDefinition', definedName(entryPoint));
  const found = definition && find(part, definition, code);
  return found && code.slice(0, found.from).split('\n').length;
}

function find(part: ClaimLocation['part'], definition: SyntaxNode, code: string): SyntaxNode | undefined {
  const body = definition.getChild('Body');
  const [first] = (body ? childrenOf(body) : []).filter(({ name }) => /Statement$|Definition$/.test(name));
  const inner = body ? allNodes(body) : [];
  switch (part) {
    case 'signature':
      return definition;
    case 'docstring':
      return first?.firstChild?.name === 'String' ? first : undefined;
    case 'comment':
      return inner.find(({ name }) => name === 'Comment');
    case 'error-handling':
      return inner.find(({ name }) => name === 'TryStatement' || name === 'RaiseStatement');
    case 'validation':
      return inner.find(
        (node) => node.name === 'IfStatement' && /\b(?:raise|return|isinstance|not)\b/.test(textOf(node, code)),
      );
    case 'body':
      return first;
  }
}
