import type { ValueType, Variable, Variables } from '../values.ts';

const SIGNATURE = /^def (\w+)\((.*)\) -> (int|bool|list\[int\]):$/;
const TYPES: Readonly<Record<string, ValueType>> = { int: 'int', bool: 'bool', 'list[int]': 'list' };

/** A function's name and variables, its result being called `result`; `undefined` where a type is not known. */
export function readPythonSignature(signature: string): (Variables & { readonly name: string }) | undefined {
  const [, name, parameters = '', result = ''] = signature.match(SIGNATURE) ?? [];
  const taken = parameters.split(',').flatMap((each): Variable[] => {
    const [own = '', written = ''] = each.split(':').map((part) => part.trim());
    const type = TYPES[written];
    return type === undefined ? [] : [{ name: own, type }];
  });
  const type = TYPES[result];
  if (name === undefined || type === undefined || taken.length !== parameters.split(',').length) return undefined;
  return { name, taken, given: [{ name: 'result', type }] };
}
