import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePrompt } from '../../../../harness/tasks/function/prompt/prompt.ts';

const examplesOf = (docstring: string, signature = 'f(x)'): string =>
  parsePrompt(`def ${signature}:\n    """${docstring.replaceAll('\n', '\n    ')}\n    """\n`, 'f').examples;

test('the prelude is all that stands before the definition, decorators of it not included', () => {
  const prompt = 'import math\n\ndef g(x):\n    return x\n\n@cache\ndef f(x):\n    """Doc."""\n';
  const { prelude, definition } = parsePrompt(prompt, 'f');
  expect(prelude).toBe('import math\n\ndef g(x):\n    return x\n\n');
  expect(prelude + definition).toBe(prompt);
  expect(parsePrompt('\n\ndef f(x):\n    """Doc."""\n', 'f').prelude).toBe('');
});

test('a prompt without the definition is prelude when it is Python, and nothing when it is text', () => {
  expect(parsePrompt('import math\n', 'f').prelude).toBe('import math\n');
  expect(parsePrompt('Write a function f that adds.', 'f')).toMatchObject({
    prelude: '',
    definition: '',
    exampleCount: 0,
  });
});

test.each([
  ['>>> f(1)\n2', 'assert f(1) == (2)\n'],
  ['>>> f([1,\n... 2])  # two\n[3,\n 4]\nNote: words', 'assert f([1, 2]) == ([3, 4])\n'],
  ['>>> f(1) == 2', 'assert f(1) == (2)\n'],
  ['>>> f(1) == 2\nTrue', 'assert (f(1) == 2) == (True)\n'],
  ['>>> round(f(1), 2)  # = x\n0.5', 'assert round(f(1), 2) == (0.5)\n'],
  ['Returns None for 1.\n>>> f(1)\n\n>>> f(2)\n3', 'assert f(1) == (None)\nassert f(2) == (3)\n'],
  ['f(1) == 2', 'assert f(1) == (2)\n'],
  ['f(1) ➞ "a # b"', 'assert f(1) == ("a # b")\n'],
  ['* f(1) => [2, 3]', 'assert f(1) == ([2, 3])\n'],
  ['f(1)==>True', 'assert f(1) == (True)\n'],
  ['f(1) -> 19 - 5 - 6 = 8', 'assert f(1) == (8)\n'],
  ['f(1) should return -2.', 'assert f(1) == (-2)\n'],
  ['f(1)   # returns "db"', 'assert f(1) == ("db")\n'],
  ["f(1) # => 'No' (the name should not)", "assert f(1) == ('No')\n"],
  ['f(1) => true', 'assert f(1) == (True)\n'],
  ['for f(1) == 2', 'assert f(1) == (2)\n'],
  ['f([\n  [1],\n  [2]\n]) == [(0, 0)]', 'assert f([ [1], [2] ]) == ([(0, 0)])\n'],
  ['For x = [1, 2] the output should be 3', 'assert f([1, 2]) == (3)\n'],
  ['Input: x = "a, b"\nOutput: 4 # why', 'assert f("a, b") == (4)\n'],
  ['Input: 3\nOutput: (1, 2)', 'assert f(3) == ((1, 2))\n'],
  [">>> f('a\\\\nb')\n'c\\\\n'", "assert f('a\\nb') == ('c\\n')\n"],
  [">>> f('a\\nb')\n'c'", "assert f('a\\nb') == ('c')\n"],
  ['>>> xs = [1]\n>>> f(xs)\n2', 'xs = [1]\nassert f(xs) == (2)\n'],
  ['>>> f(2)\n1\n>>> f(2)\n1', 'assert f(2) == (1)\n'],
])('%j becomes an assertion', (docstring, source) => {
  expect(examplesOf(docstring)).toBe(source);
});

