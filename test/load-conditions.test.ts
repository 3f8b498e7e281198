import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { UsageError } from '../harness/errors.ts';
import { listConditions, loadConditions } from '../harness/load-conditions.ts';
import { createManifest } from '../harness/manifest.ts';
import { comparatorOf } from '../harness/metrics/paired.ts';
import { GENERATED_ARMS, STUDY_ARMS } from './fixtures/arms.ts';
import { createMemorySandbox } from './fixtures/memory-sandbox.ts';
import { makeRun } from './fixtures/run.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conditions-'));
  folders.push(folder);
  for (const [name, lines] of Object.entries(files)) {
    const text = `export default {\n  description: 'one',\n  verifier: 'none',\n${lines}  async *run() {},\n};\n`;
    await writeFile(join(folder, `${name}.ts`), text);
  }
  return folder;
}

test('every condition is compared with one that exists, with the baseline where it names none', async () => {
  const names = listConditions();
  for (const { identity } of await loadConditions(names)) {
    const compared = comparatorOf(identity);
    if (identity.name === 'baseline') expect(compared).toBeUndefined();
    else expect(names, identity.name).toContain(compared);
    if (identity.comparator === undefined && identity.name !== 'baseline') expect(compared).toBe('baseline');
  }
});

test('the arms of the study name what they are compared with, in the order of its tables', async () => {
  const arms = [...STUDY_ARMS, ...GENERATED_ARMS];
  expect(listConditions().filter((name) => arms.some((arm) => arm === name))).toEqual(arms);
  const named = (await loadConditions(arms)).filter(({ identity }) => identity.comparator !== undefined);
  expect(named.map(({ identity }) => identity.name)).toEqual(arms.filter((name) => name !== 'baseline'));
});

test('what a condition is compared with is no part of its hash, nor of the identity of a run', async () => {
  const [plain, compared] = [
    await folderWith({ loop: '', other: '' }),
    await folderWith({ loop: "  comparator: 'other',\n", other: '' }),
  ];
  const [before] = await loadConditions(['loop'], plain);
  const [after] = await loadConditions(['loop'], compared);
  expect(after?.identity).toEqual({ ...before?.identity, comparator: 'other' });
  const { identity } = makeRun({ tasks: ['a'], conditions: {} }).manifest;
  const hashes = [before, after].map((loaded) => {
    const conditions = loaded === undefined ? [] : [loaded.identity];
    return createManifest({ ...identity, conditions }, false, createMemorySandbox()).identitySha256;
  });
  expect(hashes[0]).toBe(hashes[1]);
});

test('a comparator that is no condition is an error that names it', async () => {
  const folder = await folderWith({ loop: "  comparator: 'nothing',\n" });
  await expect(loadConditions(['loop'], folder)).rejects.toThrow(UsageError);
  await expect(loadConditions(['loop'], folder)).rejects.toThrow(
    'expected a comparator that is a condition, got nothing',
  );
});
