import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesToBuild } from '../../../harness/tasks/patch/images/build-instances.ts';
import {
  describeDisk,
  diskCsv,
  diskMarkdown,
  readDiskCsv,
  summarizeDisk,
} from '../../../harness/tasks/patch/images/disk-table.ts';
import { layersOf } from '../../../harness/tasks/patch/images/image-layers.ts';
import { expectedBytes, layerUses, measureLayers } from '../../../harness/tasks/patch/images/layer-sizes.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const environments = [
  { repository: 'owner/one', versions: ['1'], python: '3.9', packages: 'a==1', install: 'true', testCommand: '' },
  { repository: 'owner/two', versions: ['1'], python: '3.9', packages: 'b==1', install: 'true', testCommand: '' },
];
const problemOf = (repository: string, number: number, version = '1'): PatchProblem => ({
  task: {
    kind: 'patch',
    id: `${repository.replace('/', '__')}-${number}`,
    prompt: '',
    repository,
    baseCommit: 'a'.repeat(40),
  },
  hiddenTests: { testPatch: '', failToPass: [], passToPass: [] },
  ...{ canonical: '', version, environmentCommit: 'b'.repeat(40), hints: '', createdAt: '' },
});
const problems = [
  problemOf('owner/one', 1),
  problemOf('owner/one', 2),
  problemOf('owner/two', 3),
  problemOf('owner/two', 4, '9'),
];
const uses = layerUses(problems, environments);
const [one = problems[0]] = problems;

/** A daemon that has the images of one instance and its layers. */
function engineWith(sizes: Readonly<Record<string, number>>) {
  return {
    image: async (name: string) => {
      const sizeBytes = sizes[name];
      return sizeBytes === undefined ? undefined : { id: name, labels: {}, sizeBytes };
    },
  };
}
const names = one === undefined ? [] : layersOf(one, environments[0] ?? (undefined as never)).map(({ name }) => name);
const wholeSizes = Object.fromEntries(names.map((name, index) => [name, [300e6, 350e6, 390e6, 430e6][index] ?? 0]));

test('each layer of a dataset is there once, lowest first, with the instances upon it; none without a specification', () => {
  expect(uses.map(({ kind, instances }) => [kind, instances.length])).toEqual([
    ['base', 3],
    ['interpreter', 3],
    ['environment', 2],
    ['environment', 1],
    ['instance', 1],
    ['instance', 1],
    ['instance', 1],
  ]);
  for (const { below } of uses.slice(1)) expect(uses.map(({ name }) => name)).toContain(below);
});

test('a commit that instances share is a layer of theirs, not of others', () => {
  const shared = [{ commit: 'c'.repeat(40), instances: ['owner__one-1', 'owner__one-2'] }];
  const sharing = environments.map((each) => ({ ...each, shared }));
  const found = layerUses([...problems.slice(0, 3), problemOf('owner/one', 5)], sharing);
  const repository = found.find(({ kind }) => kind === 'repository');
  expect(repository?.instances).toEqual(['owner__one-1', 'owner__one-2']);
  expect(found.find(({ name }) => name === repository?.below)?.kind).toBe('environment');
  const upon = found.filter(({ below }) => below === repository?.name);
  expect(upon.flatMap(({ instances }) => instances).toSorted()).toEqual(['owner__one-1', 'owner__one-2']);
  expect(found.filter(({ kind }) => kind === 'instance')).toHaveLength(4);
});

test('what a layer adds is measured from images that exist, and known after they were removed', async () => {
  const path = join(temporaryFolder(), 'cache', 'layer-sizes.json');
  expect([...(await measureLayers(engineWith({}), uses, path))]).toEqual([]);
  const measured = await measureLayers(engineWith(wholeSizes), uses, path);
  expect(names.map((name) => measured.get(name))).toEqual([300e6, 50e6, 40e6, 40e6]);
  expect(new Map(await measureLayers(engineWith({}), uses, path))).toEqual(measured);
  expect(JSON.parse(readFileSync(path, 'utf8')).ownBytes[names[3] ?? '']).toBe(40e6);
  writeFileSync(path, '{"version":1,"ownBytes":{"a":"much"}}');
  await expect(measureLayers(engineWith({}), uses, path)).rejects.toThrow('layer-sizes.json');
});

