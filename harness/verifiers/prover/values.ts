import { createRandom } from '../../random.ts';
import type { Contract } from '../../types/task.ts';

/** Types whose values can be written down and tried. */
export type ValueType = 'int' | 'nat' | 'bool' | 'list' | 'text';

/** A parameter or a result; `isArray`: it is written as a list and made an array. */
export interface Variable {
  readonly name: string;
  readonly type: ValueType;
  readonly isArray?: true;
}

/** What a signature takes and gives, where all of it can be written down. */
export interface Variables {
  readonly taken: readonly Variable[];
  readonly given: readonly Variable[];
}

type List = readonly number[];

/** The values to try for what a method returns, in Python's notation: small ones, and those near the input's own. */
export function resultValues(type: ValueType, input: readonly unknown[]): readonly string[] {
  const lists = input.filter((value): value is List => Array.isArray(value));
  const texts = input.filter((value): value is string => typeof value === 'string');
  const numbers = [...input, ...lists.flat()].filter((value): value is number => typeof value === 'number');
  switch (type) {
    case 'int':
      return [...new Set([...SMALL, ...numbers, ...numbers.map((value) => -value)])].map(String);
    case 'nat':
      return [...new Set([...SMALL, ...numbers])].filter((value) => value >= 0).map(String);
    case 'bool':
      return ['True', 'False'];
    case 'list':
      return [...new Set(listsNear(lists, numbers).map((list) => `[${list.join(', ')}]`))].slice(0, MOST_LISTS);
    case 'text':
      return [...new Set(['', 'a', ...texts.flatMap(textsNear)])].map((text) => JSON.stringify(text));
  }
}

const SMALL = [-7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 55];
const MOST_LISTS = 80;

/** What programs on lists give, and what is nearly that. */
function listsNear(lists: readonly List[], numbers: List): readonly List[] {
  const [first = [], second = first] = lists;
  const together = (join: (one: number, two: number) => number): List =>
    first.map((value, place) => join(value, second[place] ?? 0));
  const results = [
    ...lists,
    [...first, ...second],
    together((one, two) => one + two),
    together((one, two) => one * two),
    together((one, two) => one - two),
    ...numbers.slice(0, 3).map((number) => [...first, number]),
  ];
  const near = results.flatMap((list) => [
    list,
    list.slice(1),
    list.slice(0, -1),
    [...list, 0],
    bumped(list),
    zeroed(list),
  ]);
  return [[], ...near, ...lists.flatMap((list) => (list.length > 4 ? [[...list].reverse()] : permutations(list)))];
}

const bumped = (list: List): List => list.map((value, place) => (place === list.length - 1 ? value + 1 : value));
const zeroed = (list: List): List => list.map(() => 0);

const permutations = (list: List): readonly List[] =>
  list.length < 2
    ? [list]
    : list.flatMap((value, place) => permutations(list.toSpliced(place, 1)).map((rest) => [value, ...rest]));

const textsNear = (text: string): readonly string[] => [
  ...Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end)),
  [...text].reverse().join(''),
];

/** An input in Python's notation as values. */
export const valuesOf = (input: string): readonly unknown[] =>
  JSON.parse(`[${input.replaceAll('True', 'true').replaceAll('False', 'false')}]`) as unknown[];

/** Inputs drawn from parameters' types, in Python's notation: small values, the same for equal types. A precondition may admit few of them. */
export function drawnInputs(types: readonly ValueType[], count: number): readonly string[] {
  const random = createRandom(types.join(' '));
  const within = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const draw: Readonly<Record<ValueType, () => string>> = {
    int: () => String(within(-4, 6)),
    nat: () => String(within(0, 6)),
    bool: () => (random() < 0.5 ? 'True' : 'False'),
    list: () => {
      const values = Array.from({ length: within(0, 4) }, () => within(-2, 4));
      // Half of them in order, for that is what many preconditions ask.
      return `[${(random() < 0.5 ? values : values.sort((a, b) => a - b)).join(', ')}]`;
    },
    text: () => JSON.stringify(Array.from({ length: within(0, 4) }, () => 'ab1'.charAt(within(0, 2))).join('')),
  };
  return Array.from({ length: count }, () => types.map((type) => draw[type]()).join(', '));
}

/** What a contract's program takes and gives, where another language can say it too: it changes nothing and has no helpers. */
export function contractVariables(
  { preamble, signature, clauses }: Contract,
  portable: (signature: string) => Variables | undefined,
): Variables | undefined {
  const isPlain = preamble.trim() === '' && clauses.every((clause) => /^(?:requires|ensures) /.test(clause));
  return isPlain ? portable(signature) : undefined;
}
