import { expect, test } from 'vitest';
import { lineInJson } from '../../harness/storage/json-position.ts';

const text = `{
  "a": "} ] \\" {",
  "list": [1, "two",
    { "x": true, "y": [] },
    {
      "x": -1.5e3
    }],
  "empty": {},
  "last": null }`;

test.each([
  [[], 1],
  [['a'], 2],
  [['list'], 3],
  [['list', 1], 3],
  [['list', 2, 'y'], 4],
  [['list', 3], 5],
  [['list', 3, 'x'], 6],
  [['empty'], 8],
  [['last'], 9],
] as const)('the value at %j begins on line %i', (path, line) => {
  expect(lineInJson(text, path)).toBe(line);
});

test('of a path that leads nowhere, the last part of it that is there', () => {
  expect(lineInJson(text, ['list', 3, 'z', 0])).toBe(5);
  expect(lineInJson(text, ['nowhere', 'at all'])).toBe(1);
});
