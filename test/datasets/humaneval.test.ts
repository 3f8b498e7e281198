import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolders, findData } from '../../harness/loading/data-files.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';

const { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME } = process.env;
const humaneval = await loadDataset('humaneval', { environment: { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME } }).catch(
  (error) => {
    console.warn(`NOT TESTED: loading the real HumanEval (${error.message})`);
    return undefined;
  },
);

test.runIf(humaneval !== undefined)(
  'HumanEval has 164 problems whose canonical solutions are complete functions',
  () => {
    expect(humaneval?.problems).toHaveLength(164);
    for (const { task, canonical, hiddenTests } of humaneval?.problems ?? []) {
      expect(canonical).toMatch(new RegExp(`^def ${task.entryPoint}\\(`));
      expect(hiddenTests.source.endsWith(`\ncheck(${task.entryPoint})\n`), task.id).toBe(true);
    }
  },
);

test.runIf(humaneval !== undefined)('helpers that stand in the prompt are in the prelude', () => {
  const withHelpers = humaneval?.problems.filter(({ task }) => /^def /m.test(task.prelude)).map(({ task }) => task.id);
  expect(withHelpers).toEqual(['HumanEval/10', 'HumanEval/32', 'HumanEval/38', 'HumanEval/50']);
  expect(humaneval?.knownDefects.map(({ taskId }) => taskId)).toEqual(['HumanEval/47', 'HumanEval/116']);
});

const hasPool = humaneval?.problems.some(({ pool }) => pool.length > 0) ?? false;
if (humaneval !== undefined && !hasPool)
  console.warn('NOT TESTED: the HumanEval candidate pool (not in the data folder)');

test.runIf(hasPool)('pool candidates are whole programs, each once, labelled with source and model', () => {
  for (const { task, pool } of humaneval?.problems ?? []) {
    expect(new Set(pool.map(({ code }) => code)).size, task.id).toBe(pool.length);
    expect(
      pool.every(({ label }) => /^[\w-]+\/.+/.test(label)),
      task.id,
    ).toBe(true);
    const complete = pool.filter(({ code, isRight }) => isRight && !code.includes(`${task.entryPoint}`));
    expect(complete, task.id).toEqual([]);
  }
});

test.runIf(humaneval !== undefined)(
  'a program graded timeout is no pool candidate: it may be right and slow',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'data-'));
    await mkdir(join(folder, 'humaneval'));
    const official = await findData('humaneval', 'HumanEval.jsonl', { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME });
    await writeFile(join(folder, 'humaneval', 'HumanEval.jsonl'), official?.content ?? '');
    const rows = [null, 'AssertionError', 'timeout'].map((error, index) => ({
      task_id: 'HumanEval/0',
      code: `    return ${index}\n`,
      form: 'body',
      solved: error === null,
      source: 'made',
      model: String(error),
      error,
    }));
    await writeFile(
      join(folder, 'humaneval', 'candidate-pool.jsonl'),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    const dataset = await loadDataset('humaneval', { environment: { LUCID_BENCH_DATA: folder } });
    const labels = dataset.problems[0]?.pool.map(({ label, isRight }) => [label, isRight]);
    expect(labels).toEqual([
      ['made/null', true],
      ['made/AssertionError', false],
    ]);
  },
);

test('missing data is one sentence: what was expected where, and the command that fetches it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  const environment = { LUCID_BENCH_DATA: join(folder, 'given'), XDG_CACHE_HOME: join(folder, 'cache') };
  await expect(loadDataset('humaneval', { environment })).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(
      /expected HumanEval\.jsonl \(or HumanEval\.jsonl\.gz\) in .*given\/humaneval or .*cache\/lucid-bench\/humaneval .*npm run fetch-data -- humaneval/,
    ),
  });
});

test('another file than the pinned one is refused with both sums', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  await mkdir(join(folder, 'humaneval'));
  await writeFile(join(folder, 'humaneval', 'HumanEval.jsonl'), '{}\n');
  await expect(loadDataset('humaneval', { environment: { LUCID_BENCH_DATA: folder } })).rejects.toThrow(
    /HumanEval\.jsonl is not the pinned file \(expected sha256 1d49078b[0-9a-f]+, got ca3d163b/,
  );
});

test('data is looked for in LUCID_BENCH_DATA, then in the cache folder', () => {
  expect(dataFolders('x', { LUCID_BENCH_DATA: '/d', XDG_CACHE_HOME: '/c', HOME: '/h' })).toEqual([
    '/d/x',
    '/c/lucid-bench/x',
  ]);
  expect(dataFolders('x', { XDG_CACHE_HOME: 'relative', HOME: '/h' })).toEqual(['/h/.cache/lucid-bench/x']);
});
