import { topName } from '../../python/entry-point.ts';
import { hasSyntaxError } from '../../python/errors.ts';
import { namesOf } from '../../python/names.ts';
import { childrenOf, parseTree } from '../../python/tree.ts';

/** Whether a program is Python that parses and binds an entry point's name at its top level, of a method its class's. It is read, not run. */
export function definesEntryPoint(program: string, entryPoint: string): boolean {
  const tree = parseTree(program);
  const name = topName(entryPoint);
  return !hasSyntaxError(tree, program) && childrenOf(tree).some((node) => namesOf(node, program).binds.has(name));
}
