import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  EXTRACTOR_VERSION,
  extractDefault,
  extractPublished,
} from '../../../../harness/tasks/function/extraction/extract.ts';
import { parsePrompt } from '../../../../harness/tasks/function/prompt/prompt.ts';
import type { Extracted } from '../../../../harness/types/evaluator.ts';

const HEAD = 'def f(x: int) -> int:\n    """Doc.\n    >>> f(1)\n    2\n    """\n';
const prompt = `import math\n\ndef given(x):\n    return x\n\n${HEAD}`;
const task = { prompt, entryPoint: 'f', prelude: parsePrompt(prompt, 'f').prelude };
const CODE = 'def f(x):\n    # why\n    return x + 1\n';
const fence = (code: string, info = 'python'): string => `\`\`\`${info}\n${code.trimEnd()}\n\`\`\``;

/** Status and what was cut, on one line. */
const summary = ({ extraction }: Extracted): string =>
  [extraction.status, ...extraction.cuts.map(({ what }) => what)].join(' ');

const manners: readonly [manner: string, response: string, summary: string, text?: string][] = [
  ['exactly code', CODE, 'clean'],
  ['exactly one fence', fence(CODE), 'clean fence fence'],
  [
    'prose around a fence',
    `Sure:\n\n${fence(CODE)}\n\nIt adds 1: \`f(1)\`.`,
    'clean prose-before fence fence prose-after',
  ],
  ['tilde fence', `~~~~py\n${CODE}~~~~`, 'clean fence fence'],
  ['fence with attributes', fence(CODE, 'python title="a.py" {1}'), 'clean fence fence'],
  ['CRLF', `Hi\n${fence(CODE)}\n`.replaceAll('\n', '\r\n'), 'clean prose-before fence fence'],
  [
    'a list item',
    `1. Do\n   ${fence(CODE).replaceAll('\n', '\n   ')}\n2. Done`,
    'clean prose-before fence fence prose-after',
  ],
  ['a quotation', `> ${fence(CODE).replaceAll('\n', '\n> ')}`, 'clean fence fence'],
  [
    'a fence inside a docstring',
    fence('def f(x):\n    """\n    ```\n    f(1)\n    ```\n    """\n    return x'),
    'clean fence fence',
    'def f(x):\n    """\n    ```\n    f(1)\n    ```\n    """\n    return x\n',
  ],
  [
    'thoughts first',
    `<think>\n${fence('def f(x):\n    return 0')}\n</think>\n${fence(CODE)}`,
    'clean prose-before fence fence',
  ],
  ['all code indented by four', CODE.replace(/^(?=.)/gm, '    '), 'clean'],
  ['only the first line indented', ` import re\n${CODE}`, 'clean', `import re\n${CODE}`],
  ['all but the first line indented', `import re\n${CODE.replace(/^(?=.)/gm, '  ')}`, 'clean', `import re\n${CODE}`],
  ['unclosed fence', `Here:\n\`\`\`python\n${CODE}`, 'recovered prose-before fence'],
  [
    'a second fence opens in the first',
    `\`\`\`python\n${CODE}\`\`\`python\nprint(f(1))\n\`\`\``,
    'recovered fence fence other fence',
  ],
  ['a closing fence only', `${CODE}\`\`\`\nThis works.`, 'recovered fence other'],
  [
    'prose around code without a fence',
    `Here's the code:\n\n${CODE}\nIt's done.`,
    'recovered prose-before prose-after',
  ],
  ['prose of one word after code', `${CODE}\nExplanation: trivial\n`, 'recovered prose-after'],
  ['tags around code', `<solution>\n${CODE}</solution>`, 'recovered prose-before prose-after'],
  [
    'two drafts in two fences',
    `${fence('def f(x):\n    return x')}\nBetter:\n${fence(CODE)}`,
    'recovered fence earlier-draft fence prose-before fence fence',
  ],
  ['two drafts in one fence', fence(`def f(x):\n    return x\n\n${CODE}`), 'recovered fence earlier-draft fence'],
  [
    'a broken draft last',
    `${fence(CODE)}\nOr:\n${fence('def f(x):\n    return (x +')}`,
    'recovered fence fence prose-after fence incomplete-tail fence',
  ],
  [
    'a stub last',
    `${fence(CODE)}\n${fence('def f(x):\n    """Doc."""\n    pass')}`,
    'recovered fence fence fence incomplete-tail fence',
  ],
  ['cut in demonstration code', `\`\`\`python\n${CODE}\nprint(f(`, 'recovered fence incomplete-tail'],
  ['cut in the function', 'def f(x):\n    if x', 'clean', 'def f(x):\n    if x\n'],
  [
    'a lost end of the function',
    fence('def f(x):\n    y = x\nreturn y'),
    'clean fence fence',
    'def f(x):\n    y = x\nreturn y\n',
  ],
  [
    'demonstration after',
    fence(`${CODE}\n# Example\nresult = f(3)\nprint(result)\nassert f(1) == 3\nn = int(input())`),
    'recovered fence demo-code fence',
  ],
  ['main guard', fence(`${CODE}\nif __name__ == "__main__":\n    print(f(2))`), 'recovered fence demo-code fence'],
  [
    'main function',
    `${CODE}\ndef main():\n    print(f(2))\n\nmain()\n`,
    'recovered demo-code',
    `${CODE}\ndef main():\n    print(f(2))\n`,
  ],
  ['interpreter session after', `${CODE}\n>>> f(1)\n2\n`, 'recovered prose-after'],
  [
    'usage in a second fence',
    `${fence(CODE)}\nUse:\n${fence('print(f(1))')}`,
    'recovered fence fence prose-after fence other fence',
  ],
  ['bare body', '    return x + 1\n', 'recovered', `${HEAD}    return x + 1\n`],
  [
    'bare body without indentation',
    'for y in [x]:\n    x = y\nreturn x',
    'recovered',
    `${HEAD}    for y in [x]:\n        x = y\n    return x\n`,
  ],
  [
    'bare body, first line trimmed',
    'y = x\n    for i in [1]:\n        y += i\n    return y',
    'recovered',
    `${HEAD}    y = x\n    for i in [1]:\n        y += i\n    return y\n`,
  ],
  [
    'bare body in a fence',
    `Body:\n${fence('    y = x\n    return y')}`,
    'recovered prose-before fence fence',
    `${HEAD}    y = x\n    return y\n`,
  ],
  ['bare body with a variable called f', '    f = x\n    return f', 'recovered', `${HEAD}    f = x\n    return f\n`],
  [
    'bare body after and before prose',
    'The body is:\n\n    return x + 1\n\nIt adds one.',
    'recovered prose-before prose-after',
    `${HEAD}    return x + 1\n`,
  ],
  [
    'bare body with tests after',
    '    return x\n\n\nassert f(1) == 1\ndef g():\n    pass\n',
    'recovered demo-code',
    `${HEAD}    return x\ndef g():\n    pass\n`,
  ],
  ['bare body, cut', '    if x:\n        return (x', 'recovered', `${HEAD}    if x:\n        return (x\n`],
  ['lambda', 'f = lambda x: x + 1', 'clean', 'f = lambda x: x + 1\n'],
  [
    'async and decorated',
    '@cache\nasync def f(x):\n    return x\n',
    'clean',
    '@cache\nasync def f(x):\n    return x\n',
  ],
  [
    'wrapped afterwards',
    'def f(x):\n    return x\nf = lru_cache(None)(f)',
    'clean',
    'def f(x):\n    return x\nf = lru_cache(None)(f)\n',
  ],
  [
    'an attribute it needs',
    `def f(x):\n    return f.seen\nf.seen = 1`,
    'clean',
    'def f(x):\n    return f.seen\nf.seen = 1\n',
  ],
  [
    'a method in a class',
    fence('class Solution:\n    def f(self, x):\n        return x'),
    'recovered fence fence',
    'class Solution:\n    def f(self, x):\n        return x\n',
  ],
  [
    'a nested function of that name',
    'def g():\n    def f(x):\n        return x\n    return f\n',
    'recovered',
    'def g():\n    def f(x):\n        return x\n    return f\n',
  ],
  ['another name', fence('def g(x):\n    return x'), 'recovered fence fence', 'def g(x):\n    return x\n'],
  [
    'unicode',
    fence('def f(x):\n    π = "➞ 數 😀"  # ü\n    return x, π'),
    'clean fence fence',
    'def f(x):\n    π = "➞ 數 😀"  # ü\n    return x, π\n',
  ],
  ['empty', '', 'none', ''],
  ['refusal', "I'm sorry, I can't help with that.", 'none other', ''],
  ['one word', 'Done', 'none other', ''],
  ['inline code only', 'Use `def f(x): return x` please.', 'none other', ''],
  ['an empty fence', '```python\n```', 'none fence fence', ''],
];

