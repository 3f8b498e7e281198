import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../../harness/errors.ts';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { readEarlierRows } from '../../../harness/tasks/patch/commands/earlier-table.ts';
import { readInstanceRows } from '../../../harness/tasks/patch/commands/instance-rows.ts';
import {
  causesOf,
  countsOf,
  instanceCsv,
  instanceMarkdown,
  measuringDays,
} from '../../../harness/tasks/patch/commands/instance-table.ts';
import { WORKSPACE_LIMITS } from '../../../harness/tasks/patch/evaluation/container.ts';
import { evaluationSha256, TEST_TIMEOUT_MS } from '../../../harness/tasks/patch/evaluation/evaluate.ts';
import { forgetAttempt, keepAttempt } from '../../../harness/tasks/patch/images/attempts.ts';
import { logPathOf } from '../../../harness/tasks/patch/images/build-layer.ts';
import { instanceLayer, layersOf } from '../../../harness/tasks/patch/images/image-layers.ts';
import type { Mirror } from '../../../harness/tasks/patch/repository/mirror.ts';
import { UNSOUND_CAUSES, type UnsoundCause } from '../../../harness/tasks/patch/unsound-causes.ts';
import { readCsv } from '../../../harness/text/read-csv.ts';
import type { EnvironmentSpecification } from '../../../harness/types/environment-specification.ts';
import type { KnownDefect, PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const problem: PatchProblem = {
  task: { kind: 'patch', id: 'owner__project-1', prompt: '', repository: 'owner/project', baseCommit: 'a'.repeat(40) },
  hiddenTests: { testPatch: '', failToPass: ['test_a'], passToPass: [] },
  canonical: 'diff',
  version: '1.0',
  environmentCommit: 'b'.repeat(40),
  hints: '',
  createdAt: '',
};
const environment: EnvironmentSpecification = {
  repository: 'owner/project',
  versions: ['1.0'],
  python: '3.9',
  packages: 'pytest==7.4.0',
  install: 'true',
  testCommand: 'true',
};
const recipe = instanceLayer(layersOf(problem, environment)).name;

const COLUMNS = 'instance_id,repository,version,python,image,image_digest,origin,gold,empty,gold_seconds,sound,why_not';
const SOUND = `owner__project-1,owner/project,1.0,3.9.18,${recipe},sha256:earlier,built,solved,unsolved (tests-failed),41.5,true,`;

/** A folder with a table of an earlier day. */
function tableOf(row: string, columns = COLUMNS): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'instances.csv'), `${columns}\n${row}\n`);
  writeFileSync(join(folder, 'manifest.json'), '{"date":"2026-01-02T03:04:05.000Z"}');
  return folder;
}

interface Here {
  readonly images?: Readonly<Record<string, number>>;
  readonly evaluations?: string;
  readonly packages?: string;
  readonly testCommand?: string;
  readonly buildLogs?: string;
  readonly versions?: readonly string[];
  readonly mirrorOf?: (repository: string) => Mirror;
  readonly knownDefects?: readonly KnownDefect[];
}

const wholeMirror = (repository: string): Mirror => ({
  repository,
  path: '',
  check: async () => undefined,
  listFiles: async () => ['file'],
  readFiles: async () => new Map(),
});

const rowsOf = (
  folder: string,
  {
    images = {},
    evaluations = '/nowhere',
    buildLogs = '/nowhere',
    mirrorOf = wholeMirror,
    knownDefects = [],
    ...other
  }: Here = {},
) =>
  readInstanceRows([problem], {
    engine: {
      ...connectDocker(),
      image: async (name) => {
        const sizeBytes = images[name];
        return sizeBytes === undefined ? undefined : { id: 'sha256:here', labels: {}, sizeBytes };
      },
    },
    environments: [{ ...environment, ...other }],
    knownDefects,
    evaluations,
    rules: '5',
    timeoutMs: TEST_TIMEOUT_MS,
    buildLogs,
    sizes: new Map(images[recipe] === undefined ? [] : [[recipe, 10_000_000]]),
    earlier: readEarlierRows(folder),
    mirrorOf,
  });

