import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withKindDefaults } from '../../../harness/kinds/kind-defaults.ts';
import { forReplay } from '../../../harness/models/recorded/replay.ts';
import { record } from '../../../harness/recording/record.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';
import { type BenchOutcome, benchDefaults, quietParts, runBench } from '../../fixtures/bench.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { startPatchServer } from '../../fixtures/patch-server.ts';
import { lines } from '../../fixtures/patch-study.ts';
import { hasRepositoryImages } from './images.ts';
import { CALC, checkOut, diffTo, GOLD, problemOf, REPOSITORIES } from './repositories.ts';

const timeout = 600_000;
const repositories = REPOSITORIES.slice(0, 2);
const notGiven = (): boolean => false;

/** Two of the small repositories as a dataset of a folder, and copies of them. */
function makeDataset() {
  const folder = temporaryFolder();
  const [datasets, mirrors] = [join(folder, 'datasets'), join(folder, 'mirrors')];
  mkdirSync(datasets);
  const problems = repositories.map((repository): PatchProblem => {
    checkOut(repository, join(mirrors, repository.environment.repository.replace('/', '__')));
    const problem = problemOf(repository);
    return { ...problem, task: { ...problem.task, prompt: `add and negate are wrong in ${repository.style}.` } };
  });
  const environments = repositories.map(({ environment }) => environment);
  const text = [
    `const [problems, environments] = ${JSON.stringify([problems, environments])};`,
    "export default { kind: 'patch', environments, title: 'Small', source: 'a test', async load() { return { sha256: 'small', problems }; } };",
  ];
  writeFileSync(join(datasets, 'small.ts'), `${text.join('\n')}\n`);
  return { datasets, mirrors, problems };
}

describe.runIf(await hasRepositoryImages('a recording of patches', repositories))('recorded in containers', () => {
  const { datasets, mirrors, problems } = makeDataset();
  const environment = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
  const work = temporaryFolder();
  const run = join(work, 'run');
  let path: string;

  const dockerHost = process.env.DOCKER_HOST;
  afterEach(() => {
    if (dockerHost === undefined) delete process.env.DOCKER_HOST;
    else process.env.DOCKER_HOST = dockerHost;
  });

  beforeAll(async () => {
    // The second breaks a test that a loop sees, and mends it when it is told.
    const server = await startPatchServer(problems, ({ task, canonical }) => {
      const [first, second] = repositories;
      if (first === undefined || second === undefined) throw new Error('two repositories');
      const broken = diffTo(second, { 'calc.py': CALC.replace('2 * a', '3 * a') });
      const mended = diffTo(second, { 'calc.py': GOLD });
      return task.id.includes(first.style) ? { first: canonical, mended: canonical } : { first: broken, mended };
    });
    const study = { dataset: 'small', conditions: ['baseline', 'lucid-public'], k: [1], limit: undefined };
    const options = { ...benchDefaults, ...study, context: 'gold-files', mirrors, cache: join(work, 'cache') };
    const model = `openai-compatible:tiny@${server.url}`;
    const { written } = await record(
      { study: 'tiny', into: join(work, 'recorded'), evidence: 'none' },
      { ...options, model, out: run },
      notGiven,
      { ...quietParts(), datasetsFolder: datasets, environment },
    );
    await server.close();
    path = written.path;
  }, timeout);

  async function replay(): Promise<BenchOutcome> {
    const options = { ...benchDefaults, model: `recorded:${path}`, cache: temporaryFolder() };
    const asked = await withKindDefaults(await forReplay(options, notGiven), notGiven, datasets);
    const fresh = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
    return runBench('', asked, { datasetsFolder: datasets, environment: fresh });
  }
  const text = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

  test('replays in its images: evaluated again, the same bytes, drift 0', { timeout }, async () => {
    const again = await replay();
    expect(again.error).toBeUndefined();
    expect(again.said).toContain('preflight: 2 of 2 instances sound');
    for (const name of ['grades.jsonl', 'trajectories.jsonl', 'cells.csv'])
      expect(text(again.folder, name), name).toBe(text(run, name));
    expect(text(again.folder, 'tables.md')).toMatch(/drift: 0 of \d+ steps/);
    expect(text(again.folder, 'tables.md')).not.toContain('recorded logs');
  });

  test('replays without Docker: the logs have the same grades, bound to the same evaluations', {
    timeout,
  }, async () => {
    process.env.DOCKER_HOST = 'unix:///nowhere/docker.sock';
    const bare = await replay();
    expect(bare.error).toBeUndefined();
    expect(text(bare.folder, 'cells.csv')).toBe(text(run, 'cells.csv'));
    expect(text(bare.folder, 'trajectories.jsonl')).toBe(text(run, 'trajectories.jsonl'));
    const [here, then] = [lines<object>(bare.folder, 'grades.jsonl'), lines<object>(run, 'grades.jsonl')];
    // No image is here, and each grade says that it is of a recorded log.
    expect(here).toEqual(then.map((grade) => ({ ...grade, imageDigest: undefined, ofRecordedLog: true })));
    expect(text(bare.folder, 'tables.md')).toContain(`${here.length} of ${here.length} steps are graded by the log`);
  });
});
