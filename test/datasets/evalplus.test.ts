import { mkdir, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { dataFolders, readDataFile } from '../../harness/loading/data-files.ts';
import { fetchData } from '../../harness/loading/fetch-data.ts';
import { loadDataset, loadDefinition } from '../../harness/loading/load-dataset.ts';
import type { Dataset } from '../../harness/types/task.ts';

const { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME } = process.env;

/** The real dataset where its file and its computed answers are there; computing them takes too long for a test. */
async function loadStored(id: string): Promise<Dataset | undefined> {
  const openSandbox = () => {
    throw new UsageError(`its expected answers are not computed yet; run "npm run preflight -- --dataset ${id}" once`);
  };
  try {
    return await loadDataset(id, { environment: { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME }, openSandbox });
  } catch (error) {
    console.warn(`NOT TESTED: loading the real ${id} (${(error as Error).message})`);
    return undefined;
  }
}

const humanEvalPlus = await loadStored('humaneval-plus');
const mbppPlus = await loadStored('mbpp-plus');

/** How many cases a suite has, by its table's text. */
const cases = (dataset: Dataset): number =>
  dataset.problems.reduce((sum, { hiddenTests }) => sum + hiddenTests.source.split('["l", ["l"').length - 1, 0);

test.runIf(humanEvalPlus)(
  'HumanEval+ has 164 problems, with a case for every input and one with a rule of its own',
  () => {
    if (humanEvalPlus === undefined) return;
    expect(humanEvalPlus.problems).toHaveLength(164);
    expect(cases(humanEvalPlus)).toBeGreaterThanOrEqual(124_253);
    const special = humanEvalPlus.problems.filter(
      ({ hiddenTests }) => !/^check_cases\(agrees, /m.test(hiddenTests.source),
    );
    expect(special.map(({ task }) => task.id)).toEqual(['HumanEval/32']);
    for (const { task, canonical } of humanEvalPlus.problems) {
      expect(canonical).toMatch(new RegExp(`^def ${task.entryPoint}\\(`));
      expect(task.prompt).not.toContain('check_cases');
    }
  },
);

test.runIf(mbppPlus)('MBPP+ has 378 problems, each with the assertion of its prompt as public test', () => {
  if (mbppPlus === undefined) return;
  expect(mbppPlus.problems).toHaveLength(378);
  expect(cases(mbppPlus)).toBeGreaterThanOrEqual(41_014);
  for (const { task, canonical } of mbppPlus.problems) {
    expect(task.publicTests.source.match(/^assert /gm), task.id).toHaveLength(1);
    expect(task.publicTests.source).toContain(task.entryPoint);
    expect(canonical).toMatch(new RegExp(`def ${task.entryPoint}\\b`));
  }
  const special = mbppPlus.problems.filter(({ hiddenTests }) => !/^check_cases\(agrees, /m.test(hiddenTests.source));
  expect(special.map(({ task }) => task.id.slice(5)).join(' ')).toBe('2 7 111 140 232 558 579 581 737 769 787 794');
});

test.each([
  ['humaneval-plus', 'humanevalplus', 'HumanEvalPlus.jsonl'],
  ['mbpp-plus', 'mbpp', 'MbppPlus.jsonl'],
])('%s is looked for under its id, then in the folder %s, then in the cache', async (id, folder, name) => {
  const [file] = (await loadDefinition(id)).downloads ?? [];
  expect(file).toMatchObject({ name, folder, url: expect.stringMatching(/^https:\/\/github\.com\/evalplus\//) });
  const environment = { LUCID_BENCH_DATA: '/d', XDG_CACHE_HOME: '/c' };
  expect(dataFolders(id, environment, file)).toEqual([`/d/${id}`, `/d/${folder}`, `/c/lucid-bench/${id}`]);
  if (file === undefined || LUCID_BENCH_DATA === undefined) {
    console.warn(`NOT TESTED: the real ${name} in the folder ${folder} (LUCID_BENCH_DATA is not set)`);
    return;
  }
  expect((await readDataFile(id, file, { LUCID_BENCH_DATA, XDG_CACHE_HOME: '/c' })).length).toBeGreaterThan(2_000_000);
});

test('fetch-data refuses another file than the pinned one and takes the right one from a mirror', async () => {
  const root = await mkdtemp(join(tmpdir(), 'evalplus-'));
  await mkdir(join(root, 'given'));
  const environment = { LUCID_BENCH_DATA: join(root, 'given'), XDG_CACHE_HOME: join(root, 'cache') };
  const [file] = (await loadDefinition('mbpp-plus')).downloads ?? [];
  const real = file && (await readDataFile('mbpp-plus', file, { LUCID_BENCH_DATA, HOME }).catch(() => undefined));
  if (real === undefined) console.warn('NOT TESTED: fetching the real MbppPlus.jsonl (it is not here to be served)');
  let body = gzipSync('{}');
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/MbppPlus.jsonl.gz`;
  const options = { environment, url, report: () => undefined };
  await expect(fetchData('mbpp-plus', options)).rejects.toThrow(/wrong content: expected sha256 b54e7627/);
  if (real === undefined) return;
  body = gzipSync(real);
  const path = join(root, 'cache', 'lucid-bench', 'mbpp-plus', 'MbppPlus.jsonl');
  expect(await fetchData('mbpp-plus', options)).toEqual([{ name: 'MbppPlus.jsonl', path, status: 'downloaded' }]);
});
