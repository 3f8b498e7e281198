import { hasSyntaxError } from './errors.ts';
import { namesOf } from './names.ts';
import { childrenOf, parseTree, type SyntaxNode, textOf } from './tree.ts';

/** Offsets into the source that was parsed; `to` is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

type StatementKind = 'import' | 'function' | 'class' | 'assignment' | 'expression' | 'main-guard' | 'other';

/** A statement at the top level of a module, its decorators included. */
export interface Statement extends Range {
  readonly kind: StatementKind;
  /** Names it binds at module level (also those bound inside a top-level `if`, `try` or loop). */
  readonly binds: ReadonlySet<string>;
  /** Names it reads that are not local to a function inside it. */
  readonly uses: ReadonlySet<string>;
  /** Names whose attribute or item it assigns: `f.cache = {}`, `table[0] = 1`. */
  readonly updates: ReadonlySet<string>;
  /** What it calls when the module is run (not what functions in it call later): `print`, `sys.setrecursionlimit`. */
  readonly calls: ReadonlySet<string>;
  readonly hasError: boolean;
  /** A function whose body is nothing but a docstring, `pass`, `...` or `raise NotImplementedError`. */
  readonly isStub: boolean;
  /** `return` or `yield` stands outside any function: the text is the body of one. */
  readonly returns: boolean;
}

export interface Module {
  readonly source: string;
  readonly statements: readonly Statement[];
  readonly hasError: boolean;
  /** Offsets at which its lines begin. */
  readonly lineStarts: readonly number[];
}

/**
 * Parses Python 3 source; never throws. Statements that do not parse are kept and marked. An indented statement or a
 * `return` at the top level is the lost end of the definition before it, so both are marked. Expects `\n` line ends.
 */
export function parseModule(source: string): Module {
  const statements = childrenOf(parseTree(source))
    .filter((node) => node.name !== 'Comment')
    .map((node) => describe(node, source));
  const marked = statements.map((statement, index): Statement => {
    const next = statements[index + 1];
    const isCutShort =
      next !== undefined && statement.kind === 'function' && (next.returns || isIndented(next, source));
    return isCutShort || isIndented(statement, source) ? { ...statement, hasError: true } : statement;
  });
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const hasError = marked.some((statement) => statement.hasError || statement.returns);
  return { source, statements: marked, hasError, lineStarts };
}

const isIndented = ({ from }: Range, source: string): boolean =>
  /^[ \t]+$/.test(source.slice(source.lastIndexOf('\n', from - 1) + 1, from));

