import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type CollectJob, type CollectOptions, collect } from '../../harness/loading/collect.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';

const job = (taskId: string, code: string): CollectJob => ({
  taskId,
  prelude: 'import math\n',
  code,
  entryPoint: 'f',
  tests: 'keep([[2], answer_to(2)])\nkeep(2 ** 70)\nassert f(2)\n',
});
const jobs = [job('a/1', 'def f(n): return math.sqrt(n)\n'), job('a/2', 'def f(n): return {n: (n, 1.0)}\n')];
const values = ['[["l", ["l", 2], 1.4142135623730951], ["n", "0x400000000000000000"]]'];

async function setUp() {
  const cache = await mkdtemp(join(tmpdir(), 'collect-'));
  const shown: string[] = [];
  let opened = 0;
  const options: CollectOptions = {
    environment: { XDG_CACHE_HOME: cache },
    progress: { isTerminal: false, now: () => 0, write: (text) => void shown.push(text) },
    openSandbox() {
      opened++;
      return createProcessSandbox({ slots: 2 });
    },
  };
  return { folder: join(cache, 'lucid-bench', 'a'), shown, options, opened: () => opened };
}

test('answers are computed once, with progress, and stored with their sum and the Python version', async () => {
  const { folder, shown, options, opened } = await setUp();
  const kept = await collect('a', jobs, options);
  expect(kept[0]).toBe(values[0]);
  expect(await collect('a', jobs, options)).toEqual(kept);
  expect(opened()).toBe(1);
  expect(shown.join('')).toContain('a: expected outputs, computed once 2/2');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^expected-[0-9a-f]{16}\.jsonl\.gz$/);
  const [header, ...lines] = gunzipSync(await readFile(join(folder, name)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(header).toEqual({
    dataset: 'a',
    jobsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    python: expect.stringMatching(/^3\.\d+\.\d+/),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(lines).toEqual([
    { taskId: 'a/1', kept: kept[0] },
    { taskId: 'a/2', kept: kept[1] },
  ]);
});

test('two computations store the same bytes; a damaged file and other jobs are computed anew', async () => {
  const { folder, options, opened } = await setUp();
  await collect('a', jobs, options);
  const [name = ''] = await readdir(folder);
  const path = join(folder, name);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, -30));
  await collect('a', jobs, options);
  expect(await readFile(path)).toEqual(bytes);
  await collect('a', [job('a/1', 'def f(n): return 1\n')], options);
  expect(opened()).toBe(3);
  expect(await readdir(folder)).toHaveLength(2);
});

test('a canonical solution that fails is an error that names its task, and nothing is stored', async () => {
  const { folder, options } = await setUp();
  await expect(collect('a', [job('a/3', 'def f(n): raise KeyError(n)\n')], options)).rejects.toThrow(
    "a/3: the canonical solution's answers could not be computed (exception: KeyError: 2)",
  );
  expect(await readdir(folder).catch(() => [])).toEqual([]);
});
