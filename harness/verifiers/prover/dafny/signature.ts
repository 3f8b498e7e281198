import type { ValueType, Variable, Variables } from '../values.ts';

const SIGNATURE = /^method (\w+)\s*(?:<([^>]*)>)?\s*\((.*?)\)(?:\s*returns\s*\((.*)\))?$/;
const VARIABLE = /^\s*(\w+)\s*:\s*([\w<>]+)\s*$/;
const TYPES: Readonly<Record<string, ValueType>> = {
  int: 'int',
  nat: 'nat',
  bool: 'bool',
  'seq<int>': 'list',
  'array<int>': 'list',
  string: 'text',
  'seq<char>': 'text',
};

/**
 * A method's name and variables; `undefined` where a type is not one whose values can be written down. What holds of a method of any type holds of
 * its integers: a type parameter is read as `int`.
 */
export function readDafnySignature(signature: string): (Variables & { readonly name: string }) | undefined {
  const [, name, types = '', parameters = '', results = ''] = signature.match(SIGNATURE) ?? [];
  const generic = types.split(',').flatMap((each) => each.match(/\w+/)?.[0] ?? []);
  const [taken, given] = [readVariables(parameters, generic), readVariables(results, generic)];
  return name === undefined || taken === undefined || given === undefined ? undefined : { name, taken, given };
}

function readVariables(list: string, generic: readonly string[]): readonly Variable[] | undefined {
  if (list.trim() === '') return [];
  const variables = list.split(',').flatMap((each): Variable[] => {
    const [, name, declared = ''] = each.match(VARIABLE) ?? [];
    const written = declared.replace(/\w+/g, (word) => (generic.includes(word) ? 'int' : word));
    const type = TYPES[written];
    if (name === undefined || type === undefined) return [];
    return [written.startsWith('array<') ? { name, type, isArray: true } : { name, type }];
  });
  return variables.length === list.split(',').length ? variables : undefined;
}

/** As Dafny writes its type; an array is written as a sequence. */
export const dafnyType = ({ type }: Pick<Variable, 'type'>): string =>
  type === 'list' ? 'seq<int>' : type === 'text' ? 'string' : type;

/** Statements that give a variable a value, making an array where it is one. */
export const dafnyVariable = ({ name, isArray, ...variable }: Variable, value: string): string =>
  isArray === true
    ? `var ${name} := new int[|${value}|]; forall of_ | 0 <= of_ < |${value}| { ${name}[of_] := ${value}[of_]; }`
    : `var ${name}: ${dafnyType(variable)} := ${value};`;

/**
 * A loop over rows of values in Python's notation, `at_` being a row's place and `inRow` its values: what is given runs once for each. A program
 * with a block for each would take its compiler many times as long.
 */
export function dafnyLoop(types: readonly string[], rows: readonly string[], body: readonly string[]): string {
  // A tuple of one is none.
  const values = rows.map((row) => `(0, ${inDafny(row)})`);
  return [
    `var rows_: seq<(int, ${types.join(', ')})> := [${values.join(', ')}];`,
    'var at_ := 0;',
    'while at_ < |rows_| {',
    'var row_ := rows_[at_];',
    ...body,
    'at_ := at_ + 1;',
    '}',
  ].join('\n');
}

/** The value at a place of the row that a `dafnyLoop` is at. */
export const inRow = (place: number): string => `row_.${place + 1}`;

const inDafny = (values: string): string => values.replaceAll('True', 'true').replaceAll('False', 'false');
