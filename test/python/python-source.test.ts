import { expect, test } from 'vitest';
import { findFunction, lastBinding, parseExpression, parseModule } from '../../harness/python/source.ts';

const texts = (source: string): string[] =>
  parseModule(source).statements.map(({ from, to }) => source.slice(from, to));

test('top-level statements come with their exact text, decorators included, comments after them not', () => {
  const source = 'import os\n\n@cache\ndef f(x):\n    # why\n    return x\n\n# Example\nprint(f(1))\ng = lambda x: x\n';
  expect(texts(source)).toEqual([
    'import os',
    '@cache\ndef f(x):\n    # why\n    return x',
    'print(f(1))',
    'g = lambda x: x',
  ]);
  expect(parseModule(source).statements.map(({ kind }) => kind)).toEqual([
    'import',
    'function',
    'expression',
    'assignment',
  ]);
});

test('a function reads what is not its own: parameters, locals, loop variables and comprehension variables are', () => {
  const [statement] = parseModule(
    'def f(a, b=B, *rest, c: C = 1):\n    import re\n    total = 0\n    for i, (j, k) in a:\n        total += [z + T for z in rest if z][0]\n    with open(b) as fd:\n        pass\n    def g(y):\n        return y + OUT\n    return g(total), re, fd, (lambda q: q + Q)(i + j + k)\n',
  ).statements;
  expect([...(statement?.uses ?? [])].sort()).toEqual(['B', 'C', 'OUT', 'Q', 'T', 'open']);
  expect([...(statement?.binds ?? [])]).toEqual(['f']);
  expect([...(statement?.calls ?? [])]).toEqual([]);
});

test.each([
  ['x = 1.', false],
  ['def f():\n    yield', false],
  ['match x:\n    case {}:\n        pass\n    case P():\n        pass', false],
  ['def f(x):\n    return (x +', true],
  ["print('a", true],
  ['print x', true],
  ['try:\n    pass', true],
  ['f(1) ➞ 2', true],
  ['x = 1\n  y = 2', true],
  ['return 1', true],
  ['数 = 1\nπ = 3', false],
])('%j: does Python refuse it? %s', (source, isRefused) => {
  expect(parseModule(source).hasError).toBe(isRefused);
});

test('a function whose end stands outside it is not complete', () => {
  const [definition] = parseModule('def f(x):\n    y = x\nreturn y\n').statements;
  expect(definition?.hasError).toBe(true);
  expect(parseModule('def f(x):\n    for y in x:\n        y = 1\n   return y\n').statements[0]?.hasError).toBe(true);
});

test('the last binding of a name wins, also inside a top-level if or try', () => {
  const module = parseModule('def f():\n    return 1\ntry:\n    from m import f\nexcept ImportError:\n    f = None\n');
  expect(lastBinding(module, 'f')?.from).toBe(22);
  expect(lastBinding(module, 'g')).toBeUndefined();
});

test('a prompt that ends after its docstring has parameters, docstring and indentation', () => {
  const prompt = 'X = 1\n\ndef f(a: int, b=2):\n  r"""Say \\n."""\n';
  expect(findFunction(prompt, 'f')).toEqual({
    definition: { from: 7, to: prompt.length },
    parameters: ['a', 'b'],
    docstrings: [{ text: 'Say \\n.', isRaw: true }],
    bodyIndent: 2,
  });
});

test('of a method the last one in the last class of that name is found, without what its instance is called', () => {
  const other = 'class A:\n    def f(self, x):\n        """Not it."""\n\n';
  const last =
    '@final\nclass A:\n    """Doc."""\n    @cache\n    def f(self, a: int, b=2):\n        """It."""\n    def g(self):\n        pass\n';
  const before = `${other}def f(y): pass\n`;
  expect(findFunction(before + last, 'A.f')).toEqual({
    definition: { from: before.length, to: before.length + last.length },
    parameters: ['a', 'b'],
    docstrings: [{ text: 'It.', isRaw: false }],
    bodyIndent: 8,
  });
  expect(findFunction(last, 'A.h')).toBeUndefined();
  expect(findFunction(last, 'f')).toBeUndefined();
  expect(findFunction('def A(): pass\n', 'A.f')).toBeUndefined();
});

test.each([
  ['def f(self, cls, x):', ['cls', 'x']],
  ['def f(this, a):', ['a']],
  ['@staticmethod\n    def f(a, b):', ['a', 'b']],
  ['@classmethod\n    def f(cls, a):', ['a']],
])('what %j is given is all but its instance, whatever that is called', (head, parameters) => {
  expect(findFunction(`class A:\n    ${head}\n        pass\n`, 'A.f')?.parameters).toEqual(parameters);
});

test.each([
  ['[1, (2, None), {"a": -1.5}]', 'literal'],
  ['1 + 2 * 3', 'constant'],
  ['("Venus")', 'parenthesised'],
  ['f([1], x=2)', 'call'],
  ['f(1) == [2]', 'equality'],
  ['f(1)[0, 1]', 'other'],
  ['1, 2', 'other'],
  ['[x]', 'other'],
])('%s is a %s', (text, kind) => {
  expect(parseExpression(text)?.kind).toBe(kind);
});

test.each(['two words', '1) + (2', 'x = 1', '', '"a" "b'])('%j is no expression', (text) => {
  expect(parseExpression(text)).toBeUndefined();
});
