import { expect, test } from 'vitest';
import { mutate } from '../../harness/python/mutate.ts';
import { parseModule } from '../../harness/python/source.ts';

const source = `def f(xs, k=1):
    """Doc: 1 < 2."""
    total = 0
    for x in xs:
        if x in (1, 2) and not k:
            total += x
        else:
            total -= 1
    return total
`;

test('every mutant differs from the others, parses and says what was changed where', () => {
  const mutants = mutate(source, 'f');
  expect(new Set([source, ...mutants.map(({ code }) => code)]).size).toBe(mutants.length + 1);
  expect(mutants.every(({ code }) => !parseModule(code).hasError && code.includes('"""Doc: 1 < 2."""'))).toBe(true);
  expect(mutants.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      '1 for 0, line 3',
      'not in for in, line 5',
      'or for and, line 5',
      'negation lost, line 5',
      'condition negated, line 5',
      'branches swapped, line 5',
      '-= for +=, line 6',
      'statement removed, line 8',
      'returned early, line 8',
      'result not returned, line 9',
      'argument returned, line 9',
    ]),
  );
});

test('the same source gives the same mutants in the same order', () => {
  expect(mutate(source, 'f')).toEqual(mutate(source, 'f'));
});

test('swapped branches and early returns keep the indentation right', () => {
  const code = (label: string): string =>
    mutate(source, 'f').find((mutant) => mutant.label.startsWith(label))?.code ?? '';
  expect(code('branches swapped')).toContain(
    'not k:\n            total -= 1\n        else:\n            total += x\n    return',
  );
  expect(code('returned early')).toContain('            total -= 1\n        return total\n    return total');
});

test('what does not define the entry point has no mutants', () => {
  expect(mutate('x = 1\n', 'f')).toEqual([]);
  expect(mutate('not python at all', 'f')).toEqual([]);
});
