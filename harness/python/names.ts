import type { SyntaxNode } from './tree.ts';

/** What a top-level statement does with names. */
interface Names {
  readonly binds: ReadonlySet<string>;
  readonly uses: ReadonlySet<string>;
  readonly updates: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly returns: boolean;
}

interface Scope {
  readonly binds: Set<string>;
  readonly uses: Set<string>;
  readonly updates: Set<string>;
  readonly globals: Set<string>;
  readonly calls: Set<string>;
  returns: boolean;
  /** How deep the walk through the tree is; the same for all scopes of one walk. */
  readonly walk: { depth: number };
}

const newScope = (walk: Scope['walk']): Scope => ({
  binds: new Set(),
  uses: new Set(),
  updates: new Set(),
  globals: new Set(),
  calls: new Set(),
  returns: false,
  walk,
});

/**
 * Trees deeper than this are sums of more than a thousand terms, or nothing that Python compiles. Names below are not looked at: a stack
 * of calls has an end.
 */
const MOST_DEPTH = 1_500;

/** Names bound, read, updated and called by a statement, in the scope it stands in. */
export function namesOf(node: SyntaxNode, source: string): Names {
  const scope = newScope({ depth: 0 });
  visit(node, source, scope);
  return scope;
}

function visit(node: SyntaxNode, source: string, scope: Scope): void {
  if (scope.walk.depth >= MOST_DEPTH) return;
  scope.walk.depth++;
  visitNode(node, source, scope);
  scope.walk.depth--;
}

function visitNode(node: SyntaxNode, source: string, scope: Scope): void {
  const text = (part: SyntaxNode): string => source.slice(part.from, part.to);
  switch (node.name) {
    case 'VariableName':
      scope.uses.add(text(node));
      return;
    case 'FunctionDefinition':
    case 'ClassDefinition':
    case 'LambdaExpression':
      visitDefinition(node, source, scope);
      return;
    case 'ImportStatement':
      visitImport(node, source, scope);
      return;
    case 'ScopeStatement':
      for (const name of node.getChildren('VariableName')) scope.globals.add(text(name));
      return;
    case 'ReturnStatement':
    case 'YieldStatement':
      scope.returns = true;
      break;
    case 'CallExpression': {
      const callee = node.firstChild;
      if (callee) scope.calls.add(text(callee).replace(/\s+/g, ''));
      break;
    }
    case 'CapturePattern':
      for (const name of node.getChildren('VariableName')) scope.binds.add(text(name));
      return;
  }
  if (holdsComprehension(node)) {
    const inner = newScope(scope.walk);
    visitChildren(node, source, inner);
    mergeInner(inner, scope);
    for (const call of inner.calls) scope.calls.add(call);
    return;
  }
  visitChildren(node, source, scope);
}

const holdsComprehension = (node: SyntaxNode): boolean =>
  node.name.endsWith('ComprehensionExpression') || (node.name === 'ArgList' && node.getChild('for') !== null);

/** Visits the children of a node; those in a binding position bind. */
function visitChildren(node: SyntaxNode, source: string, scope: Scope): void {
  let isTarget = node.name === 'AssignStatement' || node.name === 'UpdateStatement' || node.name === 'NamedExpression';
  const lastAssignment = node.name === 'AssignStatement' ? lastAssignOp(node) : -1;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'for' || child.name === 'as') isTarget = true;
    else if (child.name === 'in' || child.name === 'Body' || child.name === ':') isTarget = false;
    else if (child.name === 'UpdateOp' || (child.name === 'AssignOp' && child.from >= lastAssignment)) isTarget = false;
    if (isKeywordArgument(node, child, source)) continue;
    if (isTarget) bindTarget(child, source, scope);
    else visit(child, source, scope);
    if (child.name === 'VariableName' && child.prevSibling?.name === 'as') isTarget = false;
    if (node.name === 'UpdateStatement' && child.name === 'VariableName' && !child.prevSibling)
      visit(child, source, scope);
  }
}

function lastAssignOp(node: SyntaxNode): number {
  const operators = node.getChildren('AssignOp');
  return operators.at(-1)?.from ?? Number.POSITIVE_INFINITY;
}

function isKeywordArgument(node: SyntaxNode, child: SyntaxNode, source: string): boolean {
  const next = child.nextSibling;
  if (node.name !== 'ArgList' || child.name !== 'VariableName' || next?.name !== 'AssignOp') return false;
  return source.slice(next.from, next.to) === '=';
}

function bindTarget(node: SyntaxNode, source: string, scope: Scope): void {
  if (node.name === 'VariableName') {
    scope.binds.add(source.slice(node.from, node.to));
  } else if (['TupleExpression', 'ArrayExpression', 'ParenthesizedExpression'].includes(node.name)) {
    for (let child = node.firstChild; child; child = child.nextSibling) bindTarget(child, source, scope);
  } else if (node.name === 'MemberExpression') {
    let base: SyntaxNode | null = node;
    while (base?.name === 'MemberExpression') base = base.firstChild;
    if (base?.name === 'VariableName') scope.updates.add(source.slice(base.from, base.to));
    visitChildren(node, source, scope);
  } else {
    visit(node, source, scope);
  }
}

function visitImport(node: SyntaxNode, source: string, scope: Scope): void {
  const text = source.slice(node.from, node.to).replace(/#[^\n]*|[()\\\n]/g, ' ');
  const clause = /^\s*(?:from\s+\S+\s+)?import\s+([\s\S]*)$/.exec(text)?.[1] ?? '';
  for (const item of clause.split(',')) {
    const match = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(item);
    const name = match?.[2] ?? match?.[1]?.split('.')[0];
    if (name) scope.binds.add(name);
  }
}

function visitDefinition(node: SyntaxNode, source: string, scope: Scope): void {
  const inner = newScope(scope.walk);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'VariableName' && child.prevSibling && ['def', 'class'].includes(child.prevSibling.name)) {
      scope.binds.add(source.slice(child.from, child.to));
    } else if (child.name === 'ParamList') {
      visitParameters(child, source, scope, inner);
    } else if (child.name === 'Body' || node.name === 'LambdaExpression') {
      visit(child, source, inner);
    } else {
      visit(child, source, scope);
    }
  }
  mergeInner(inner, scope);
  // A class body runs with the module, a function's does not.
  if (node.name === 'ClassDefinition') for (const call of inner.calls) scope.calls.add(call);
}

function visitParameters(list: SyntaxNode, source: string, outer: Scope, inner: Scope): void {
  for (let child = list.firstChild; child; child = child.nextSibling) {
    const isDefault = child.prevSibling?.name === 'AssignOp';
    if (child.name === 'VariableName' && !isDefault) inner.binds.add(source.slice(child.from, child.to));
    else visit(child, source, outer);
  }
}

function mergeInner(inner: Scope, outer: Scope): void {
  for (const name of inner.uses) if (!inner.binds.has(name) || inner.globals.has(name)) outer.uses.add(name);
  for (const name of inner.globals) outer.uses.add(name);
}
