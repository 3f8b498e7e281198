import { expect, test } from 'vitest';
import { taskPagePath } from '../../../harness/report/page/task-links.ts';

test.each([
  ['kata/frame_sum', 'tasks/kata.frame_sum.html'],
  ['HumanEval/0', 'tasks/HumanEval.0.html'],
  ['django__django-11099', 'tasks/django__django-11099.html'],
])('%s lies at %s', (taskId, path) => {
  expect(taskPagePath(taskId)).toBe(path);
});

test('no id leaves the folder, names a device or takes the place of another', () => {
  const ids = [
    '../../etc/passwd',
    '..',
    '',
    'a/b/c',
    'a.b',
    'a/b',
    'con',
    'x'.repeat(500),
    'é',
    '<script>',
    'a b',
    'a?b',
  ];
  const paths = ids.map(taskPagePath);
  for (const path of paths) {
    expect(path).toMatch(/^tasks\/[\w-][\w.-]{0,120}\.html$/);
    expect(path).not.toMatch(/\.\.|tasks\/con\./);
  }
  expect(new Set(paths).size).toBe(ids.length);
});
