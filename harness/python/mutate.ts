import { topName } from './entry-point.ts';
import { parseModule } from './source.ts';
import { childrenOf, parseTree, type SyntaxNode, textOf } from './tree.ts';

export interface Mutant {
  readonly code: string;
  /** What was changed and in which line of the source, counted from 1. */
  readonly label: string;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly label: string;
}

/**
 * Variants of a solution, each with one small mistake of the kind programmers make, in the order of the places they
 * change. All parse and differ from each other and from the source; whether one is wrong only its execution tells.
 * Functions other than the entry point are changed too: a right solution may need them. Throws nothing.
 */
export function mutate(source: string, entryPoint: string): readonly Mutant[] {
  const edits: Edit[] = [];
  for (const node of childrenOf(parseTree(source))) {
    if (/Definition$|^DecoratedStatement$/.test(node.name)) collect(node, source, edits);
  }
  const seen = new Set([source]);
  const mutants: Mutant[] = [];
  for (const { from, to, text, label } of edits.sort((a, b) => a.from - b.from)) {
    const code = source.slice(0, from) + text + source.slice(to);
    if (seen.has(code)) continue;
    seen.add(code);
    const module = parseModule(code);
    const isDefined = module.statements.some(({ binds }) => binds.has(topName(entryPoint)));
    const line = source.slice(0, from).split('\n').length;
    if (isDefined && !module.hasError) mutants.push({ code, label: `${label}, line ${line}` });
  }
  return mutants;
}

const SWAPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CompareOp: { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==' },
  ArithOp: { '+': '-', '-': '+', '*': '+', '/': '//', '//': '/', '%': '//', '**': '*' },
  UpdateOp: { '+=': '-=', '-=': '+=', '*=': '+=', '/=': '//=', '//=': '-=' },
  PropertyName: {
    ...{
      lower: 'upper',
      upper: 'lower',
      islower: 'isupper',
      isupper: 'islower',
      swapcase: 'lower',
      isalpha: 'isalnum',
    },
    ...{
      startswith: 'endswith',
      endswith: 'startswith',
      strip: 'lstrip',
      find: 'rfind',
      extend: 'append',
      items: 'keys',
    },
  },
  Boolean: { True: 'False', False: 'True' },
  BreakStatement: { break: 'continue' },
  ContinueStatement: { continue: 'break' },
  and: { and: 'or' },
  or: { or: 'and' },
};

const CALL_SWAPS: Readonly<Record<string, string>> = { max: 'min', min: 'max', any: 'all', all: 'any', sorted: 'list' };

function collect(node: SyntaxNode, source: string, edits: Edit[]): void {
  // Annotations and defaults do not decide what a solution returns for given arguments.
  if (['ParamList', 'TypeDef', 'Decorator'].includes(node.name)) return;
  for (const edit of editsAt(node, source)) edits.push(edit);
  for (const child of childrenOf(node)) collect(child, source, edits);
}

function editsAt(node: SyntaxNode, source: string): Edit[] {
  const text = textOf(node, source);
  const replace = (replacement: string, label: string): Edit[] => [
    { from: node.from, to: node.from + text.length, text: replacement, label },
  ];
  const swapped = SWAPS[node.name]?.[text];
  if (swapped !== undefined) return replace(swapped, `${swapped} for ${text}`);
  switch (node.name) {
    case 'Number':
      return /^\d+$/.test(text) ? offByOne(Number(text)).flatMap((n) => replace(String(n), `${n} for ${text}`)) : [];
    case 'UnaryExpression':
      return /^not\b/.test(text) ? replace(text.replace(/^not\s*/, ''), 'negation lost') : [];
    case 'in':
      return node.parent?.name === 'BinaryExpression' ? membership(node) : [];
    case 'CallExpression':
      return callEdits(node, source);
    case 'IfStatement':
    case 'WhileStatement':
      return [...negatedConditions(node, source), ...swappedBranches(node, source), ...removal(node, source)];
    case 'ForStatement':
      return earlyReturn(node, source);
    case 'ReturnStatement':
      return text === 'return'
        ? []
        : [...replace('return None', 'result not returned'), ...argumentReturned(node, source)];
    default:
      return node.getChild('if') ? negatedConditions(node, source) : removal(node, source);
  }
}