test.each(manners)('%s', (_, response, expected, text = CODE) => {
  const extracted = extractDefault(response, task);
  expect(extracted.text).toBe(text);
  expect(summary(extracted)).toBe(expected);
  expect(extractDefault(response, task)).toEqual(extracted);
});

test('imports, constants, classes, helpers and set-up of the block stay, before and after', () => {
  const code = `import sys\nLIMIT = 3\nsys.setrecursionlimit(9999)\ntable = []\nfor i in range(3):\n    table.append(i)\n\n${CODE}\nclass Node:\n    pass\n\ndef helper(x):\n    return x\n`;
  expect(extractDefault(fence(code), task).text).toBe(code);
});

test('what reads input stays when the function needs it', () => {
  const code = 'n = int(input())\ndef f(x):\n    return x + n\n';
  expect(extractDefault(code, task).text).toBe(code);
});

test('helpers of an earlier block are fetched with what they need, not those the prompt has', () => {
  const response = `${fence('import re\nA = 1\n\ndef given(x):\n    return 0\n\ndef g(x):\n    return re.sub("a", "b", x)')}\nthen\n${fence('def f(x):\n    return g(given(x))')}`;
  const extracted = extractDefault(response, task);
  expect(extracted.text).toBe(
    'import re\n\ndef g(x):\n    return re.sub("a", "b", x)\n\ndef f(x):\n    return g(given(x))\n',
  );
  expect(extracted.extraction.status).toBe('recovered');
});

