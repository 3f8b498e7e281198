import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openResponseStore } from '../../harness/models/stored/response-store.ts';
import { RECORD_FILES, writeBundle } from '../../harness/records/bundle.ts';
import { regenerate } from '../../harness/run/regenerate.ts';
import { packArchive, unpackArchive } from '../../harness/storage/archive.ts';
import { runBench } from '../fixtures/bench.ts';
import { comparableFiles, ROOT, temporaryFolder, withoutNetwork } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';

const timeout = 300_000;
const arms = ['baseline', 'self-refine', 'lucid', 'lucid-public', 'resample-public'];
const several = { conditions: arms, k: [1, 2], modelSeed: 7, price: { inputUsd: 1, outputUsd: 10 } };
const quiet = { environment: process.env, say: () => undefined };
const openStore = (path: string) => openResponseStore(path, () => new Date());
const cacheOf = (folder: string): string => join(folder, '..', 'cache');

describe('a bundle', () => {
  test('made in one place regenerates the run and its tables in another, byte for byte, without a network', {
    timeout,
  }, async () => {
    const server = await startKataServer();
    const { folder } = await runBench(server.url, several);
    await server.close();
    const file = join(temporaryFolder(), 'study.bundle.tar.gz');
    const { sha256 } = await writeBundle(folder, openStore(cacheOf(folder)), file);
    expect((await writeBundle(folder, openStore(cacheOf(folder)), file)).sha256).toBe(sha256);
    const out = join(temporaryFolder(), 'again');
    const bench = [process.execPath, '--import', 'tsx', 'scripts/bench.ts', '--from', file, '--sandbox', 'process'];
    const isolated = withoutNetwork();
    const result = spawnSync(isolated[0] ?? 'env', [...isolated.slice(1), ...bench, '--out', out], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(result.stderr).toContain('as in the bundle, byte for byte');
    expect(result.status).toBe(0);
    expect(comparableFiles(out)).toEqual(comparableFiles(folder));
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const graded = spawnSync(
      isolated[0] ?? 'env',
      [...isolated.slice(1), ...bench, '--out', `${out}-graded`, '--regrade'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    expect(graded.stderr).toMatch(/graded again: \d+ steps, 0 verdicts differ/);
    expect(graded.status).toBe(0);
    expect(comparableFiles(`${out}-graded`)['tables.md']).toBe(comparableFiles(folder)['tables.md']);
  });

  test('with one byte altered fails its checksum and writes nothing', { timeout }, async () => {
    const server = await startKataServer();
    const { folder } = await runBench(server.url);
    await server.close();
    const file = join(temporaryFolder(), 'study.bundle.tar.gz');
    await writeBundle(folder, openStore(cacheOf(folder)), file);
    const packed = readFileSync(file);
    const out = join(temporaryFolder(), 'again');
    for (let at = 0; at < packed.length; at += 97) {
      const altered = Buffer.from(packed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      writeFileSync(file, altered);
      await expect(regenerate({ from: file, out, sandbox: 'process', maxSandboxes: 1 }, quiet)).rejects.toThrow(
        /altered.*checksum/,
      );
    }
    expect(existsSync(out)).toBe(false);
  });

  test('that says what no run says is refused by field, and leaves nothing behind', { timeout }, async () => {
    const server = await startKataServer();
    const { folder } = await runBench(server.url);
    await server.close();
    const file = join(temporaryFolder(), 'study.bundle.tar.gz');
    await writeBundle(folder, openStore(cacheOf(folder)), file);
    const names = [...RECORD_FILES, 'calls.jsonl', 'TABLES.sha256'];
    const files = new Map(await unpackArchive(file, new Set(names)));
    const altered = async (name: string, change: (text: string) => string): Promise<string> => {
      const text = change(String(files.get(name)));
      writeFileSync(file, packArchive('lucid-bench', new Map([...files, [name, Buffer.from(text)]])));
      const [parent, out] = [temporaryFolder(), 'again'];
      const options = { from: file, out: join(parent, out), sandbox: 'process', maxSandboxes: 1 } as const;
      const error = await regenerate(options, quiet).then(
        () => 'it was taken',
        ({ message }: Error) => message,
      );
      expect(readdirSync(parent)).toEqual([]);
      return error;
    };
    const manifest = (change: object) => (text: string) => {
      const { identity, ...rest } = JSON.parse(text) as { identity: object };
      return JSON.stringify({ ...rest, identity: { ...identity, ...change } });
    };
    expect(await altered('manifest.json', manifest({ k: [1e9] }))).toMatch(
      /manifest\.json: field identity\.k\.0: .*<=100/,
    );
    expect(await altered('manifest.json', manifest({ model: '\u001b[2J' }))).toMatch(
      /field identity\.model: expected printable/,
    );
    expect(await altered('manifest.json', manifest({ seed: 2 }))).toMatch(
      /field identitySha256: expected [0-9a-f]{64}, got/,
    );
    expect(await altered('trajectories.jsonl', (text) => text.replaceAll('"index":0', '"index":1e9'))).toMatch(
      /trajectories\.jsonl:1: field steps\.0\.index: .*<=100/,
    );
    expect(await altered('grades.jsonl', (text) => text.replaceAll('"sample":0', '"sample":"0"'))).toMatch(
      /grades\.jsonl:1: field sample/,
    );
    expect(await altered('TABLES.sha256', (text) => `${text}${'0'.repeat(64)}  ../../x\n`)).toMatch(
      /TABLES\.sha256:\d+: expected a sha256/,
    );
  });

  test('is not made of a run whose answers are gone', { timeout }, async () => {
    const server = await startKataServer();
    const { folder } = await runBench(server.url);
    await server.close();
    rmSync(cacheOf(folder), { recursive: true });
    const file = join(temporaryFolder(), 'study.bundle.tar.gz');
    await expect(writeBundle(folder, openStore(cacheOf(folder)), file)).rejects.toThrow(/2 of the run's 2 answers/);
  });
});
