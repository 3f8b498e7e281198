import { expect, test } from 'vitest';
import { extractPatch } from '../../../../harness/tasks/patch/diff/extract-patch.ts';

const diffOf = (path: string, line: string): string =>
  [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -1,2 +1,2 @@',
    ' keep',
    '-old',
    `+${line}`,
    '',
  ].join('\n');

const fence = (content: string, info = 'diff'): string => `\`\`\`${info}\n${content}\`\`\`\n`;

test('one diff in a fence is clean, and the prose around it is told', () => {
  const { text, extraction } = extractPatch(`Here is the fix.\n\n${fence(diffOf('a.py', 'new'))}\nIt works.`);
  expect(text).toBe(diffOf('a.py', 'new'));
  expect(extraction.status).toBe('clean');
  expect(extraction.cuts.map(({ what }) => what)).toEqual(['prose-before', 'fence', 'fence', 'prose-after']);
});

test.each([
  ['bare', diffOf('a.py', 'new')],
  ['without a last line end', diffOf('a.py', 'new').trimEnd()],
  ['in tags', `<patch>\n${diffOf('a.py', 'new')}</patch>`],
  ['in a list', `1. So:\n   \`\`\`\n${diffOf('a.py', 'new').replace(/^(?=.)/gm, '   ')}   \`\`\`\n`],
  ['with line ends of Windows', `So:\r\n${fence(diffOf('a.py', 'new')).replaceAll('\n', '\r\n')}`],
  ['after a thought with a draft', `<think>\n${diffOf('b.py', 'thought')}</think>\n${diffOf('a.py', 'new')}`],
])('a diff %s is found', (_, response) => {
  expect(extractPatch(response).text).toBe(diffOf('a.py', 'new'));
});

test('a diff of the same file again is a new draft: the last one wins', () => {
  const { text, extraction } = extractPatch(
    `First:\n${fence(diffOf('a.py', 'one'))}No, better:\n${fence(diffOf('a.py', 'two'))}Done.`,
  );
  expect(text).toBe(diffOf('a.py', 'two'));
  expect(extraction.cuts.map(({ what }) => what)).toContain('earlier-draft');
});

test('diffs of different files are one patch, in one fence or in several', () => {
  const both = diffOf('a.py', 'one') + diffOf('b.py', 'two');
  expect(extractPatch(fence(both))).toMatchObject({ text: both, extraction: { status: 'clean' } });
  const apart = extractPatch(`${fence(diffOf('a.py', 'one'))}and\n${fence(diffOf('b.py', 'two'))}`);
  expect(apart).toMatchObject({ text: both, extraction: { status: 'recovered' } });
});

test('a cut-off last draft gives way to the last well-formed one; alone it is kept, so that it does not apply', () => {
  const cut = diffOf('a.py', 'two').split('\n').slice(0, 6).join('\n');
  expect(extractPatch(`${fence(diffOf('a.py', 'one'))}Again:\n\`\`\`diff\n${cut}`).text).toBe(diffOf('a.py', 'one'));
  expect(extractPatch(`\`\`\`diff\n${cut}`)).toMatchObject({ text: `${cut}\n`, extraction: { status: 'recovered' } });
});

test('a fence inside a diff of a text file belongs to it', () => {
  const text = '--- a/doc.md\n+++ b/doc.md\n@@ -1,4 +1,4 @@\n ```\n-old\n+new\n ```\n end\n';
  expect(extractPatch(fence(text)).text).toBe(text);
});

test('wrong counts are a fault, unless hunks are counted by their lines', () => {
  const wrong = diffOf('a.py', 'new').replace('-1,2 +1,2', '-1,9 +1,9');
  const response = `${fence(diffOf('a.py', 'old'))}Better:\n${fence(wrong)}`;
  expect(extractPatch(response).text).toBe(diffOf('a.py', 'old'));
  expect(extractPatch(response, 'lines').text).toBe(wrong);
});

test.each(['', 'I cannot help with that.', '```python\nprint(1)\n```', '---\ntitle\n+++\n'])(
  'a response without a diff has an empty candidate: %s',
  (response) => {
    expect(extractPatch(response)).toMatchObject({ text: '', extraction: { status: 'none' } });
  },
);
