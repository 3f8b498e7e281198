import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadPatchDataset } from '../../../harness/loading/load-dataset.ts';
import { describePatchExecution } from '../../../harness/tasks/patch/describe-patch.ts';
import { faultOf, readDiff } from '../../../harness/tasks/patch/diff/unified-diff.ts';
import { PATCH_WORDS, scriptedPatch } from '../../../harness/tasks/patch/scripted/scripted-patches.ts';

const GOLD = [
  'diff --git a/one.py b/one.py',
  '--- a/one.py',
  '+++ b/one.py',
  '@@ -1,3 +1,3 @@ def one():',
  ' a',
  '-b',
  '+c',
  ' d',
  '@@ -11,2 +11,3 @@',
  ' e',
  '+f',
  ' g',
  '',
].join('\n');

test('scripted patches are well-formed diffs, made from the gold patch', () => {
  expect(scriptedPatch('right', GOLD)).toBe(GOLD);
  expect(scriptedPatch('empty', GOLD)).toBe('');
  expect(scriptedPatch('breaking', GOLD)).toBe(
    [
      'diff --git a/one.py b/one.py',
      '--- a/one.py',
      '+++ b/one.py',
      '@@ -1,3 +1,4 @@ def one():',
      ' a',
      '-b',
      '+c',
      '+)( a line that no Python reads',
      ' d',
      '@@ -11,2 +12,4 @@',
      ' e',
      '+f',
      '+)( a line that no Python reads',
      ' g',
      '',
    ].join('\n'),
  );
  expect(scriptedPatch('not-applying', GOLD)).toContain(
    '@@ -1,4 +1,3 @@ def one():\n-a line that is in no file of this repository\n a',
  );
  for (const word of PATCH_WORDS.filter((each) => each !== 'empty')) {
    expect(faultOf(scriptedPatch(word, GOLD))).toBeUndefined();
  }
});

const data = process.env.LUCID_BENCH_DATA ?? '';
const isThere = existsSync(`${data}/swebench-lite`) || existsSync(`${data}/swe-bench-lite`);
if (!isThere)
  console.warn('NOT TESTED: scripted patches of the 300 instances (LUCID_BENCH_DATA holds no SWE-bench Lite)');

test.skipIf(!isThere)('they are well formed for all 300 gold patches, and touch the same files', async () => {
  const { problems } = await loadPatchDataset('swe-bench-lite', { environment: process.env });
  expect(problems).toHaveLength(300);
  for (const { canonical } of problems) {
    for (const word of ['breaking', 'not-applying'] as const) {
      const patch = scriptedPatch(word, canonical);
      expect(faultOf(patch)).toBeUndefined();
      expect(readDiff(patch).map(({ newPath }) => newPath)).toEqual(readDiff(canonical).map(({ newPath }) => newPath));
    }
  }
});

const failure = (source: string, message: string) => ({ assertion: 0, source, message });

test('a loop is told how many tests failed, three of them with head and tail of their traceback, the rest by name', () => {
  const long = `FAILED\nfirst line\n${'x'.repeat(50)}\n`.concat('middle\n'.repeat(400), 'last line');
  const told = describePatchExecution({
    outcome: { status: 'unsolved', reason: 'tests-failed' },
    assertions: 'fp-e',
    failures: [
      failure('t::a', long),
      failure('t::b', 'ERROR'),
      failure('t::c', 'FAILED'),
      failure('t::d', 'hidden text'),
    ],
    output: 'the log',
  });
  expect(told).toMatch(/^3 of 4 tests did not pass\.\n- t::a\n {2}FAILED\n {2}first line\n/);
  expect(told).toContain('  last line\n- t::b\n  ERROR\n- t::c\n  FAILED\n- t::d');
  expect(told).not.toContain('hidden text');
  expect(told.length).toBeLessThan(2500);
});

test('of a suite that did not run the end of the log is told, without what every run begins with', () => {
  const output = `${'+ git status\n'.repeat(200)}+ : '>>>>> Start Test Output'\nSyntaxError: invalid syntax\n>>>>> Test Exit Code: 1\n`;
  const told = describePatchExecution({
    outcome: { status: 'unsolved', reason: 'exited-early' },
    assertions: '',
    failures: [],
    output,
  });
  expect(told.endsWith('  + git status\n  SyntaxError: invalid syntax')).toBe(true);
  expect(told.length).toBeLessThan(1600);
});

test.each([
  ['empty', 'The answer held no patch.'],
  ['patch-does-not-apply', 'The patch does not apply to the repository at that commit.\n  error: no such file'],
  ['exited-early', 'The tests did not run to their end.\n  error: no such file'],
  ['timeout', 'The tests did not finish in time.'],
] as const)('%s has a sentence of its own', (reason, sentence) => {
  const outcome = { status: 'unsolved', reason } as const;
  expect(describePatchExecution({ outcome, assertions: '', failures: [], output: 'error: no such file' })).toBe(
    sentence,
  );
});
