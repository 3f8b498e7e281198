import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listDatasets, loadDataset } from '../../harness/loading/load-dataset.ts';
import { sha256 } from '../../harness/storage/hash.ts';
import { parseJsonLines } from '../../harness/storage/json-lines.ts';
import { z } from '../../harness/storage/schema.ts';

const door = new URL('../../harness/dataset.ts', import.meta.url).href;
const rows = '{"n": 1}\n{"n": 2}\n';

/** A stranger's dataset: one file, nothing registered. */
async function strangersFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'datasets-'));
  const source = `
import { defineDataset, parseJsonLines, z } from ${JSON.stringify(door)};
const numbers = { name: 'numbers.jsonl', url: 'https://example.org/numbers.jsonl.gz', sha256: '${sha256(rows)}' };
export default defineDataset({
  title: 'Numbers',
  source: 'example.org',
  downloads: [numbers],
  async load({ readOfficial, readOptional }) {
    const parsed = parseJsonLines(await readOfficial(numbers), numbers.name, z.object({ n: z.number() }));
    const beside = await readOptional('beside.txt');
    const problems = parsed.map(({ n }) => ({
      task: { kind: 'function', id: 'numbers/' + n, prompt: '', entryPoint: 'f', prelude: '', publicTests: { source: '' } },
      hiddenTests: { source: beside?.text ?? '' },
      canonical: '',
      pool: [],
    }));
    return { sha256: numbers.sha256, problems };
  },
});
`;
  await writeFile(join(folder, 'numbers.ts'), source);
  await writeFile(join(folder, 'broken.ts'), 'export const nothing = 0;\n');
  await mkdir(join(folder, 'published'));
  await writeFile(join(folder, 'published', 'cells.json'), '{}');
  return folder;
}

test('the datasets of the repository are listed by their file names', () => {
  expect(listDatasets()).toEqual(expect.arrayContaining(['humaneval', 'kata']));
});

test('a dataset added as one file is listed and loaded, its data gunzipped and checked', async () => {
  const folder = await strangersFolder();
  const data = await mkdtemp(join(tmpdir(), 'data-'));
  await mkdir(join(data, 'numbers'));
  await writeFile(join(data, 'numbers', 'numbers.jsonl.gz'), gzipSync(rows));
  await writeFile(join(data, 'numbers', 'beside.txt'), 'assert True');
  expect(listDatasets(folder)).toEqual(['broken', 'numbers']);
  const dataset = await loadDataset('numbers', {
    folder,
    environment: { LUCID_BENCH_DATA: data },
  });
  expect(dataset).toMatchObject({ id: 'numbers', title: 'Numbers', sha256: sha256(rows), knownDefects: [] });
  expect(dataset.problems.map(({ task }) => task.id)).toEqual(['numbers/1', 'numbers/2']);
  expect(dataset.problems[0]?.hiddenTests.source).toBe('assert True');
});

test('an unknown id is a usage error that lists the known ones, and no path is ever loaded', async () => {
  const folder = await strangersFolder();
  await expect(loadDataset('nunbers', { environment: process.env, folder })).rejects.toMatchObject({
    name: 'UsageError',
    message: 'unknown dataset "nunbers"; did you mean numbers?; known: broken, numbers, or a file of tasks, FILE.jsonl',
  });
  await expect(loadDataset('../harness/bench', { environment: process.env, folder })).rejects.toThrow(
    'unknown dataset',
  );
});

test('a file that exports no dataset is a usage error that says what was expected', async () => {
  await expect(loadDataset('broken', { environment: process.env, folder: await strangersFolder() })).rejects.toThrow(
    /broken\.ts: expected "export default defineDataset/,
  );
});

test('a bad row is an error that names file, line and field', () => {
  const row = z.object({ task: z.object({ id: z.string() }) });
  expect(() => parseJsonLines('{"task":{"id":"a"}}\n\n{"task":{"id":3}}', 'rows.jsonl', row)).toThrow(
    /^rows\.jsonl:3: field task\.id: .*expected string/,
  );
  expect(() => parseJsonLines('{"task":', 'rows.jsonl', row)).toThrow(/^rows\.jsonl:1: not JSON/);
});
