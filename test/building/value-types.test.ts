import { expect, test } from 'vitest';
import { readType } from '../../harness/building/value-types.ts';

test('a type whose name every object has is any', () => {
  expect(readType('List[int]')).toEqual({ kind: 'list', of: { kind: 'int' } });
  for (const name of ['constructor', 'toString', 'hasOwnProperty[int]'])
    expect(readType(name)).toEqual({ kind: 'any' });
});