/** The instance evaluated here: the folder that preflight leaves. */
function evaluatedHere(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'evaluations'));
  for (const [patch, outcome] of [
    [problem.canonical, { status: 'solved' }],
    ['', { status: 'unsolved', reason: 'tests-failed' }],
  ] as const) {
    const settings = {
      rules: '5',
      timeoutMs: TEST_TIMEOUT_MS,
      limits: WORKSPACE_LIMITS,
      imageDigest: 'sha256:here',
    } as const;
    const sha256 = evaluationSha256(patch, problem, environment, settings);
    const grade = { outcome, failToPass: [{ test: 'test_a', decision: 'passed' }], passToPass: [] };
    const image = { name: recipe, digest: 'sha256:here', origin: 'built' };
    const facts = { version: 1, evaluationSha256: sha256, instanceId: problem.task.id, image };
    const record = { ...facts, seconds: 7, grade, appliedBy: 'git-apply' };
    writeFileSync(join(folder, 'evaluations', `${sha256}.json`), JSON.stringify(record));
  }
  return folder;
}

test('what was measured earlier in an image of the same recipe stays, as it stood and with its day', async () => {
  const rows = await rowsOf(tableOf(SOUND));
  expect(readCsv(instanceCsv(rows))).toMatchObject([
    { image_digest: 'sha256:earlier', gold: 'solved', gold_seconds: '41.5', sound: 'true', measured: '2026-01-02' },
  ]);
  expect(countsOf(rows)).toEqual([{ repository: 'owner/project', instances: 1, images: 1, evaluated: 1, sound: 1 }]);
  expect(measuringDays(rows)).toEqual({ '2026-01-02': 1 });
  expect(instanceMarkdown('Table', rows, 'disk: unknown')).toMatch(/owner__project-1 .*earlier.* 42 .*2026-01-02/);
});

test('a gold patch that is known to flip makes no instance sound, evaluated here or earlier', async () => {
  const knownDefects = [{ taskId: problem.task.id, note: 'fails with seed 3', flips: true }] as const;
  const earlier = await rowsOf(tableOf(SOUND), { knownDefects });
  const here = await rowsOf(temporaryFolder(), {
    knownDefects,
    images: { [recipe]: 1 },
    evaluations: evaluatedHere(),
  });
  for (const rows of [earlier, here]) {
    expect(readCsv(instanceCsv(rows))).toMatchObject([
      { gold: 'solved', sound: 'false', cause: 'flips', why_not: 'defect of the dataset: fails with seed 3' },
    ]);
    expect(countsOf(rows)).toMatchObject([{ evaluated: 1, sound: 0 }]);
  }
});

test('its day stays through any number of tables', async () => {
  const folder = tableOf(SOUND);
  writeFileSync(join(folder, 'instances.csv'), instanceCsv(await rowsOf(folder)));
  writeFileSync(join(folder, 'manifest.json'), '{"date":"2027-01-01T00:00:00.000Z"}');
  expect(measuringDays(await rowsOf(folder))).toEqual({ '2026-01-02': 1 });
});

test.each([
  ['of another recipe', SOUND, { packages: 'pytest==8.0.0' }],
  ['that was built and not evaluated', SOUND.replace('solved,unsolved (tests-failed)', ','), {}],
])('a row %s does not stay', async (_, row, here) => {
  const rows = await rowsOf(tableOf(row), here);
  expect(countsOf(rows)).toMatchObject([{ images: 0, evaluated: 0, sound: 0 }]);
});

test('what was evaluated here comes before it; an image that was only built does not', async () => {
  const images = { [recipe]: 310_000_000 };
  const folder = tableOf(SOUND);
  const [here] = readCsv(instanceCsv(await rowsOf(folder, { images, evaluations: evaluatedHere() }))) ?? [];
  const today = new Date().toISOString().slice(0, 10);
  expect(here).toMatchObject({ image_digest: 'sha256:here', gold_seconds: '7', own_mb: '10', measured: today });
  expect(readCsv(instanceCsv(await rowsOf(folder, { images })))).toMatchObject([{ image_digest: 'sha256:earlier' }]);
});

test('a row of another evaluation of the same image does not stay: other tests, other rules, another time limit', async () => {
  const images = { [recipe]: 310_000_000 };
  const folder = tableOf(SOUND);
  writeFileSync(
    join(folder, 'instances.csv'),
    instanceCsv(await rowsOf(folder, { images, evaluations: evaluatedHere() })),
  );
  expect(countsOf(await rowsOf(folder))).toMatchObject([{ evaluated: 1, sound: 1 }]);
  expect(countsOf(await rowsOf(folder, { testCommand: 'pytest -rA -x' }))).toMatchObject([{ evaluated: 0, sound: 0 }]);
});