/** The line, counted from 0, that an offset lies in. */
export function lineAt({ lineStarts }: Module, offset: number): number {
  let low = 0;
  for (let high = lineStarts.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The last top-level statement that binds `name`, e.g. a function, a class or `name = lambda …`. */
export function lastBinding(module: Module, name: string): Statement | undefined {
  return module.statements.findLast((statement) => statement.binds.has(name));
}

interface FunctionParts {
  /** Of the whole definition, decorators included. */
  readonly definition: Range;
  readonly parameters: readonly string[];
  /** Texts between the quotes of string statements in the body, as written (escapes are not decoded). */
  readonly docstrings: readonly { readonly text: string; readonly isRaw: boolean }[];
  /** Columns by which the first line of the body is indented. */
  readonly bodyIndent: number;
}

/**
 * The last top-level `def name` of a source, whatever follows it: a prompt ends after the docstring. Of `Class.method` the last such method
 * in the last such class: the definition is then the class's, and what an instance is called is no parameter.
 */
export function findFunction(source: string, name: string): FunctionParts | undefined {
  const [top = '', method] = name.split('.');
  const outer = lastDefinition(
    parseTree(source),
    method === undefined ? 'FunctionDefinition' : 'ClassDefinition',
    top,
    source,
  );
  const definition =
    method === undefined ? outer : lastDefinition(outer?.getChild('Body'), 'FunctionDefinition', method, source);
  if (outer === undefined || definition === undefined) return undefined;
  const { from, to } = outer.parent?.name === 'DecoratedStatement' ? outer.parent : outer;
  const parameters = parameterNames(definition, source);
  const body = definition.getChild('Body');
  const takesInstance = method !== undefined && !isStatic(definition, source);
  return {
    definition: { from, to: Math.min(to, source.length) },
    parameters: takesInstance ? parameters.slice(1) : parameters,
    docstrings: (body?.getChildren('ExpressionStatement') ?? []).flatMap((statement) => stringText(statement, source)),
    bodyIndent: body ? indentOf(body, source) : 4,
  };
}

const isStatic = ({ parent }: SyntaxNode, source: string): boolean =>
  (parent?.getChildren('Decorator') ?? []).some((one) => /^@\s*staticmethod$/.test(textOf(one, source).trim()));

/** The last definition of a kind and a name right below a node, decorated or not. */
function lastDefinition(
  above: SyntaxNode | null | undefined,
  kind: 'FunctionDefinition' | 'ClassDefinition',
  name: string,
  source: string,
): SyntaxNode | undefined {
  const definitions = (above ? childrenOf(above) : []).flatMap((node) => {
    const definition = node.name === 'DecoratedStatement' ? node.getChild(kind) : node;
    return definition?.name === kind ? [definition] : [];
  });
  return definitions.findLast((definition) => textOf(definition.getChild('VariableName'), source) === name);
}

type ExpressionKind = 'literal' | 'constant' | 'parenthesised' | 'call' | 'equality' | 'other';

export interface Expression {
  readonly kind: ExpressionKind;
  /** Names it reads. */
  readonly names: ReadonlySet<string>;
  /** Of a call: the name called. */
  readonly callee?: string;
  /** Of `left == right`: both texts. */
  readonly left?: string;
  readonly right?: string;
}

/** One expression, comments and line breaks allowed; `undefined` when the text is anything else. A bare `1, 2` is `other`. */
export function parseExpression(text: string): Expression | undefined {
  const source = `(${text}\n)`;
  const root = parseTree(source);
  const statement = root.firstChild;
  if (statement?.name !== 'ExpressionStatement' || statement.nextSibling || hasSyntaxError(root, source))
    return undefined;
  const outer = statement.firstChild;
  if (!outer || outer.to < source.length || !BRACKETED.has(outer.name) || text.trim() === '') return undefined;
  const names = namesOf(statement, source).uses;
  const inner = childrenOf(outer).filter((child) => !['(', ')', 'Comment'].includes(child.name));
  const [only] = inner;
  if (outer.name !== 'ParenthesizedExpression' || inner.length !== 1 || !only) return { kind: 'other', names };
  if (only.name === 'CallExpression') {
    return { kind: 'call', names, callee: textOf(only.firstChild, source) };
  }
  if (only.name === 'BinaryExpression') {
    const [left, operator, right] = childrenOf(only);
    if (operator?.name === 'CompareOp' && textOf(operator, source) === '==') {
      return { kind: 'equality', names, left: textOf(left, source), right: textOf(right, source) };
    }
  }
  return { kind: constantKind(only), names };
}

const BRACKETED = new Set(['ParenthesizedExpression', 'TupleExpression', 'ComprehensionExpression']);
const LITERALS = new Set(['Number', 'String', 'ContinuedString', 'Boolean', 'None']);
const CONTAINERS = new Set(['ArrayExpression', 'TupleExpression', 'SetExpression', 'DictionaryExpression']);

function constantKind(node: SyntaxNode): ExpressionKind {
  if (isLiteral(node)) return 'literal';
  if (node.name === 'ParenthesizedExpression') return 'parenthesised';
  return isArithmetic(node) ? 'constant' : 'other';
}

function isLiteral(node: SyntaxNode): boolean {
  if (LITERALS.has(node.name)) return true;
  const parts = childrenOf(node).filter((child) => /\w/.test(child.name) && child.name !== 'Comment');
  if (CONTAINERS.has(node.name)) return parts.every(isLiteral);
  return node.name === 'UnaryExpression' && parts.every((part) => part.name === 'ArithOp' || part.name === 'Number');
}

function isArithmetic(node: SyntaxNode): boolean {
  if (node.name === 'Number') return true;
  const compound = ['BinaryExpression', 'UnaryExpression', 'ParenthesizedExpression'].includes(node.name);
  return compound && childrenOf(node).every((part) => ['ArithOp', '(', ')'].includes(part.name) || isArithmetic(part));
}

const KINDS: Readonly<Record<string, StatementKind>> = {
  ImportStatement: 'import',
  FunctionDefinition: 'function',
  ClassDefinition: 'class',
  AssignStatement: 'assignment',
  UpdateStatement: 'assignment',
  ExpressionStatement: 'expression',
};

function describe(node: SyntaxNode, source: string): Statement {
  const core = node.name === 'DecoratedStatement' ? (node.lastChild ?? node) : node;
  const range = { from: node.from, to: contentEnd(node, source) };
  const isGuard = core.name === 'IfStatement' && MAIN_GUARD.test(source.slice(range.from, range.to));
  return {
    ...range,
    kind: isGuard ? 'main-guard' : (KINDS[core.name] ?? 'other'),
    ...namesOf(node, source),
    hasError: hasSyntaxError(node, source),
    isStub: core.name === 'FunctionDefinition' && isStub(core, source),
  };
}

const MAIN_GUARD = /^if\s*\(?\s*(?:__name__\s*==\s*(['"])__main__\1|(['"])__main__\2\s*==\s*__name__)/;

/** A function's node reaches to the next statement: blank lines and comments at column 0 after it are not its own. */
function contentEnd(node: SyntaxNode, source: string): number {
  let text = source.slice(node.from, node.to).trimEnd();
  for (let line = text.lastIndexOf('\n'); line >= 0 && text[line + 1] === '#'; line = text.lastIndexOf('\n')) {
    text = text.slice(0, line).trimEnd();
  }
  return node.from + text.length;
}

function isStub(definition: SyntaxNode, source: string): boolean {
  const statements = childrenOf(definition.getChild('Body') ?? definition).filter((child) =>
    child.name.endsWith('Statement'),
  );
  return statements.every((statement) => {
    const text = textOf(statement, source);
    return (
      /^(?:[rRuU]?["']|pass\b|\.\.\.|raise NotImplementedError\b)/.test(text) && !statement.getChild('BinaryExpression')
    );
  });
}

function parameterNames(definition: SyntaxNode, source: string): string[] {
  const children = childrenOf(definition.getChild('ParamList') ?? definition);
  return children
    .filter((child, index) => child.name === 'VariableName' && children[index - 1]?.name !== 'AssignOp')
    .map((child) => textOf(child, source));
}

function stringText(statement: SyntaxNode, source: string): { text: string; isRaw: boolean }[] {
  const written = textOf(statement.getChild('String'), source);
  const match = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*?)(?:\2)?$/.exec(written);
  if (!match) return [];
  return [{ text: match[3] ?? '', isRaw: /r/i.test(match[1] ?? '') }];
}

function indentOf(body: SyntaxNode, source: string): number {
  const first = childrenOf(body).find((child) => child.name.endsWith('Statement') || child.name.endsWith('Definition'));
  if (!first) return 4;
  const lineStart = source.lastIndexOf('\n', first.from - 1) + 1;
  const lead = source.slice(lineStart, first.from);
  return /^\s+$/.test(lead) ? lead.length : 4;
}
