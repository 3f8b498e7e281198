import { expect, test } from 'vitest';
import { inspectPatch } from '../../../../harness/tasks/patch/diff/inspect-patch.ts';
import { repairPatch } from '../../../../harness/tasks/patch/diff/repair-patch.ts';
import { faultOf } from '../../../../harness/tasks/patch/diff/unified-diff.ts';

const SOUND = '--- a/x.py\n+++ b/x.py\n@@ -3 +3,2 @@ class A:\n-old\n+new\n+more\n';

test('a sound patch keeps every byte', () => {
  expect(repairPatch(SOUND)).toEqual({ text: SOUND, repairs: [] });
  expect(repairPatch('')).toEqual({ text: '', repairs: [] });
});

test('hunks are counted again and the last line is ended; nothing else changes', () => {
  const broken = SOUND.replace('-3 +3,2', '-3,7 +3,7').trimEnd();
  expect(faultOf(broken)).toBeDefined();
  const { text, repairs } = repairPatch(broken);
  expect(text).toBe(SOUND.replace('-3 +3,2', '-3,1 +3,2'));
  expect(repairs).toEqual(['hunk-counts', 'final-newline']);
  expect(faultOf(text)).toBeUndefined();
});

test('test files and hooks of the runner are told', () => {
  const diff = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
  const patch = ['src/a.py', 'tests/test_a.py', 'conftest.py', 'lib/setup.cfg', 'sympy/testing/runtests.py', 'site.py']
    .map(diff)
    .join('');
  expect(inspectPatch(patch, diff('tests/test_a.py'))).toMatchObject({
    testFiles: ['tests/test_a.py'],
    hooks: ['conftest.py', 'lib/setup.cfg', 'sympy/testing/runtests.py', 'site.py'],
  });
});
