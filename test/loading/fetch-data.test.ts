import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type FetchOptions, fetchData } from '../../harness/loading/fetch-data.ts';
import { sha256 } from '../../harness/storage/hash.ts';

const door = new URL('../../harness/dataset.ts', import.meta.url).href;
const content = `${JSON.stringify({ row: 'x'.repeat(3_000) })}\n`;
const compressed = gzipSync(content);

const closing = new Map<string, Server>();

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.set(url, server);
  return url;
}

/** A dataset whose official address is `url`, and an empty cache. */
async function setUp(url: string) {
  const root = await mkdtemp(join(tmpdir(), 'fetch-'));
  const folder = join(root, 'datasets');
  await mkdir(folder);
  const definition = { title: 'T', source: 'S', downloads: [{ name: 'rows.jsonl', url, sha256: sha256(content) }] };
  await writeFile(
    join(folder, 'rows.ts'),
    `import { defineDataset } from ${JSON.stringify(door)};\nexport default defineDataset({ ...${JSON.stringify(definition)}, async load() { throw new Error('not loaded here'); } });\n`,
  );
  const reports: string[] = [];
  const cache = join(root, 'cache', 'lucid-bench', 'rows');
  const options: FetchOptions & { environment: Record<string, string> } = {
    environment: { XDG_CACHE_HOME: join(root, 'cache') },
    folder,
    // A busy machine is slow, not silent; the cases of silence wait for half a second.
    idleMs: 30_000,
    report: (line) => reports.push(line),
  };
  return { root, cache, options, reports };
}

/** What stands in a folder; nothing when there is no such folder. */
const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

test('a good file is checked, stored uncompressed in the cache, and not downloaded again', async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests++;
    response.end(compressed);
  });
  const { cache, options, reports } = await setUp(`${url}/rows.jsonl.gz`);
  const path = join(cache, 'rows.jsonl');
  expect(await fetchData('rows', options)).toEqual([{ name: 'rows.jsonl', path, status: 'downloaded' }]);
  expect(await readFile(path, 'utf8')).toBe(content);
  expect(await filesIn(cache)).toEqual(['rows.jsonl']);
  expect(reports[0]).toBe(`rows: downloading ${url}/rows.jsonl.gz`);
  expect(await fetchData('rows', options)).toEqual([{ name: 'rows.jsonl', path, status: 'already-there' }]);
  expect(requests).toBe(1);
});

test('redirects are followed, as the official address needs', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/moved') response.end(compressed);
    else response.writeHead(302, { location: '/moved' }).end();
  });
  const { options } = await setUp(`${url}/rows.jsonl.gz`);
  expect(await fetchData('rows', options)).toMatchObject([{ status: 'downloaded' }]);
});

test.each<[string, RequestListener, RegExp]>([
  ['a missing file', (_, response) => response.writeHead(404).end('no'), /the server answered 404/],
  [
    'a wrong file',
    (_, response) => response.end('other'),
    /wrong content: expected sha256 [0-9a-f]{64}, got [0-9a-f]{64}/,
  ],
  ['half a gzip', (_, response) => response.end(compressed.subarray(0, 40)), /not a complete gzip file/],
  [
    'a connection that breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-length': compressed.length }).write(compressed.subarray(0, 40));
      setTimeout(() => response.destroy(), 50);
    },
    /terminated/,
  ],
  ['a server that never answers', () => undefined, /no byte for 0\.5 s/],
  [
    'a server that stops in the middle',
    (_, response) => response.writeHead(200).write(compressed.subarray(0, 40)),
    /no byte for 0\.5 s/,
  ],
])('%s is one clear error and leaves nothing behind', async (_name, listener, reason) => {
  const { cache, options } = await setUp(`${await serve(listener)}/rows.jsonl.gz`);
  const isSilent = reason.source.startsWith('no byte');
  const failure = fetchData('rows', isSilent ? { ...options, idleMs: 500 } : options);
  await expect(failure).rejects.toMatchObject({ name: 'UsageError', message: expect.stringMatching(reason) });
  await expect(failure).rejects.toThrow(/By hand: download .*rows\.jsonl\.gz and put it into .*LUCID_BENCH_DATA/);
  expect(await filesIn(cache)).toEqual([]);
});

test('offline, the error says what was tried and why it failed', async () => {
  const url = await serve(() => undefined);
  await new Promise((resolve) => closing.get(url)?.close(resolve));
  const { options } = await setUp(`${url}/rows.jsonl.gz`);
  await expect(fetchData('rows', options)).rejects.toThrow(
    new RegExp(`tried ${url}/rows\\.jsonl\\.gz: fetch failed \\(.*ECONNREFUSED`),
  );
});

test('another address is used when given, under the same sum', async () => {
  const mirror = await serve((_, response) => response.end(content));
  const { options } = await setUp('http://127.0.0.1:9/rows.jsonl.gz');
  expect(await fetchData('rows', { ...options, url: mirror })).toMatchObject([{ status: 'downloaded' }]);
  await expect(fetchData('kata', { environment: {}, report: () => undefined, url: mirror })).rejects.toThrow('has 0');
});

test('LUCID_BENCH_DATA is looked at first; a wrong file there is an error, a wrong one in the cache is replaced', async () => {
  const url = await serve((_, response) => response.end(compressed));
  const { root, cache, options, reports } = await setUp(url);
  const given = join(root, 'given', 'rows');
  await mkdir(given, { recursive: true });
  await mkdir(cache, { recursive: true });
  const environment = { ...options.environment, LUCID_BENCH_DATA: join(root, 'given') };

  await writeFile(join(cache, 'rows.jsonl.gz'), 'torn');
  expect(await fetchData('rows', { ...options, environment })).toMatchObject([{ status: 'downloaded' }]);
  expect(reports[0]).toMatch(/is not the pinned file .*; it is replaced/);
  expect(await filesIn(cache)).toEqual(['rows.jsonl']);

  await writeFile(join(given, 'rows.jsonl'), 'mine');
  await expect(fetchData('rows', { ...options, environment })).rejects.toThrow(/remove it from LUCID_BENCH_DATA/);
  await writeFile(join(given, 'rows.jsonl'), content);
  expect(await fetchData('rows', { ...options, environment })).toMatchObject([{ path: join(given, 'rows.jsonl') }]);
});

test('an embedded dataset has nothing to fetch', async () => {
  expect(await fetchData('kata', { environment: {}, report: () => undefined })).toEqual([]);
});

test('the script prints one sentence: exit code 0 when all is there, 2 for what the user can mend', () => {
  const run = (...flags: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/fetch-data.ts', ...flags], { encoding: 'utf8' });
  expect(run('kata')).toMatchObject({
    status: 0,
    stdout: 'dataset kata is part of the repository: nothing to fetch\n',
  });
  expect(run('nope')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^error: unknown dataset "nope"; known: .*\n$/),
  });
});
