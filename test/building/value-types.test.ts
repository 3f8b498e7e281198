import { expect, test } from 'vitest';
import { wholeInputs } from '../../harness/building/value-inputs.ts';
import { readType, schemaOf } from '../../harness/building/value-types.ts';

test('a type whose name every object has is any', () => {
  expect(readType('List[int]')).toEqual({ kind: 'list', of: { kind: 'int' } });
  for (const name of ['constructor', 'toString', 'hasOwnProperty[int]'])
    expect(readType(name)).toEqual({ kind: 'any' });
});

test('rows are bounded at every depth, so that no answer need be endless', () => {
  expect(schemaOf(readType('List[set[int]]'))).toEqual({
    type: 'array',
    maxItems: 12,
    items: { type: 'array', maxItems: 12, items: { type: 'integer' } },
  });
});

const [FIRST, SECOND] = [
  '{"category": "basic", "arguments": {"a": {"k": 1}}}',
  '{"category": "edge", "arguments": {}}',
];

test.each([
  ['in a number', `{"inputs": [${FIRST}, ${SECOND}, {"category": "edge", "arguments": {"a": [1, 2`, [FIRST, SECOND]],
  ['in a record of an input', `{"inputs": [${FIRST}, {"category": "edge", "arguments": {"a": {"k": 1}`, [FIRST]],
  ['between two', `{"inputs": [${FIRST}, ${SECOND}, `, [FIRST, SECOND]],
  ['in a text that ends like an input', `{"inputs": [${FIRST}, {"category": "edge", "arguments": {"a": "}}`, [FIRST]],
  ['after a word', `Here: {"inputs": [${FIRST}, {"cat`, [FIRST]],
  ['in the first one', '{"inputs": [{"category": "edge", "arguments": {"a": {}', undefined],
  ['before any', '{"inp', undefined],
  ['in no JSON, with very many braces', `{"inputs": ["x"${'}'.repeat(20_000)}`, undefined],
])('a list that was cut %s is read as far as it stands whole', (_, text, whole) => {
  const read = wholeInputs(text);
  expect(read === undefined ? undefined : JSON.parse(read)).toEqual(
    whole && { inputs: whole.map((one) => JSON.parse(one)) },
  );
});
