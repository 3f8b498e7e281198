import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { comparatorOf } from '../../harness/metrics/paired.ts';
import { conditionSha256 } from '../../harness/run/condition-hash.ts';
import { conditionFiles, listConditions, loadConditions } from '../../harness/run/load-conditions.ts';
import { createManifest } from '../../harness/run/manifest.ts';
import { GENERATED_ARMS, STUDY_ARMS } from '../fixtures/arms.ts';
import { createMemorySandbox } from '../fixtures/memory-sandbox.ts';
import { makeRun } from '../fixtures/run.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conditions-'));
  folders.push(folder);
  for (const [name, lines] of Object.entries(files)) {
    const text = `export default {\n  description: 'one',\n  verifier: { name: 'none-at-all', sees: 'nothing' },\n${lines}  async *run() {},\n};\n`;
    await writeFile(join(folder, `${name}.ts`), text);
  }
  return folder;
}

test('every condition is compared with one that exists, with the baseline where it names none; one that names itself with none', async () => {
  const names = await listConditions();
  for (const { identity } of await loadConditions(names)) {
    const compared = comparatorOf(identity);
    const isItsOwn = identity.comparator === identity.name;
    if (identity.name === 'baseline' || isItsOwn) expect(compared).toBeUndefined();
    else expect(names, identity.name).toContain(compared);
    if (identity.comparator === undefined && identity.name !== 'baseline') expect(compared).toBe('baseline');
  }
});

test('the arms of the study name what they are compared with, in the order of its tables', async () => {
  const arms = [...STUDY_ARMS, ...GENERATED_ARMS];
  expect((await listConditions()).filter((name) => arms.some((arm) => arm === name))).toEqual(arms);
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
  const about = "  comparator: 'other',\n  order: 7,\n  faults: ['verdict-flip', 'plan'],\n";
  const [placed] = await loadConditions(['loop'], await folderWith({ loop: about, other: '' }));
  expect(placed?.identity).toEqual(after?.identity);
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

const isOfStudy = (name: string): boolean => [...STUDY_ARMS, ...GENERATED_ARMS].some((arm) => arm === name);

/** The project's conditions, to be changed. */
async function copied(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conditions-'));
  folders.push(folder);
  await cp('conditions', folder, { recursive: true });
  return folder;
}

async function change(folder: string, file: string, edit: (text: string) => string): Promise<void> {
  const before = await readFile(join(folder, file), 'utf8');
  const after = edit(before);
  expect(after, `${file} is as the test expects it`).not.toBe(before);
  await writeFile(join(folder, file), after);
}

async function hashes(folder: string): Promise<Record<string, string>> {
  const files = [...conditionFiles(folder)];
  const sums = await Promise.all(files.map(([, path]) => conditionSha256(path, folder)));
  return Object.fromEntries(files.map(([name], index) => [name, sums[index] ?? '']));
}

/** The study's arms whose hash is another one after the change. */
async function changedBy(file: string, edit: (text: string) => string): Promise<string[]> {
  const [before, folder] = [await hashes('conditions'), await copied()];
  await change(folder, file, edit);
  const after = await hashes(folder);
  return (await listConditions()).filter((name) => isOfStudy(name) && before[name] !== after[name]);
}

test('one word changed in one prompt changes the hash of exactly the conditions that use it', async () => {
  const swap = (from: string, to: string) => (text: string) => text.replace(from, to);
  expect(await changedBy('shared/judge-program.ts', swap('by somebody else', 'by a colleague'))).toEqual(['llm-judge']);
  expect(await changedBy('shared/prompts.ts', swap('`Task:\\n', '`The task:\\n'))).toEqual(['lucid-no-context']);
  expect(await changedBy('shared/extract.ts', swap('short claims', 'brief claims'))).toEqual([
    'lucid',
    'lucid-no-context',
    'lucid-no-remediate',
    'lucid-learned-verify',
    'lucid-random-verify',
    'lucid-public',
  ]);
  expect(await changedBy('shared/wording.ts', swap('Write this', 'Please write this'))).toEqual(
    (await listConditions()).filter(isOfStudy),
  );
});

test('where files lie and how they are named, commented, formatted and imported changes no hash', async () => {
  const [before, folder] = [await hashes('conditions'), await copied()];
  await rename(join(folder, 'shared', 'judge-program.ts'), join(folder, 'shared', 'a-review.ts'));
  for (const name of ['llm-judge', 'self-refine']) {
    await change(folder, `controls/${name}.ts`, (text) => {
      const moved = text.replace(/import \{ \w+ \} from '..\/shared\/judge-program.ts';\n/, '');
      const imported = /import .*judge-program.*\n/.exec(text)?.[0]?.replace('judge-program', 'a-review') ?? '';
      return `${imported}${moved}`;
    });
  }
  await change(folder, 'shared/a-review.ts', (text) =>
    text
      .replace('export const judgeProgram', '/* a remark */\n\n\nexport const judgeProgram')
      .replace('{ ', '{\n    // here\n'),
  );
  await change(
    folder,
    'shared/prompts.ts',
    (text) => `${text}\nexport const unused = (task: Task): string => task.id;\n`,
  );
  expect(await hashes(folder)).toEqual(before);
});
