import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { environments } from '../../datasets/shared/swe-bench/environments.ts';
import { moreEnvironments } from '../../datasets/shared/swe-bench/more-environments.ts';
import { normalForm, pageAddresses, readRows } from '../../datasets/shared/swe-bench/rows.ts';
import { fetchData } from '../../harness/loading/fetch-data.ts';
import { loadEnvironments, loadPatchDataset } from '../../harness/loading/load-dataset.ts';
import { sha256 } from '../../harness/storage/hash.ts';
import { environmentOf } from '../../harness/tasks/patch/environment.ts';
import { instanceLayer, layersOf } from '../../harness/tasks/patch/images/image-layers.ts';
import { LOG_PARSERS } from '../../harness/tasks/patch/logs/log-parsers.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';

const ID = 'swe-bench-verified';

/** Rows in the published form: Lite's twelve fields, and how hard people found it. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    repo: 'django/django',
    instance_id: `django__django-${10000 + index}`,
    base_commit: 'a'.repeat(40),
    patch: 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-1\n+2\n',
    test_patch: 'diff --git a/tests/t.py b/tests/t.py\n--- a/tests/t.py\n+++ b/tests/t.py\n@@ -1 +1 @@\n-1\n+2\n',
    problem_statement: `issue ${index}`,
    hints_text: '',
    created_at: '2020-01-01T00:00:00Z',
    version: index % 2 === 0 ? '2.2' : '3.1',
    FAIL_TO_PASS: '["test_a (t.T)"]',
    PASS_TO_PASS: '["test_b (t.T)"]',
    environment_setup_commit: 'b'.repeat(40),
    difficulty: '<15 min fix',
  }));

const linesOf = (count: number): string =>
  rowsOf(count)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

/** A folder of data with the file in it. */
function dataWith(text: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'swebench-verified'));
  writeFileSync(join(folder, 'swebench-verified', 'swe-bench-verified.jsonl'), text);
  return folder;
}

test('500 rows are loaded; their own sum, whatever the order of rows and fields, is the dataset’s', async () => {
  const dataset = await loadPatchDataset(ID, { environment: { LUCID_BENCH_DATA: dataWith(linesOf(500)) } });
  expect(dataset.problems).toHaveLength(500);
  expect(dataset.sha256).toBe(sha256(normalForm(readRows(linesOf(500), 'x'))));
  const turned = JSON.stringify(rowsOf(500).reverse());
  const again = await loadPatchDataset(ID, { environment: { LUCID_BENCH_DATA: dataWith(turned) } });
  expect(again.sha256).toBe(dataset.sha256);
  const other = linesOf(500).replace('issue 7', 'issue seven');
  const changed = await loadPatchDataset(ID, { environment: { LUCID_BENCH_DATA: dataWith(other) } });
  expect(changed.sha256).not.toBe(dataset.sha256);
});

test('another number of rows, a row without a field, and no file at all are one sentence each', async () => {
  const load = (text: string) => loadPatchDataset(ID, { environment: { LUCID_BENCH_DATA: dataWith(text) } });
  await expect(load(linesOf(300))).rejects.toThrow('expected the 500 instances of SWE-bench Verified, got 300');
  await expect(load(linesOf(500).replace('"version"', '"edition"'))).rejects.toThrow('field version');
  const nowhere = { LUCID_BENCH_DATA: temporaryFolder(), XDG_CACHE_HOME: temporaryFolder() };
  await expect(loadPatchDataset(ID, { environment: nowhere })).rejects.toThrow(
    /expected swe-bench-verified\.jsonl .* run "npm run fetch-data -- swe-bench-verified"/,
  );
});

test('what is fetched is checked by its rows, and said to have no pinned sum', async () => {
  const server = createServer((request, response) => {
    response.end(request.url === '/good' ? linesOf(500) : linesOf(5));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
  const said: string[] = [];
  const options = {
    environment: { XDG_CACHE_HOME: temporaryFolder() },
    report: (line: string) => void said.push(line),
  };
  await expect(fetchData(ID, { ...options, url: at('bad') })).rejects.toThrow('got 5');
  expect(await fetchData(ID, { ...options, url: at('good') })).toMatchObject([{ status: 'downloaded' }]);
  const sum = sha256(normalForm(readRows(linesOf(500), 'x')));
  expect(said.at(-1)).toContain(`sha256 of its rows ${sum}; none is pinned: compare it with another copy`);
  expect(await fetchData(ID, options)).toMatchObject([{ status: 'already-there' }]);
  expect((await loadPatchDataset(ID, options)).problems).toHaveLength(500);
});

test('pages of the dataset server are a hundred rows each', () => {
  const urls = pageAddresses('princeton-nlp/SWE-bench_Verified', 500);
  expect(urls).toHaveLength(5);
  expect(urls[4]).toMatch(/dataset=princeton-nlp%2FSWE-bench_Verified&.*offset=400&length=100$/);
});

test('its environments are those of Lite and of further versions, none twice, and every repository has a parser', async () => {
  const all = await loadEnvironments(ID);
  const pairs = all.flatMap(({ repository, versions }) => versions.map((version) => `${repository} ${version}`));
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(pairs.length).toBeGreaterThan(170);
  for (const pair of [
    'django/django 2.2',
    'matplotlib/matplotlib 3.4',
    'pytest-dev/pytest 5.1',
    'sphinx-doc/sphinx 7.2',
  ])
    expect(pairs).toContain(pair);
  expect(all.slice(0, environments.length)).toEqual(environments);
  for (const { repository, departures = [] } of moreEnvironments) {
    expect(LOG_PARSERS, repository).toHaveProperty([repository]);
    expect(departures.at(-1)).toBe('as in the published table; not built here yet');
  }
});

test('an instance that Lite has, too, is the same image', async () => {
  const { problems } = await loadPatchDataset(ID, { environment: { LUCID_BENCH_DATA: dataWith(linesOf(500)) } });
  const problem = problems.find(({ version }) => version === '3.1');
  if (problem === undefined) throw new Error('no instance of 3.1');
  const imageIn = (all: typeof environments) => {
    const environment = environmentOf(all, 'django/django', '3.1');
    return environment && instanceLayer(layersOf(problem, environment)).name;
  };
  expect(imageIn(await loadEnvironments(ID))).toBe(imageIn(environments));
});

test('preflight takes it, and ends with a sentence where there is no daemon', async () => {
  const environment = { LUCID_BENCH_DATA: dataWith(linesOf(500)), DOCKER_HOST: 'unix:///nowhere.sock' };
  const preflight = await runScript('preflight', ['--dataset', ID, '--limit', '1'], environment);
  expect(preflight).toMatchObject({ code: 2, stderr: expect.stringContaining('no Docker daemon is running here') });
  const unknown = await runScript('preflight', ['--dataset', ID, '--instances', 'django__django-1'], environment);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown task django__django-1 in swe-bench-verified'),
  });
});
