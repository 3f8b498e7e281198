import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { ourImages, removeImages } from '../../../harness/sandbox/docker/prune-images.ts';
import { markedName } from '../../../harness/tasks/patch/images/published-image.ts';
import { readCsv } from '../../../harness/text/read-csv.ts';
import { runScript, temporaryFolder } from '../../fixtures/command.ts';
import { docker } from '../daemon.ts';
import { savedImage, startRegistry } from '../registry.ts';
import { buildPublishedImage, hasRepositoryImages } from './images.ts';
import { problemOf, REPOSITORIES } from './repositories.ts';

const DATASET = 'swe-bench-verified';
const [repository] = REPOSITORIES;
if (repository === undefined) throw new Error('no repository');
const { task, hiddenTests, canonical } = problemOf(repository);
const ID = `pallets__flask-${100_000 + process.pid}`;

/** A file in the form of SWE-bench Verified: the small repository as its first instance. */
function writeDataset(): string {
  const data = temporaryFolder();
  mkdirSync(join(data, DATASET));
  const rows = Array.from({ length: 500 }, (_, number) => ({
    repo: 'pallets/flask',
    instance_id: number === 0 ? ID : `pallets__flask-${number}`,
    base_commit: task.baseCommit,
    patch: canonical,
    test_patch: hiddenTests.testPatch,
    problem_statement: 'an issue',
    ...{ hints_text: '', created_at: '', version: '2.0', environment_setup_commit: task.baseCommit },
    FAIL_TO_PASS: JSON.stringify(hiddenTests.failToPass),
    PASS_TO_PASS: JSON.stringify(hiddenTests.passToPass),
  }));
  writeFileSync(join(data, DATASET, `${DATASET}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return data;
}

const isReady = await hasRepositoryImages('published images from a registry, end to end', [repository]);

describe.runIf(isReady)('published images', { timeout: 900_000 }, () => {
  const environment = { LUCID_BENCH_DATA: writeDataset(), XDG_CACHE_HOME: temporaryFolder() };
  const folder = temporaryFolder();
  const out = join(folder, 'table');
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  const source = () => ['--published', '--registry', registry.host];
  const instances = ['--instances', ID];
  // So much that nothing else on this daemon is removed for it.
  const bound = ['--disk-gb', '100000'];
  const rowOf = async () => {
    const { code } = await runScript('instance-table', [DATASET, '--out', out], environment);
    expect(code).toBe(0);
    return readCsv(readFileSync(join(out, 'instances.csv'), 'utf8'))?.find((row) => row.instance_id === ID);
  };

  beforeAll(async () => {
    const tag = `lucid-bench/test-published:${process.pid}`;
    await buildPublishedImage(repository, tag);
    const name = `swebench/sweb.eval.x86_64.${ID.replace('__', '_1776_')}`;
    registry = await startRegistry(new Map([[name, savedImage(tag)]]));
    docker('rmi', tag);
    writeFileSync(
      join(folder, 'preds.jsonl'),
      `${JSON.stringify({ instance_id: ID, model_name_or_path: 'gold', model_patch: canonical })}\n`,
    );
  }, 300_000);
  afterAll(async () => {
    registry.close();
    const { images } = connectDocker();
    const ours = ourImages(await images.list(), true).filter(({ names }) => names.includes(markedName(ID)));
    await removeImages(images, ours);
  });

  test.each([
    [401, 'the registry refuses to give the image (log in with docker login, or name another one with --registry)'],
    [404, 'the registry has no such image'],
  ] as const)(
    'a registry that answers %i leaves the instance without an image, in one sentence',
    async (how, sentence) => {
      registry.refuse(how);
      const { code, stdout, stderr } = await runScript(
        'build-images',
        [DATASET, ...instances, ...source()],
        environment,
      );
      expect(code).toBe(0);
      expect(stdout).toContain(`image-missing: ${sentence}`);
      expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m);
      expect(await rowOf()).toMatchObject({ sound: 'false', cause: 'not-pulled', image: '' });
    },
  );

  test('a prediction is ungraded while the registry refuses, and the same command again grades it', async () => {
    const graded = join(folder, 'graded.jsonl');
    const grade = () => {
      const predictions = ['--predictions', join(folder, 'preds.jsonl'), '--out', graded];
      return runScript('grade', ['--dataset', DATASET, ...predictions, ...source(), ...bound], environment);
    };
    registry.refuse(403);
    const refused = await grade();
    expect(refused.stderr).not.toMatch(/^\s+at /m);
    expect(JSON.parse(readFileSync(graded, 'utf8'))).toMatchObject({ outcome: 'ungraded', reason: 'image-missing' });
    expect(`${refused.stdout}${refused.stderr}`).toContain(`${ID}: not graded: image-missing: the registry refuses`);
    registry.refuse();
    const { code, stderr } = await grade();
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(0);
    expect(registry.given(), 'every layer came from the registry').toBeGreaterThan(1);
    expect(JSON.parse(readFileSync(graded, 'utf8'))).toMatchObject({ outcome: 'solved', applied_by: 'git-apply' });
  });

  test('preflight finds the pulled image sound, with its row in the table of instances', async () => {
    const before = registry.given();
    const { code, stdout } = await runScript('preflight', ['--dataset', DATASET, ...instances], environment);
    expect(stdout).toContain('1 of 1 instances sound, over 1 repositories');
    expect(code).toBe(0);
    expect(registry.given()).toBe(before);
    expect(await rowOf()).toMatchObject({ origin: 'published', gold: 'solved', sound: 'true', cause: '' });
  });
});
