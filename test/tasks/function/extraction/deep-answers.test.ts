import { expect, test } from 'vitest';
import { extractDefault } from '../../../../harness/tasks/function/extraction/extract.ts';

const task = { prompt: 'def f(x):\n    """Say x."""\n', entryPoint: 'f', prelude: '' };
const SIZE = 100_000;
const returning = (expression: string): string => `def f(x):\n    return ${expression}\n`;

test.each([
  ['brackets in one another', returning(`${'('.repeat(SIZE / 2)}x${')'.repeat(SIZE / 2)}`), 'clean'],
  [
    'lists in one another',
    `\`\`\`python\n${returning(`${'['.repeat(SIZE / 2)}x${']'.repeat(SIZE / 2)}`)}\`\`\``,
    'clean',
  ],
  ['brackets that close nothing', returning(')'.repeat(SIZE)), 'clean'],
  ['strings in strings', returning('f"{'.repeat(SIZE / 3)), 'clean'],
  ['negations', returning(`${'not '.repeat(SIZE / 4)}x`), 'clean'],
])('an answer of 100 KB of %s is kept as it is, in seconds', (_, answer, status) => {
  const before = process.cpuUsage();
  const { text, extraction } = extractDefault(answer, task);
  const { user, system } = process.cpuUsage(before);
  expect(extraction.status).toBe(status);
  expect(text.length).toBeGreaterThan(SIZE / 2);
  expect((user + system) / 1e6).toBeLessThan(12); // it was 27 s and more, or a stack that ran over
});

test('brackets in strings and comments are no depth, and what follows a thousand smileys is read as it stands', () => {
  const prose = `${'Well :( '.repeat(900)}\n\n`;
  const noise = `    # ${'('.repeat(3_000)}\n    s = '${'['.repeat(3_000)}'\n    t = """${'{'.repeat(3_000)}\n"""\n`;
  const program = `def g(x):\n${noise}    return s\n\n\ndef f(x):\n    return (g([x]))\n`;
  const { text, extraction } = extractDefault(`${prose}\`\`\`python\n${program}\`\`\`\n`, task);
  expect(text).toBe(program);
  expect(extraction.status).toBe('clean');
});
