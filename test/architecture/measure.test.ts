import { expect, test } from 'vitest';
import { arrowsUpward, circles, countLayers, type Graph, readImports } from './import-graph.ts';
import { measureHouse } from './measure.ts';

const graph = (edges: Readonly<Record<string, string>>): Graph =>
  new Map(Object.entries(edges).map(([node, next]) => [node, new Set(next.split(' ').filter(Boolean))]));

test('static, type, dynamic and handed-on imports are all read, with the names they take', () => {
  const text = [
    "import type { A, B as C } from './a.ts';",
    "import d, {\n  e,\n} from './d.ts';",
    "export { f } from '../f.ts';",
    "import * as g from './g.ts';",
    "import './h.ts';",
    "const i = await import('./i.ts');",
    "// import { j } from './j.ts';",
  ].join('\n');
  expect(readImports({ path: 'harness/x/y.ts', text }).map(({ to, names }) => [to, ...names])).toEqual([
    ['harness/x/a.ts', 'A', 'B'],
    ['harness/x/d.ts', 'e', 'default'],
    ['harness/f.ts', 'f'],
    ['harness/x/g.ts', '*'],
    ['harness/x/h.ts', '*'],
    ['harness/x/i.ts', '*'],
  ]);
});

test('a circle is found, stands on one layer, and has an arrow upward', () => {
  const turning = graph({ top: 'a', a: 'b', b: 'c', c: 'a low', low: '' });
  expect(circles(turning)).toEqual([['a', 'b', 'c']]);
  expect(countLayers(turning)).toBe(3);
  expect(arrowsUpward(turning)).toHaveLength(1);
  const straight = graph({ top: 'a b', a: 'b', b: 'low', low: '' });
  expect(circles(straight)).toEqual([]);
  expect(countLayers(straight)).toBe(4);
  expect(arrowsUpward(straight)).toEqual([]);
});

test('two folders that import each other are a circle, also where no files are', () => {
  const file = (path: string, text: string) => ({ path, text });
  const house = measureHouse(
    [
      file('harness/one/a.ts', "import { b } from '../two/b.ts';\nexport const a = b;\n"),
      file('harness/one/c.ts', 'export const c = 1;\nexport const unused = 2;\n'),
      file('harness/two/b.ts', 'export const b = 1;\n'),
      file('harness/two/d.ts', "import { c } from '../one/c.ts';\nexport const d = c;\n"),
    ],
    [file('test/d.test.ts', "import { d } from '../harness/two/d.ts';")],
  );
  expect(house.fileCircles).toEqual([]);
  expect(house.folderCircles).toEqual(['harness/one <-> harness/two']);
  expect(house.upward).toHaveLength(1);
  expect(house.unusedExports).toEqual(['harness/one/a.ts: a', 'harness/one/c.ts: unused']);
});
