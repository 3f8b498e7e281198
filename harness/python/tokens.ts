import { allNodes, parseTree } from './tree.ts';

/** What a reader tells apart by colour. */
type TokenKind = 'keyword' | 'text' | 'comment' | 'number' | 'name';

/** A piece of the source, `to` exclusive. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly kind: TokenKind;
}

const BY_NODE: Readonly<Record<string, TokenKind>> = {
  String: 'text',
  FormatString: 'text',
  Comment: 'comment',
  Number: 'number',
  Boolean: 'number',
  None: 'number',
};

/** The pieces of Python source that have a colour, in order and apart from one another. Never throws, whatever is wrong with the source. */
export function pythonTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { name, from, to, parent } of allNodes(parseTree(source))) {
    if (from < end || to > source.length || from === to) continue;
    const isDefined = name === 'VariableName' && /^(Function|Class)Definition$/.test(parent?.name ?? '');
    const isKeyword = /^[a-z]+$/.test(name) && source.slice(from, to) === name;
    const kind = BY_NODE[name] ?? (isDefined ? 'name' : isKeyword ? 'keyword' : undefined);
    if (kind === undefined) continue;
    tokens.push({ from, to, kind });
    end = to;
  }
  return tokens;
}