const offByOne = (value: number): number[] => (value > 0 ? [value + 1, value - 1] : [value + 1]);

function membership(node: SyntaxNode): Edit[] {
  const not = node.prevSibling;
  if (not?.name === 'not') return [{ from: not.from, to: node.to, text: 'in', label: 'in for not in' }];
  return [{ from: node.from, to: node.to, text: 'not in', label: 'not in for in' }];
}

function callEdits(node: SyntaxNode, source: string): Edit[] {
  const [callee, list] = childrenOf(node);
  const name = textOf(callee, source);
  if (!callee || !list) return [];
  const swapped = CALL_SWAPS[name];
  const last = list.lastChild?.prevSibling;
  if (swapped !== undefined)
    return [{ from: callee.from, to: callee.to, text: swapped, label: `${swapped} for ${name}` }];
  if (name === 'len') return [{ from: node.to, to: node.to, text: ' - 1', label: 'length off by one' }];
  if (name !== 'range' || !last || last.name === 'Number') return [];
  return [{ from: last.to, to: last.to, text: ' - 1', label: 'range one short' }];
}

function negatedConditions(node: SyntaxNode, source: string): Edit[] {
  return childrenOf(node).flatMap((child) => {
    if (!['if', 'elif', 'while'].includes(child.name) || !child.nextSibling) return [];
    const { from, to } = child.nextSibling;
    return [{ from, to, text: `not (${source.slice(from, to)})`, label: 'condition negated' }];
  });
}

function swappedBranches(node: SyntaxNode, source: string): Edit[] {
  const [first, second, ...more] = node.getChildren('Body');
  if (!first || !second || more.length > 0 || node.getChild('elif')) return [];
  const between = source.slice(first.to, second.from);
  const swapped = `${textOf(second, source)}\n${between.trim() === 'else' ? indentAt(node, source) : ''}${between.trim()}`;
  return [
    {
      from: first.from,
      to: second.to,
      text: `${swapped}${source.slice(first.from, first.to)}`,
      label: 'branches swapped',
    },
  ];
}

/** `return` after the first round of the loop that it follows. */
function earlyReturn(node: SyntaxNode, source: string): Edit[] {
  const next = node.nextSibling;
  const first = node.getChild('Body')?.getChild('Statement') ?? node.getChild('Body')?.firstChild?.nextSibling;
  if (next?.name !== 'ReturnStatement' || !first) return [];
  const end = node.from + textOf(node, source).length;
  return [{ from: end, to: end, text: `\n${indentAt(first, source)}${textOf(next, source)}`, label: 'returned early' }];
}

function argumentReturned(node: SyntaxNode, source: string): Edit[] {
  const definition = node.parent?.name === 'Body' ? node.parent.parent : null;
  const parameter = definition?.getChild('ParamList')?.getChild('VariableName');
  if (!parameter) return [];
  const text = `return ${textOf(parameter, source)}`;
  return [{ from: node.from, to: node.from + textOf(node, source).length, text, label: 'argument returned' }];
}

const REMOVABLE = ['AssignStatement', 'UpdateStatement', 'ExpressionStatement', 'IfStatement', 'DeleteStatement'];

function removal(node: SyntaxNode, source: string): Edit[] {
  const text = textOf(node, source);
  if (!REMOVABLE.includes(node.name) || /^[rRuUbB]?["']/.test(text)) return [];
  return [{ from: node.from, to: node.from + text.length, text: 'pass', label: 'statement removed' }];
}

function indentAt(node: SyntaxNode, source: string): string {
  const start = source.lastIndexOf('\n', node.from - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start, node.from))?.[0] ?? '';
}
