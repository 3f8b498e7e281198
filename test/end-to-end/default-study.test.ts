import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forReplay } from '../../harness/models/recorded/replay.ts';
import { ROOT, temporaryFolder, withoutNetwork } from '../fixtures/command.ts';

const STUDY = 'recorded:kata-qwen2.5-coder-0.5b';

test('bench without a model replays a recorded study of a real model, without a network', { timeout: 300_000 }, () => {
  const folder = temporaryFolder();
  const [command = 'env', ...before] = withoutNetwork();
  const node = [process.execPath, '--import', 'tsx', 'scripts/bench.ts', '--limit', '8', '--out', folder];
  const run = spawnSync(command, [...before, ...node], { cwd: ROOT, encoding: 'utf8' });
  expect(run.stderr).toContain('nothing is sent');
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/no\s+evidence\s+about\s+larger\s+ones/);
  expect(readFileSync(join(folder, 'tables.md'), 'utf8')).toContain('no evidence about the paper');
  expect(run.stdout).not.toContain('SIMULATED');
  const [header = '', ...cells] = readFileSync(join(folder, 'cells.csv'), 'utf8').trim().split('\n');
  const ungraded = header.split(',').indexOf('ungraded');
  expect(cells.length).toBeGreaterThan(6);
  expect(cells.map((line) => line.split(',')[ungraded])).toEqual(cells.map(() => '0'));
});

test('every generated check of it runs again and says what it said', { timeout: 300_000 }, () => {
  const folder = temporaryFolder();
  const [command = 'env', ...before] = withoutNetwork();
  const arms = 'baseline,lucid-generated,lucid-generated-matched';
  const what = ['--conditions', arms, '--limit', '8', '--out', folder];
  const node = [process.execPath, '--import', 'tsx', 'scripts/bench.ts', ...what];
  const run = spawnSync(command, [...before, ...node], { cwd: ROOT, encoding: 'utf8' });
  expect(run.stderr).toContain('nothing is sent');
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/drift:\s+0\s+of\s+[1-9]/);
  for (const arm of ['lucid-generated', 'lucid-generated-matched']) {
    expect(run.stdout).toMatch(new RegExp(`\\| ${arm} +\\|( +\\d[^|]*\\|){5}`));
  }
  const [header = '', line = ''] = readFileSync(join(folder, 'check-quality.csv'), 'utf8').split('\n');
  const field = (name: string) => Number(line.split(',')[header.split(',').indexOf(name)]);
  expect(field('checks')).toBeGreaterThan(5);
  expect(field('wrong_of')).toBeGreaterThan(5);
  expect(field('not_measured')).toBe(0);
});

test('on a dataset that was not recorded a simulated model answers, unless one is named', async () => {
  const options = { model: STUDY, dataset: 'humaneval' };
  const given = (...flags: string[]) => forReplay(options, (flag) => flags.includes(flag));
  expect(await given('dataset')).toMatchObject({ model: 'simulated:strong-2025', dataset: 'humaneval' });
  expect(await given()).toMatchObject({ model: STUDY, dataset: 'kata' });
  await expect(given('dataset', 'model')).rejects.toThrow(/is of kata/);
});