test('a repeated prompt with its helper is taken whole', () => {
  const code = `${prompt}    return given(x) + 1\n`;
  expect(extractDefault(fence(code), task)).toMatchObject({ text: code, extraction: { status: 'clean' } });
});

test('a cut says what it was, how long, and how it begins', () => {
  const prose = 'Sure! 😀 '.repeat(20).trim();
  const [first] = extractDefault(`${prose}\n\n${fence(CODE)}`, task).extraction.cuts;
  expect(first).toMatchObject({ what: 'prose-before', characters: prose.length });
  expect(first?.excerpt.length).toBeLessThanOrEqual(80);
  expect(prose.startsWith(first?.excerpt ?? '?')).toBe(true);
});

test('the published extractor strips a fence at the very ends only and keeps prose in the program', () => {
  const published = (response: string): string => extractPublished(response, task).text;
  expect(published(fence(CODE))).toBe(CODE);
  expect(published(`\`\`\`\n${CODE}`)).toBe(CODE);
  expect(published(`${CODE}\nIt adds one.`)).toBe(`${CODE}\nIt adds one.\n`);
  expect(published(`${fence(CODE)}\nIt adds one.`)).toBe(`${CODE}\`\`\`\nIt adds one.\n`);
  expect(published(`Sure:\n${fence(CODE)}`)).toBe(`${HEAD}Sure:\n\`\`\`python\n${CODE}`);
  expect(published('    return x')).toBe(`${HEAD}return x\n`);
  expect(summary(extractPublished(fence(CODE), task))).toBe('clean fence fence');
  expect(summary(extractPublished('Sure', task))).toBe('recovered');
  expect(summary(extractPublished(' ', task))).toBe('none');
});

test('the extractor has a version', () => {
  expect(EXTRACTOR_VERSION).toMatch(/^\d+$/);
});

const humaneval = `${process.env.LUCID_BENCH_DATA}/humaneval/HumanEval.jsonl`;
const isPresent = process.env.LUCID_BENCH_DATA !== undefined && existsSync(humaneval);
if (!isPresent)
  console.warn('NOT TESTED: extraction of HumanEval solutions (LUCID_BENCH_DATA has no humaneval/HumanEval.jsonl)');

const wrappings: Readonly<Record<string, (code: string, body: string) => string>> = {
  'code only': (code) => code,
  'fence only': (code) => fence(code),
  'prose and fence': (code) => `Here's the solution:\n\n${fence(code)}\n\nIt's O(n): don't worry.`,
  'unclosed fence': (code) => `Sure!\n\`\`\`py\n${code}`,
  'tilde fence, CRLF': (code) => `~~~\n${code.trimEnd()}\n~~~`.replaceAll('\n', '\r\n'),
  'list item': (code) => `1. Solution:\n\n   ${fence(code).replaceAll('\n', '\n   ')}\n\n2. Done.`,
  'prose without a fence': (code) => `Here's the solution:\n\n${code}\n\nThis works because it's right.`,
  'an earlier draft': (code) => `${fence('x = 1')}\nBetter:\n${fence(code)}`,
  'demonstration after': (code) =>
    fence(`${code.trimEnd()}\n\n# Test\nprint("a")\nif __name__ == "__main__":\n    print(1)`),
  'bare body': (_, body) => body,
  'bare body in a fence': (_, body) => `Body:\n${fence(body)}`,
};

const withoutBlanks = (code: string): string => code.replaceAll(/[ \t]+$/gm, '').replaceAll(/\n+/g, '\n');

test.runIf(isPresent).each(Object.entries(wrappings))('%s: every HumanEval solution comes out as it was', (_, wrap) => {
  for (const line of readFileSync(humaneval, 'utf8').trim().split('\n')) {
    const row: { task_id: string; prompt: string; entry_point: string; canonical_solution: string } = JSON.parse(line);
    const { prelude, definition } = parsePrompt(row.prompt, row.entry_point);
    const code = `${definition.trimEnd()}\n${row.canonical_solution.replace(/^\n+/, '').trimEnd()}\n`;
    const given = { prompt: row.prompt, entryPoint: row.entry_point, prelude };
    const { text } = extractDefault(wrap(code, row.canonical_solution), given);
    expect(withoutBlanks(text), row.task_id).toBe(withoutBlanks(code));
  }
});
