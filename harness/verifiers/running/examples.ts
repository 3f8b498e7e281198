import { childrenOf, parseTree, textOf } from '../../python/tree.ts';
import type { Task } from '../../types/task.ts';
import { assertedCall, readAssertions } from '../claims/read-assertions.ts';

/** An example of a prompt as a call of its function. */
export interface Example {
  /** The assertion it stands as. */
  readonly check: string;
  /** `f([1, 2], 3)` */
  readonly call: string;
  /** `[1, 2]` and `3`, as written; a keyword argument with its name. */
  readonly inputs: readonly string[];
  readonly expected?: string;
}

/** The prompt's examples that call the entry point, in order. */
export function examplesOf({ publicTests, entryPoint }: Task): readonly Example[] {
  return readAssertions(publicTests.source).checks.flatMap((check) => {
    const asserted = assertedCall(check, entryPoint);
    if (asserted === undefined) return [];
    const { call, input, expected } = asserted;
    return [{ check, call, inputs: argumentsIn(input), ...(expected === undefined ? {} : { expected }) }];
  });
}

/** Arguments as they are written between commas of the call. */
function argumentsIn(input: string): readonly string[] {
  if (input === '') return [];
  const source = `f(${input})`;
  const list = parseTree(source).firstChild?.firstChild?.getChild('ArgList');
  if (list === undefined || list === null) return [];
  const texts: string[] = [];
  let from = list.from + 1;
  for (const child of childrenOf(list)) {
    if (textOf(child, source) !== ',' && child.to !== list.to) continue;
    const text = source.slice(from, child.from).trim();
    if (text !== '') texts.push(text);
    from = child.to;
  }
  return texts;
}
