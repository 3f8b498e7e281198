import { expect, test } from 'vitest';
import { resultAnnotation, typeTest } from '../../../harness/verifiers/running/result-types.ts';

test('a result type of a prompt becomes a Python expression; what is not known here is not tested', () => {
  expect(resultAnnotation('def f(x: int) -> List[int]:\n', 'f')).toBe('List[int]');
  expect(resultAnnotation('def f(x: int):\n', 'f')).toBeUndefined();
  expect(typeTest('List[int]')).toBe(
    '(isinstance(value, list) and all((isinstance(value_, int) and not isinstance(value_, bool)) for value_ in value))',
  );
  expect(typeTest('Optional[str]')).toBe('(isinstance(value, str) or value is None)');
  expect(typeTest('Iterator[int]')).toBeUndefined();
});

test('a type whose name every object has is not known either', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'List[hasOwnProperty]'])
    expect(typeTest(name)).toBeUndefined();
});
