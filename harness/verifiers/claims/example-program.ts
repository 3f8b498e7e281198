import { defineAs, topName } from '../../python/entry-point.ts';
import { findFunction, parseExpression, parseModule } from '../../python/source.ts';
import type { Bench } from '../../types/evaluator.ts';
import type { Task } from '../../types/task.ts';
import { assertedCall } from './read-assertions.ts';
import { runAlone } from './run-assertions.ts';

/** A call of the entry point and the value it is said to give, as Python. */
export interface KnownCall {
  readonly input: string;
  readonly expected: string;
}

/** The examples of the prompt that are one call with literal arguments. */
export function publicCalls({ publicTests, entryPoint, prelude }: Task): KnownCall[] {
  const known = new Set([topName(entryPoint), ...parseModule(prelude).statements.flatMap(({ binds }) => [...binds])]);
  return parseModule(publicTests.source).statements.flatMap(({ from, to }): KnownCall[] => {
    const asserted = assertedCall(publicTests.source.slice(from, to), entryPoint);
    if (asserted?.expected === undefined) return [];
    const { call, input, expected } = asserted;
    const names = [call, expected].flatMap((text) => [...(parseExpression(text)?.names ?? ['?'])]);
    return names.every((name) => known.has(name) || LITERAL_NAMES.has(name)) ? [{ input, expected }] : [];
  });
}

const LITERAL_NAMES = new Set([
  'set',
  'frozenset',
  'range',
  'bytearray',
  'float',
  'int',
  'str',
  'list',
  'tuple',
  'dict',
]);

/** What a program made of known calls prints when it is called with anything else. */
export const NO_SUCH_EXAMPLE = 'no such example';

const ANSWER = [
  'key = _key(*arguments, **keywords)',
  'for known, value in _known:',
  '    if repr(known) == repr(key):',
  '        return _copy.deepcopy(value)',
  `print(${JSON.stringify(NO_SUCH_EXAMPLE)})`,
  `raise LookupError(${JSON.stringify(NO_SUCH_EXAMPLE)})`,
];

/**
 * A program that satisfies the given calls and nothing else: for arguments that are not among them it raises. What it refutes,
 * no program that satisfies the calls can satisfy.
 */
function exampleProgram({ entryPoint, prompt }: Task, calls: readonly KnownCall[]): string {
  const parameters = findFunction(prompt, entryPoint)?.parameters ?? [];
  return [
    'import copy as _copy',
    `_names = ${JSON.stringify(parameters)}`,
    'def _key(*arguments, **keywords):',
    '    return [list(arguments[len(_names):]), sorted({**dict(zip(_names, arguments)), **keywords}.items())]',
    `_known = [${calls.map(({ input, expected }) => `(_key(${input}), (${expected}))`).join(', ')}]`,
    defineAs(entryPoint, ANSWER, '*arguments, **keywords'),
  ].join('\n');
}

/**
 * Whether a check cannot hold together with the given calls: it asks for nothing but them and does not hold on a program that
 * satisfies them. `undefined` when it cannot be told.
 */
export async function contradicts(
  bench: Bench,
  calls: readonly KnownCall[],
  check: { readonly source: string },
): Promise<boolean | undefined> {
  if (calls.length === 0) return undefined;
  const { outcome, output } = await runAlone(bench, exampleProgram(bench.task, calls), check);
  // A check may catch what the program raises: whether it asked for anything else then shows in what was printed.
  if (output.includes(NO_SUCH_EXAMPLE)) return undefined;
  if (outcome.status === 'held') return false;
  return outcome.status === 'failed' ? true : undefined;
}