test.each([
  ['>>> Solution().solve(1, 2)\n3', 'assert Solution().solve(1, 2) == (3)\n'],
  ['>>> sorted(Solution().solve(1, 2))\n[3]', 'assert sorted(Solution().solve(1, 2)) == ([3])\n'],
  ['None for 1.\n>>> Solution().solve(1, 2)\n\n', 'assert Solution().solve(1, 2) == (None)\n'],
  ['Solution().solve(1, 2) -> 3', 'assert Solution().solve(1, 2) == (3)\n'],
  ['Input: b = 1, a = 2\nOutput: 3', 'assert Solution().solve(2, 1) == (3)\n'],
  ['Solution().solve(1, 2) = Solution().solve(0, 1) + 2\nSolution().solve(0, 1) = 1', ''],
  ['>>> Solution().other(1)\n2', ''],
  ['>>> Solution().solve(1, 2) + Solution().other(1)\n2', ''],
  ['>>> solve(1, 2)\n3', ''],
])('of a method %j gives %j', (docstring, examples) => {
  const lines = `"""${docstring}\n"""`.split('\n').map((line) => `        ${line}\n`);
  const prompt = `import math\n\nclass Solution:\n    def solve(self, a, b):\n${lines.join('')}`;
  const parts = parsePrompt(prompt, 'Solution.solve');
  expect(parts.examples).toBe(examples);
  expect(parts).toMatchObject({ prelude: 'import math\n\n', bodyIndent: 8 });
  expect(parts.prelude + parts.definition).toBe(prompt);
});

test('named arguments are put in the order of the parameters', () => {
  expect(examplesOf('Input: k = 1, x = [2, 3]\nOutput: 4', 'f(x, k)')).toBe('assert f([2, 3], 1) == (4)\n');
  expect(examplesOf('Input: y = 1, x = [2, 3]\nOutput: 4', 'f(x, k)')).toBe('');
});

test.each([
  ['a name that is no value', 'f(a) => False'],
  ['another function', 'g(1) => 2'],
  ['a tuple of one that may be a string', 'f("E") ==> ("Venus")'],
  ['quotes that do not match', 'f(["a"]) == ""a"'],
  ['an equation of a recurrence', 'f(1) = 3\nf(n) = f(n - 1) + 1\nf(3) = [1, 2]'],
  ['two values for one call', 'f(1) = 2\nf(1) = 3'],
  ['a missing separator', '>>> f([1, 0]) [0, 1]'],
  ['an exception', '>>> f(0)\nTraceback (most recent call last):\n    ...\nValueError: no'],
  ['printed text', '>>> print(f(0))\n0'],
  ['a forgotten output', '>>> f(0)\n\nMore.'],
  ['a call in the middle of a sentence', 'For example f(1) should return 2.'],
  ['an argument changed by a call that was left out', '>>> x = [1]\n>>> x.sort()\n>>> f(x)\n1'],
])('%s gives no example', (_, docstring) => {
  expect(examplesOf(docstring)).toBe('');
});

const kata = readdirSync(new URL('../../../../datasets/kata/tasks/', import.meta.url)).filter((name) =>
  name.endsWith('.py'),
);

test.each(kata)('kata %s: every doctest of the prompt becomes a public test', (file) => {
  const text = readFileSync(new URL(`../../../../datasets/kata/tasks/${file}`, import.meta.url), 'utf8');
  const prompt = /#% prompt\n([\s\S]*?)(?=^#% )/m.exec(text)?.[1] ?? '';
  const { exampleCount, prelude, definition } = parsePrompt(prompt, file.replace('.py', ''));
  expect(definition).toMatch(/^def /);
  expect(prelude).not.toContain(`def ${file.replace('.py', '')}(`);
  expect(exampleCount).toBe(prompt.split('>>> ').length - 1);
  expect(exampleCount).toBeGreaterThan(0);
});

const humaneval = `${process.env.LUCID_BENCH_DATA}/humaneval/HumanEval.jsonl`;
const isPresent = process.env.LUCID_BENCH_DATA !== undefined && existsSync(humaneval);
if (!isPresent)
  console.warn('NOT TESTED: public tests of HumanEval (LUCID_BENCH_DATA has no humaneval/HumanEval.jsonl)');

test.runIf(isPresent)('153 of 164 HumanEval tasks have 434 public tests', () => {
  const rows: { task_id: string; prompt: string; entry_point: string }[] = readFileSync(humaneval, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const parsed = rows.map((row) => ({ id: row.task_id, ...parsePrompt(row.prompt, row.entry_point) }));
  expect(parsed.reduce((sum, { exampleCount }) => sum + exampleCount, 0)).toBe(434);
  expect(parsed.filter(({ exampleCount }) => exampleCount === 0).map(({ id }) => Number(id.split('/')[1]))).toEqual([
    38, 41, 50, 80, 81, 83, 105, 115, 130, 149, 160,
  ]);
});
