import { isMethod, topName } from '../../python/entry-point.ts';
import { hasSyntaxError } from '../../python/errors.ts';
import { allNodes, childrenOf, parseTree, type SyntaxNode, textOf } from '../../python/tree.ts';

/** What an answer's test code comes to. */
interface ReadAssertions {
  /** One for each top-level statement that holds an assertion, with the statements before it that set it up. */
  readonly checks: readonly string[];
  /** Functions it calls by name, methods left out. */
  readonly calls: ReadonlySet<string>;
  /** `Class.method` of each `Class().method(…)` and `Class.method(…)`. */
  readonly methods: ReadonlySet<string>;
  /** The source does not parse, or asserts nothing. */
  readonly problem?: string;
}

/** A test as long as this is none: parsing it would cost more than running it. In characters. */
const LONGEST = 2_000;
const TOO_LONG = `is longer than ${LONGEST} characters`;
export const isTooLong = (written: string): boolean => written.length > LONGEST;

/** Takes test code apart into checks that can hold or fail each on its own. Never throws. */
export function readAssertions(written: string): ReadAssertions {
  if (isTooLong(written)) return { checks: [], calls: new Set(), methods: new Set(), problem: TOO_LONG };
  const source = withoutFence(written).replaceAll(/\r\n?/g, '\n').trim();
  const tree = parseTree(source);
  const names = nodesOf(tree, 'CallExpression').flatMap((call) => calledName(call, source) ?? []);
  const calls = new Set(names.filter((name) => !isMethod(name)));
  const methods = new Set(names.filter(isMethod));
  const called = { calls, methods };
  if (source === '') return { checks: [], ...called, problem: 'is empty' };
  if (hasSyntaxError(tree, source)) return { checks: [], ...called, problem: 'does not parse' };
  const setUp: string[] = [];
  const checks: string[] = [];
  for (const node of childrenOf(tree)) {
    if (node.name === 'Comment') continue;
    const text = textOf(node, source);
    if (countAsserts(node) === 0 || node.name === 'FunctionDefinition') setUp.push(text);
    else checks.push([...setUp, text].join('\n'));
  }
  if (checks.length > 0) return { checks, ...called };
  // A test function that is defined and called: the whole is one check.
  return countAsserts(tree) > 0 ? { checks: [source], ...called } : { checks, ...called, problem: 'asserts nothing' };
}

/**
 * Whether test code calls an entry point, as far as its text tells. Of a method it may also make an instance first: whether it calls the
 * method of it, running it shows.
 */
export const callsEntryPoint = ({ calls, methods }: ReadAssertions, entryPoint: string): boolean =>
  calls.has(topName(entryPoint)) || methods.has(entryPoint);

/** How many `assert` statements stand in a source, nested ones included: the order in which a runner numbers them. */
export const assertionsIn = (source: string): number => countAsserts(parseTree(source));

interface AssertedCall {
  /** `f(1, 2)`, as written. */
  readonly call: string;
  /** `1, 2`. */
  readonly input: string;
  /** The other side of `==`; absent for any other assertion. */
  readonly expected?: string;
}

/** The first call of the entry point in the first assertion that has one, and what it is said to give. */
export function assertedCall(source: string, entryPoint: string): AssertedCall | undefined {
  for (const assertion of nodesOf(parseTree(source), 'AssertStatement')) {
    const test = childrenOf(assertion)[1];
    const found = test && nodesOf(test, 'CallExpression').find((call) => calledName(call, source) === entryPoint);
    if (test === undefined || found === undefined) continue;
    const call = textOf(found, source);
    const input = textOf(found.getChild('ArgList'), source).slice(1, -1).trim();
    const [left, operator, right] = childrenOf(test);
    const isEquality = test.name === 'BinaryExpression' && textOf(operator, source) === '==';
    if (!isEquality || textOf(left, source) !== call) return { call, input };
    return { call, input, expected: textOf(right, source) };
  }
  return undefined;
}

/** The assertion's opposite: every `assert X` becomes `assert not (X)`. */
export function negated(source: string): string {
  if (isTooLong(source)) return source;
  const edits = nodesOf(parseTree(source), 'AssertStatement').flatMap((assertion) => childrenOf(assertion)[1] ?? []);
  return edits
    .reverse()
    .reduce((text, { from, to }) => `${text.slice(0, from)}not (${text.slice(from, to)})${text.slice(to)}`, source);
}

const countAsserts = (node: SyntaxNode): number => nodesOf(node, 'AssertStatement').length;

/** What a call calls: `f` of `f(…)`; `Class.method` of `Class().method(…)`, and of `Class.method(…)`, which is the same in every check. */
function calledName({ firstChild: callee }: SyntaxNode, source: string): string | undefined {
  if (callee?.name === 'VariableName') return textOf(callee, source);
  if (callee?.name !== 'MemberExpression') return undefined;
  const text = textOf(callee, source).replaceAll(/\s+/g, '');
  return /^([A-Za-z_]\w*)(?:\(\))?(\.[A-Za-z_]\w*)$/.exec(text)?.slice(1).join('');
}

function nodesOf(node: SyntaxNode, name: string): SyntaxNode[] {
  return allNodes(node).filter((each) => each.name === name);
}

/** Lines that stand within a string and must not be indented, as offsets of their beginnings. */
export function linesInStrings(source: string): ReadonlySet<number> {
  const strings = [...nodesOf(parseTree(source), 'String'), ...nodesOf(parseTree(source), 'FormatString')];
  return new Set(
    strings.flatMap(({ from, to }) => [...source.slice(from, to).matchAll(/\n/g)].map(({ index }) => from + index + 1)),
  );
}

function withoutFence(text: string): string {
  return /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}
