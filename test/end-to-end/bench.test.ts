import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../harness/random.ts';
import { comparableFiles, runScript, startScript, temporaryFolder } from '../fixtures/command.ts';

const simulated = ['--model', 'simulated:strong-2025'];
const small = [...simulated, '--limit', '4', '--k', '1,2', '--sandbox', 'process', '--concurrency', '4'];

describe('npm run bench', () => {
  test('two runs with the same seed are equal byte for byte; another seed is not', { timeout: 120_000 }, async () => {
    const [one, two, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const first = await runScript('bench', [...small, '--out', one]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain('SIMULATED');
    expect(first.stdout).toContain(`report: ${pathToFileURL(join(one, 'report.html')).href}`);
    await runScript('bench', [...small, '--out', two, '--concurrency', '1']);
    await runScript('bench', [...small, '--out', other, '--seed', '2']);
    expect(comparableFiles(two)).toEqual(comparableFiles(one));
    expect(comparableFiles(other)['trajectories.jsonl']).not.toBe(comparableFiles(one)['trajectories.jsonl']);
  });

  test('a reader that has gone is no fault', async () => {
    const child = startScript('bench', ['--help']);
    child.stdout?.destroy();
    let stderr = '';
    child.stderr?.on('data', (text: Buffer) => {
      stderr += text.toString();
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('killed at twenty random moments and resumed, it gives the bytes of an undisturbed run', {
    timeout: 300_000,
  }, async () => {
    const [whole, torn] = [temporaryFolder(), temporaryFolder()];
    const flags = [
      ...small,
      '--random-acceptance',
      '0.2',
      '--conditions',
      'baseline,self-refine,lucid,lucid-random-verify,resample-public',
    ];
    const began = performance.now();
    expect(await runScript('bench', [...flags, '--out', whole])).toMatchObject({ code: 0 });
    const length = performance.now() - began;
    const random = createRandom('kill');
    for (let kill = 0; kill < 20; kill++) await killAfter([...flags, '--out', torn, '--resume'], length * random());
    expect(await runScript('bench', [...flags, '--out', torn, '--resume'])).toMatchObject({ code: 0 });
    expect(comparableFiles(torn)).toEqual(comparableFiles(whole));
  });

  test('stopped by Ctrl-C at ten moments and gone on with by --resume FOLDER alone, it gives the same bytes', {
    timeout: 600_000,
  }, async () => {
    const [whole, stopped] = [temporaryFolder(), join(temporaryFolder(), 'run')];
    const flags = [...small, '--conditions', 'baseline,lucid,resample-public'];
    const began = performance.now();
    expect(await runScript('bench', [...flags, '--out', whole])).toMatchObject({ code: 0 });
    const length = performance.now() - began;
    const random = createRandom('ctrl-c');
    for (let stop = 0; stop < 10; stop++) {
      const isBegun = existsSync(join(stopped, 'command.json'));
      await killAfter(
        isBegun ? ['--resume', stopped] : [...flags, '--out', stopped, '--resume'],
        length * random(),
        'SIGINT',
      );
    }
    expect(await runScript('bench', ['--resume', stopped])).toMatchObject({ code: 0 });
    expect(comparableFiles(stopped)).toEqual(comparableFiles(whole));
  });

  test('the same command after a stop says that the run is unfinished and how to go on', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const flags = [...small, '--conditions', 'baseline', '--out', folder];
    await runScript('bench', flags);
    const path = join(folder, 'trajectories.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/.*\n$/, ''));
    const again = await runScript('bench', flags);
    expect(again.stderr).toContain(`holds a run already (3 of 4 trials are done); go on with --resume ${folder}`);
    expect(again.code).toBe(2);
  });

  test('a torn last line is dropped and redone', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const flags = [...small, '--conditions', 'baseline', '--out', folder];
    await runScript('bench', flags);
    const before = comparableFiles(folder);
    // In the order in which a trial's lines are written: what is torn has nothing after it.
    for (const names of [['grades'], ['trajectories', 'grades'], ['responses', 'trajectories', 'grades']]) {
      for (const name of names) {
        const path = join(folder, `${name}.jsonl`);
        writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20));
      }
      expect(await runScript('bench', [...flags, '--resume'])).toMatchObject({ code: 0 });
      expect(comparableFiles(folder)).toEqual(before);
    }
  });

  test('report writes the same tables again from the records alone', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    await runScript('bench', [...small, '--conditions', 'baseline,lucid', '--out', folder]);
    const before = comparableFiles(folder);
    for (const name of ['tables.md', 'cells.csv', 'attempts.csv']) rmSync(join(folder, name));
    expect(await runScript('report', [folder])).toMatchObject({ code: 0 });
    expect(comparableFiles(folder)).toEqual(before);
  });

  test('with the published extractor independent draws are graded under both', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const flags = [
      ...simulated,
      '--conditions',
      'baseline,lucid',
      '--k',
      '1',
      '--limit',
      '12',
      '--sandbox',
      'process',
      '--extractor',
      'published',
    ];
    expect(await runScript('bench', [...flags, '--out', folder])).toMatchObject({ code: 0 });
    const grades = readFileSync(join(folder, 'grades.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(grades.filter(({ step }) => step === 0).every(({ published }) => published !== undefined)).toBe(true);
    expect(grades.filter(({ step }) => step > 0).every(({ published }) => published === undefined)).toBe(true);
    expect(readFileSync(join(folder, 'tables.md'), 'utf8')).toContain('ublished');
  });

  test.each([
    [['--dataset', 'nope'], 'unknown dataset "nope"'],
    [['--conditions', 'baseline,nope'], 'unknown condition nope'],
    [['--tasks', 'kata/nope'], 'unknown task kata/nope'],
    [['--model', 'nope:x'], 'nope:x'],
    [['--k', '1,x'], 'whole number'],
    [['--sandbox', 'nope'], 'Allowed choices'],
    [['--nope'], 'unknown option'],
    [['--random-acceptance', 'match:baseline'], 'match:baseline'],
  ])('%j is one clear sentence and exit code 2', async (flags, sentence) => {
    const { code, stderr } = await runScript('bench', [...flags, '--out', join(temporaryFolder(), 'run')]);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  test('a missing Python is one clear sentence and exit code 2', async () => {
    const { code, stderr } = await runScript('bench', small, { LUCID_BENCH_PYTHON: '/nowhere/python3' });
    expect(stderr).toContain('/nowhere/python3');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  test('a folder that holds another run is refused, and stays as it was', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    await runScript('bench', [...small, '--conditions', 'baseline', '--out', folder]);
    const before = comparableFiles(folder);
    const again = await runScript('bench', [...small, '--conditions', 'baseline', '--out', folder]);
    expect(again).toMatchObject({ code: 2 });
    expect(again.stderr).toContain('--resume');
    const other = await runScript('bench', [...small, '--conditions', 'lucid', '--out', folder, '--resume']);
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain('conditions');
    expect(comparableFiles(folder)).toEqual(before);
  });
});

/** Kills the whole process group with SIGKILL after so many milliseconds, unless it is done before. */
async function killAfter(
  flags: readonly string[],
  milliseconds: number,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  const child = startScript('bench', flags);
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  child.stdout?.resume();
  child.stderr?.resume();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch {
    // It was done already.
  }
  await closed;
}
