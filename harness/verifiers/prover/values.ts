import { createRandom } from '../../random.ts';

/** Types whose values can be written down and tried. */
export type ValueType = 'int' | 'nat' | 'bool' | 'list';

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

/** The values to try for what a method returns: small numbers, and those of the input. */
export function resultValues(type: string, input: readonly unknown[]): readonly string[] | undefined {
  const numbers = input.flat().filter((value): value is number => typeof value === 'number');
  switch (type) {
    case 'int':
      return [...new Set([...SMALL, ...numbers, ...numbers.map((value) => -value)])].map(String);
    case 'nat':
      return [...new Set([...SMALL, ...numbers])].filter((value) => value >= 0).map(String);
    case 'bool':
      return ['True', 'False'];
    default:
      return undefined;
  }
}

const SMALL = [-7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 55];

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
  };
  return Array.from({ length: count }, () => types.map((type) => draw[type]()).join(', '));
}
