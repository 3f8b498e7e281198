import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparableFiles, runScript, temporaryFolder } from '../fixtures/command.ts';
import { canMount, smallDisk } from '../fixtures/small-disk.ts';

const timeout = 240_000;
const study = [
  '--model',
  'simulated:strong-2025',
  '--limit',
  '6',
  '--conditions',
  'baseline,lucid',
  '--sandbox',
  'process',
];

/** Every file below a folder that is empty or a part of one. */
const leftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.part') || statSync(join(folder, name)).size === 0,
  );

describe.skipIf(!canMount())('a full disk', () => {
  test.each([
    ['while records are written', '36k', /run\/\w+\.jsonl: the disk is full/],
    ['while tables and pages are written', '160k', /run\/[\w./-]+\.(csv|md|svg|html): the disk is full/],
  ])('%s is one sentence, and --resume goes on from there', { timeout }, async (_when, size, sentence) => {
    const undisturbed = join(temporaryFolder(), 'run');
    expect(await runScript('bench', [...study, '--out', undisturbed])).toMatchObject({ code: 0 });
    const disk = smallDisk(size);
    const flags = [...study, '--out', join(disk, 'run')];
    const { code, stderr } = await runScript('bench', flags);
    const [said = '', ...more] = stderr.split('\n').filter((line) => line.startsWith('error: '));
    expect([code, more]).toEqual([2, []]);
    expect(said).toMatch(sentence);
    expect(said).toMatch(/were to be written, .* free\); what was written before is whole: .* --resume$/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(leftovers(disk)).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=20m', disk]);
    expect(await runScript('bench', [...flags, '--resume'])).toMatchObject({ code: 0 });
    expect(comparableFiles(join(disk, 'run'))).toEqual(comparableFiles(undisturbed));
  });

  test('and one that may not be written to are said of every file a command was asked for', { timeout }, async () => {
    const disk = smallDisk('36k');
    const samples = join(temporaryFolder(), 'samples.jsonl');
    writeFileSync(
      samples,
      `${JSON.stringify({ task_id: 'kata/ends_total', solution: 'x', note: 'x'.repeat(50_000) })}\n`,
    );
    const grade = ['--dataset', 'kata', '--sandbox', 'process', '--answers', samples, '--out'];
    const full = await runScript('grade', [...grade, join(disk, 'graded.jsonl')]);
    expect([full.code, full.stderr]).toEqual([2, expect.stringMatching(/graded\.jsonl: the disk is full/)]);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const readOnly = await runScript('grade', [...grade, join(disk, 'other.jsonl')]);
    expect([readOnly.code, readOnly.stderr]).toEqual([
      2,
      expect.stringMatching(/other\.jsonl.*its file system is read-only \(EROFS\)/),
    ]);
    const run = await runScript('bench', [...study, '--out', join(disk, 'run')]);
    expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(/run: the folder cannot be made: read-only/)]);
    expect(full.stderr + readOnly.stderr + run.stderr).not.toMatch(/\n\s+at /);
  });
});

test('a file where the run folder should be is one sentence', { timeout }, async () => {
  const path = join(temporaryFolder(), 'run');
  writeFileSync(path, '');
  const { code, stderr } = await runScript('bench', [...study, '--out', path]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/run: expected a folder, found a file/)]);
  expect(stderr).not.toMatch(/\n\s+at /);
});
