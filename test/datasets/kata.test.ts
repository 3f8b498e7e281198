import { expect, test } from 'vitest';
import { kataSha256, readKataTasks } from '../../datasets/kata/index.ts';
import { parseTaskFile } from '../../datasets/kata/task-file.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';

const kata = await loadDataset('kata', { environment: {} });

test('the task files are the pinned ones; renew the pin with: npx vitest run test/datasets/kata.test.ts -u', async () => {
  await expect(`${kataSha256()}\n`).toMatchFileSnapshot('../../datasets/kata/sha256.txt');
  expect(kata.sha256).toBe(kataSha256());
});

test('kata has at least 48 tasks, sorted, each with examples, hidden assertions and a pool of both kinds', () => {
  const names = kata.problems.map(({ task }) => task.id);
  expect(names.length).toBeGreaterThanOrEqual(48);
  expect(names).toEqual([...names].sort());
  for (const { task, hiddenTests, pool } of kata.problems) {
    const right = pool.filter(({ isRight }) => isRight);
    expect(task.id).toBe(`kata/${task.entryPoint}`);
    expect(task.publicTests.source, task.id).toMatch(/^assert /m);
    expect(hiddenTests.source.match(/^assert /gm)?.length, task.id).toBeGreaterThanOrEqual(10);
    expect(right.length, task.id).toBeGreaterThanOrEqual(2);
    expect(pool.length - right.length, task.id).toBeGreaterThanOrEqual(4);
  }
});

test('no hidden assertion repeats an example of the prompt', () => {
  const calls = (source: string) =>
    (source.match(/^assert .*?(?= == )/gm) ?? []).map((call) => call.replaceAll(/\s/g, ''));
  for (const { task, hiddenTests } of kata.problems) {
    const examples = new Set(calls(task.publicTests.source));
    expect(
      calls(hiddenTests.source).filter((call) => examples.has(call)),
      task.id,
    ).toEqual([]);
  }
});

test('every task has a topic and a level', () => {
  const tasks = readKataTasks();
  expect(tasks.every(({ topic, level }) => topic !== '' && ['easy', 'medium', 'hard'].includes(level))).toBe(true);
  expect(kata.problems.map(({ tags }) => tags)).toEqual(tasks.map(({ topic, level }) => [topic, level]));
});

const file = `#% task: numbers, easy
#% prompt
def twice(n):
    """Twice n.

    >>> twice(2)
    4
    """
#% canonical
def twice(n):
    return n + n
#% hidden
assert twice(3) == 6
#% right: multiplies
def twice(n):
    return 2 * n
#% wrong: misread - a square
def twice(n):
    return n * n
`;

test('a task file is read section by section', () => {
  expect(parseTaskFile(file, 'twice.py', 'twice')).toMatchObject({
    name: 'twice',
    topic: 'numbers',
    level: 'easy',
    canonical: 'def twice(n):\n    return n + n\n',
    hidden: 'assert twice(3) == 6\n',
    pool: [
      { isRight: true, label: 'right: multiplies', code: 'def twice(n):\n    return 2 * n\n' },
      { isRight: false, label: 'wrong: misread - a square' },
    ],
  });
});

test.each([
  ['#% hidden\nassert', '#% hiden\nassert', 'twice.py:12: section "hiden" is unknown'],
  ['#% canonical\n', '', 'twice.py:1: section "canonical" is missing'],
  ['#% right: multiplies', '#% canonical', 'twice.py:14: section "canonical" stands here a second time'],
  ['#% right: multiplies', '#% right', 'twice.py:14: section "right" needs a title'],
  [
    'def twice(n):\n    return n * n',
    'def square(n):\n    return n * n',
    'section "wrong: misread - a square" defines no function twice',
  ],
  ['assert twice(3) == 6', '', 'twice.py:12: section "hidden" is empty'],
  ['numbers, easy', 'numbers, trivial', 'twice.py:1: section "task: numbers, trivial" expected "topic, level"'],
  ['#% task', 'x = 1\n#% task', 'twice.py:1: text before the first section: "x = 1"'],
])('a bad task file is an error that names file, line and section (%#)', (from, to, message) => {
  expect(() => parseTaskFile(file.replace(from, to), 'twice.py', 'twice')).toThrow(message);
});