test.each([
  [3, 'E: nothing like that\n', 'instance-failed', 'the build failed: E: nothing like that'],
  [
    2,
    'ERROR: No matching distribution found for x\n',
    'environment-failed',
    'the build failed in the environment layer:',
  ],
  [1, 'no Python 3.9 in /nowhere\n', 'interpreter-failed', 'in the interpreter layer: no Python 3.9 in /nowhere'],
  [0, 'E: no mirror\n', 'base-failed', 'the build failed in the base layer: E: no mirror'],
  [3, 'error: a warning\nSuccessfully built 0123\nSuccessfully tagged x\n', 'not-made', 'not built yet'],
  [2, 'Successfully built 0123\n', 'not-made', 'not built yet'],
])('the log of the highest layer (%i) says at which step a build failed', async (index, text, cause, why) => {
  const buildLogs = temporaryFolder();
  const layer = layersOf(problem, environment)[index];
  if (layer !== undefined) writeFileSync(logPathOf(buildLogs, layer), text);
  const rows = await rowsOf(temporaryFolder(), { buildLogs });
  expect(rows[0]?.obstacle).toMatchObject({ cause, why: expect.stringContaining(why) });
  expect(causesOf(rows)).toEqual({ [cause]: 1 });
  expect(readCsv(instanceCsv(rows))).toMatchObject([{ sound: 'false', cause }]);
  expect(instanceMarkdown('Table', rows, '')).toContain(UNSOUND_CAUSES[cause as UnsoundCause]);
});

test.each([
  ['not-pulled', 'the registry does not answer: EOF', recipe, 'not-pulled'],
  ['disk-too-small', 'its images take 9 GB, and 1 GB are allowed', recipe, 'disk-too-small'],
  ['docker-lost', 'the Docker daemon does not answer', recipe, 'docker-lost'],
  ['not-pulled', 'of a recipe that was another one then', 'another', 'not-made'],
  ['interpreter-failed', 'its log is gone: it was mended', recipe, 'not-made'],
] as const)('an attempt that left no log is remembered with its cause (%s)', async (cause, why, image, shown) => {
  const buildLogs = temporaryFolder();
  await keepAttempt(buildLogs, problem.task.id, image, { cause, why });
  const obstacleNow = async () => (await rowsOf(temporaryFolder(), { buildLogs }))[0]?.obstacle;
  expect(await obstacleNow()).toEqual({ cause: shown, why: shown === cause ? why : 'not built yet' });
  await forgetAttempt(buildLogs, problem.task.id);
  expect(await obstacleNow()).toMatchObject({ cause: 'not-made' });
});

test('without a copy of the repository, or without a specification, that is the cause', async () => {
  const none = {
    mirrorOf: () => {
      throw new UsageError('none');
    },
  };
  expect((await rowsOf(temporaryFolder(), none))[0]?.obstacle).toMatchObject({ cause: 'no-commit' });
  expect((await rowsOf(temporaryFolder(), { versions: ['2'] }))[0]?.obstacle).toMatchObject({
    cause: 'no-specification',
  });
});

test.each([
  ['solved', 'unsolved (tests-failed)', undefined],
  ['solved', 'solved', 'empty-solved'],
  ['unsolved (timeout)', 'unsolved (tests-failed)', 'gold-timed-out'],
  ['unsolved (exited-early)', 'unsolved (tests-failed)', 'gold-suite-did-not-run'],
  ['unsolved (no-such-word)', 'unsolved (tests-failed)', 'not-evaluated'],
])('a row of before there were causes gets one by its outcomes: %s, %s', async (gold, empty, cause) => {
  const sound = cause === undefined ? 'true' : 'false';
  const row = SOUND.replace('solved,unsolved (tests-failed),41.5,true', `${gold},${empty},41.5,${sound}`);
  const rows = await rowsOf(tableOf(row));
  expect(rows[0]?.obstacle?.cause).toBe(cause);
  expect(readCsv(instanceCsv(rows))).toMatchObject([{ gold, cause: cause ?? '' }]);
});

test('no earlier table is no rows; a file that is none is a sentence', () => {
  expect(readEarlierRows(temporaryFolder()).size).toBe(0);
  expect(() => readEarlierRows(tableOf('1', 'id'))).toThrow(/instances\.csv has no column instance_id, .*--out/);
  expect(() => readEarlierRows(tableOf('1,2', 'id'))).toThrow(
    'instances.csv is no CSV text: expected an earlier table',
  );
});
