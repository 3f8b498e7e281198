import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch, type RunCommand } from '../../../../harness/tasks/patch/diff/apply-patch.ts';
import { temporaryFolder } from '../../../fixtures/command.ts';

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);

/** A repository with one file of thirty lines, and the commands run in it. */
function repository() {
  const folder = temporaryFolder();
  const git = (...command: string[]) => execFileSync('git', command, { cwd: folder, stdio: 'pipe' });
  git('init', '-q');
  writeFileSync(join(folder, 'a.txt'), `${LINES.join('\n')}\n`);
  git('add', '.');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'base');
  const ran: string[] = [];
  const run: RunCommand = async ([program = '', ...rest]) => {
    ran.push([program, ...rest.slice(0, -1)].join(' '));
    const { status, stdout, stderr } = spawnSync(program, rest, { cwd: folder, encoding: 'utf8' });
    return { exitCode: status, output: stdout + stderr };
  };
  const apply = async (patch: string, rules: '4' | '5') => {
    const path = join(folder, '..', `${folder.split('/').at(-1)}.diff`);
    writeFileSync(path, patch);
    return applyPatch(path, run, rules);
  };
  return { apply, ran, read: () => readFileSync(join(folder, 'a.txt'), 'utf8') };
}

const hunk = (at: number, before: string, line: string, after: string): string =>
  `--- a/a.txt\n+++ b/a.txt\n@@ -${at},3 +${at},3 @@\n ${before}\n-${line}\n+changed\n ${after}\n`;

const FITS = hunk(4, 'line 4', 'line 5', 'line 6');
/** Context that is not there: `git apply` refuses, fuzz forgives. */
const FUZZY = hunk(4, 'line four', 'line 5', 'line 6');
const WRONG = hunk(4, 'line 4', 'line fifty', 'line 6');

test.each(['4', '5'] as const)('rules %s: a patch that fits is applied by the first command', async (rules) => {
  const { apply, ran, read } = repository();
  expect(await apply(FITS, rules)).toMatchObject({ status: 'applied', by: 'git-apply' });
  expect(ran).toEqual(['git apply --verbose']);
  expect(read()).toContain('line 4\nchanged\nline 6');
});

test.each(['4', '5'] as const)('rules %s: stale context is forgiven by the last command', async (rules) => {
  const { apply, read } = repository();
  expect(await apply(FUZZY, rules)).toMatchObject({ status: 'applied', by: 'patch-fuzz' });
  expect(read()).toContain('line 4\nchanged\nline 6');
});

test.each(['4', '5'] as const)(
  'rules %s: a patch of another file does not apply, and the reason is kept',
  async (rules) => {
    const { apply } = repository();
    const result = await apply(WRONG, rules);
    expect(result).toMatchObject({ status: 'does-not-apply' });
    expect(result.output).toContain('FAILED');
  },
);

test('rules 4 leave what --reject could apply to the third command; rules 5 begin each command anew', async () => {
  const two = FITS + hunk(20, 'line twenty', 'line 21', 'line 22').split('\n').slice(2).join('\n');
  const four = repository();
  const five = repository();
  const [of4, of5] = [await four.apply(two, '4'), await five.apply(two, '5')];
  expect(of4.status).toBe('does-not-apply');
  expect(of5).toMatchObject({ status: 'applied', by: 'patch-fuzz' });
  expect(five.ran).toContain('git checkout --');
});
