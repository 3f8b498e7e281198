import { hasSyntaxError } from '../../python/errors.ts';
import { namesOf } from '../../python/names.ts';
import { childrenOf, parseTree } from '../../python/tree.ts';

/** Whether a program is Python that parses and binds a name at its top level. It is read, not run. */
export function definesEntryPoint(program: string, entryPoint: string): boolean {
  const tree = parseTree(program);
  return (
    !hasSyntaxError(tree, program) && childrenOf(tree).some((node) => namesOf(node, program).binds.has(entryPoint))
  );
}
