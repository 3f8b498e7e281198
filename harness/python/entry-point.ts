/** What tests call: a function (`solve`), or a method of a fresh instance (`Solution.solve`). */

/** The name at the top level of a program: the function's own, or the class's. */
export const topName = (entryPoint: string): string => entryPoint.split('.', 1)[0] ?? entryPoint;

/** The name that its own `def` has: the function's, or the method's. */
export const definedName = (entryPoint: string): string => entryPoint.split('.').at(-1) ?? entryPoint;

export const isMethod = (entryPoint: string): boolean => entryPoint.includes('.');

/** What stands before the arguments of a call: `solve`, or `Solution().solve`. */
export function calleeOf(entryPoint: string): string {
  const [name = '', method] = entryPoint.split('.');
  return method === undefined ? name : `${name}().${method}`;
}

/** What stands between the brackets of a call, from the text of a tuple: `1, 2` of `(1, 2)`, `1` of `(1,)`. */
export const argumentsOf = (tuple: string): string => tuple.replace(/^\(|,?\)$/g, '');

/** The first line of its top-level definition, as far as every definition has it. */
function definitionStart(entryPoint: string): string {
  return isMethod(entryPoint) ? `class ${topName(entryPoint)}` : `def ${entryPoint}(`;
}

/** Whether a line begins its top-level definition. */
export function isDefinitionStart(line: string, entryPoint: string): boolean {
  const start = definitionStart(entryPoint);
  return line.startsWith(start) && (start.endsWith('(') || /^[(:\s]/.test(line.slice(start.length)));
}

/** A definition of it that takes any arguments, with these lines as its body. */
export function defineAs(entryPoint: string, body: readonly string[], parameters = '*args, **kwargs'): string {
  const [name = '', method] = entryPoint.split('.');
  if (method === undefined) return `def ${name}(${parameters}):\n${body.map((line) => `    ${line}\n`).join('')}`;
  const lines = body.map((line) => `        ${line}\n`).join('');
  return `class ${name}:\n    def ${method}(self, ${parameters}):\n${lines}`;
}
