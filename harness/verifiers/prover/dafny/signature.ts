import type { ValueType, Variable, Variables } from '../values.ts';

const SIGNATURE = /^method (\w+)\s*\((.*)\)\s*returns\s*\((.*)\)$/;
const VARIABLE = /^\s*(\w+)\s*:\s*(int|nat|bool|seq<int>|array<int>)\s*$/;
const TYPES: Readonly<Record<string, ValueType>> = {
  int: 'int',
  nat: 'nat',
  bool: 'bool',
  'seq<int>': 'list',
  'array<int>': 'list',
};

/** A method's name and variables; `undefined` where a type is not one whose values can be written down. */
export function readDafnySignature(signature: string): (Variables & { readonly name: string }) | undefined {
  const [, name, parameters = '', results = ''] = signature.match(SIGNATURE) ?? [];
  const [taken, given] = [readVariables(parameters), readVariables(results)];
  return name === undefined || taken === undefined || given === undefined ? undefined : { name, taken, given };
}

function readVariables(list: string): readonly Variable[] | undefined {
  const variables = list.split(',').flatMap((each): Variable[] => {
    const [, name, written = ''] = each.match(VARIABLE) ?? [];
    const type = TYPES[written];
    if (name === undefined || type === undefined) return [];
    return [written === 'array<int>' ? { name, type, isArray: true } : { name, type }];
  });
  return variables.length === list.split(',').length ? variables : undefined;
}

/** Statements that give the parameters the values of an input in Python's notation. */
export function dafnyInput(taken: readonly Variable[], input: string): string {
  const names = taken.map(({ name, type, isArray }) => {
    const own = isArray === true ? `${name}_` : name;
    return `${own}: ${type === 'list' ? 'seq<int>' : type}`;
  });
  const arrays = taken.filter(({ isArray }) => isArray === true);
  return [
    `var ${names.join(', ')} := ${inDafny(input)};`,
    ...arrays.map(
      ({ name }) =>
        `var ${name} := new int[|${name}_|]; forall at | 0 <= at < |${name}_| { ${name}[at] := ${name}_[at]; }`,
    ),
  ].join('\n');
}

export const inDafny = (values: string): string => values.replaceAll('True', 'true').replaceAll('False', 'false');