test('a summary counts shared layers once, projects unknown ones by the median of their kind, and says unknown where there is none', async () => {
  const path = join(temporaryFolder(), 'sizes.json');
  const sizes = await measureLayers(engineWith(wholeSizes), uses, path);
  const summary = summarizeDisk(uses, sizes);
  // 300 + 50 + 2 environments x 40 + 3 instances x 40
  expect(summary).toMatchObject({
    layers: 7,
    known: 4,
    knownBytes: 430e6,
    medianOwnBytes: 40e6,
    projectedBytes: 550e6,
  });
  expect(describeDisk(4, summary)).toBe(
    'disk: an instance adds 40.0 MB to shared layers (median; the most 40.0 MB); all 4 instances together 0.6 GB projected; known of 4 of 7 layers: 0.4 GB',
  );
  expect(describeDisk(4, summarizeDisk(uses, new Map()))).toBe(
    'disk: an instance adds unknown to shared layers (median; the most unknown); all 4 instances together unknown projected; known of 0 of 7 layers: 0.0 GB',
  );
  const text = diskMarkdown(uses, sizes);
  expect(text).toMatch(/base:bookworm-\w+ +\| +3 +\| +300\.0 \|/);
  expect(text).toMatch(/owner__one-1 +\| +40\.0 +\| +430\.0 \|/);
  expect(text).toMatch(/owner__two-3 +\| +unknown +\| +unknown \|/);
  const [header, first, ...rest] = diskCsv(uses, sizes).trim().split('\n');
  expect(header).toBe('layer,image,upon,instances,own_bytes');
  expect(first).toMatch(/^base,lucid-bench\/swebench-base:bookworm-\w+,,3,300000000$/);
  expect(rest.at(-1)).toMatch(/,1,$/);
  const earlier = join(temporaryFolder(), 'disk.csv');
  expect(readDiskCsv(earlier).size).toBe(0);
  writeFileSync(earlier, diskCsv(uses, sizes));
  expect(readDiskCsv(earlier)).toEqual(new Map(sizes));
  writeFileSync(earlier, 'image,own_bytes\nx,many\n');
  expect(() => readDiskCsv(earlier)).toThrow(/disk\.csv: expected an earlier table of layers, .*--out/);
});

test('an image is expected to take what it took, else the median of its kind, else nothing', () => {
  const image = (kind: string, hint: string) => `lucid-bench/swebench-${kind}:${hint}`;
  const sizes = new Map([
    [image('instance', 'a'), 10],
    [image('instance', 'b'), 30],
    [image('instance', 'c'), 40],
    [image('environment', 'a'), 500],
  ]);
  const names = [image('instance', 'b'), image('instance', 'new'), image('environment', 'new'), image('base', 'new')];
  expect(names.map((name) => expectedBytes(name, sizes))).toEqual([30, 30, 500, 0]);
});

test('building takes what is missing, and nothing where the image is there or is pulled', async () => {
  const folder = temporaryFolder();
  const sizesPath = join(folder, 'layer-sizes.json');
  await measureLayers(engineWith(wholeSizes), uses, sizesPath);
  const all = ['lucid-bench/swebench-published:owner__one-1', ...names];
  const bytes = (there: readonly string[], published?: object) => {
    const sizes = Object.fromEntries(there.map((name) => [name, 1]));
    return bytesToBuild({ engine: engineWith(sizes) as never, sizesPath } as never, all, published);
  };
  expect(await bytes([])).toBe(430e6);
  expect(await bytes(names.slice(0, 2))).toBe(80e6);
  expect(await bytes(names)).toBe(0);
  expect(await bytes(all.slice(0, 1))).toBe(0);
  expect(await bytes([], {})).toBe(0);
});
