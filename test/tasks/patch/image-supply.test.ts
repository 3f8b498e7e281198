import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgress } from '../../../harness/progress.ts';
import type { DockerContainer } from '../../../harness/sandbox/docker/container.ts';
import { connectDocker, type DockerEngine } from '../../../harness/sandbox/docker/engine.ts';
import { createImageBound } from '../../../harness/sandbox/docker/image-bound.ts';
import type { KeptImage } from '../../../harness/sandbox/docker/image-store.ts';
import { gradePredictions, writeGradedPredictions } from '../../../harness/tasks/patch/commands/grade-predictions.ts';
import { readInstanceRows } from '../../../harness/tasks/patch/commands/instance-rows.ts';
import { openCertificates, standingOf } from '../../../harness/tasks/patch/evaluation/certificates.ts';
import { logOfEvaluation, openEvaluationStore } from '../../../harness/tasks/patch/evaluation/evaluation-store.ts';
import { createPatchExecutor } from '../../../harness/tasks/patch/evaluation/executor.ts';
import { openPublicTests } from '../../../harness/tasks/patch/evaluation/public-tests.ts';
import { createImageSupply } from '../../../harness/tasks/patch/images/image-supply.ts';
import { describeFindings, isSound, preflightPatches } from '../../../harness/tasks/patch/preflight.ts';
import type { KnownDefect, PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const TEST_PATCH = `diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1 +1 @@
-old
+new
`;

const problemOf = (number: number): PatchProblem => ({
  task: {
    kind: 'patch',
    id: `owner__name-${number}`,
    prompt: '',
    repository: 'pallets/flask',
    baseCommit: 'a'.repeat(40),
  },
  hiddenTests: { testPatch: TEST_PATCH, failToPass: ['tests/test_a.py::test_x'], passToPass: [] },
  canonical: TEST_PATCH.replaceAll('tests/test_a.py', 'a.py'),
  version: '1',
  environmentCommit: 'b'.repeat(40),
  hints: '',
  createdAt: '',
});
const problems = [1, 2, 3].map(problemOf);
const environments = [
  {
    repository: 'pallets/flask',
    versions: ['1'],
    python: '3.9',
    packages: '',
    install: 'true',
    testCommand: 'pytest -rA',
  },
];

/** A daemon in memory: a registry's images of one shared MB and some of their own, and containers in which the gold patch is right. */
function madeUpDaemon(ownMb: (id: string) => number = () => 2) {
  const images = new Map<string, KeptImage>();
  let [pulled, opened, clock] = [0, 0, 0];
  const named = (name: string): KeptImage | undefined => [...images.values()].find(({ names }) => names.includes(name));
  const container = (): DockerContainer => {
    let isPatched = false;
    return {
      id: 'c',
      async run(command, { onOutput, input }) {
        if (command.includes('/lucid-bench/patch.diff') && input !== undefined) isPatched = true;
        const runsTests = command.at(-1) === '/lucid-bench/tests.sh';
        const word = isPatched ? 'PASSED' : 'FAILED';
        const counts = isPatched ? '1 passed' : '1 failed';
        if (runsTests) onOutput(Buffer.from(`${word} tests/test_a.py::test_x\n===== ${counts} in 0.01s =====\n`));
        return runsTests && !isPatched ? 1 : 0;
      },
      sizeBytes: async () => 0,
      processes: async () => 1,
      state: async () => ({ isRunning: true, isOutOfMemory: false, exitCode: 0 }),
      kill: async () => {},
      remove: async () => {},
    };
  };
  const engine: DockerEngine = {
    ...connectDocker(),
    freeBytes: async () => undefined,
    removeContainers: async () => 0,
    image: async (name) => {
      const found = named(name);
      return found && { id: found.id, labels: {}, sizeBytes: 0 };
    },
    open: async () => {
      opened++;
      return container();
    },
    images: {
      ...connectDocker().images,
      async pull(name) {
        pulled++;
        const id = /owner_1776_name-\d/.exec(name)?.[0] ?? '';
        const digest = `sha256:${id}-${pulled}`;
        const pieces = [
          { key: 'shared', bytes: 1e6 },
          { key: `shared ${id}`, bytes: ownMb(id) * 1e6 },
        ];
        images.set(digest, { id: digest, names: [name], pieces, usedAt: new Date(clock++) });
      },
      async tag(name, newName) {
        const found = named(name);
        if (found === undefined) throw new Error('no such image');
        const names = [...new Set([...found.names, newName])];
        images.set(found.id, { ...found, names, usedAt: new Date(clock++) });
      },
      list: async () =>
        [...images.values()].map(({ id, names }) => ({
          ...{ id, names, sizeBytes: 0, createdAt: new Date(0), parentId: undefined, labels: {} },
        })),
      inspect: async (id) => images.get(id),
      async remove(name) {
        const found = named(name);
        if (found === undefined) return 'absent';
        const names = found.names.filter((each) => each !== name);
        if (names.length === 0) images.delete(found.id);
        else images.set(found.id, { ...found, names });
        return 'removed';
      },
    },
  };
  return { engine, counts: () => ({ pulled, opened, images: images.size }) };
}

/** Evaluates in `folder` with images within so many MB. */
async function open(engine: DockerEngine, folder: string, mb: number, known = environments) {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const site = {
    ...{ engine, environment: {}, interpreters: '', logs: folder, sizesPath: join(folder, 'layer-sizes.json'), say },
    settings: { buildArguments: {}, certificates: undefined },
    signal: new AbortController().signal,
    mirrorOf: () => Promise.reject(new Error('nothing is built here')),
  };
  const now = () => performance.now();
  const bound = createImageBound({ store: engine.images, mostBytes: mb * 1e6, say });
  const evaluator = await createPatchExecutor({
    ...{ now, engine, problems, environments: known, rules: '5', timeoutMs: 60_000, slots: 1, load: () => 0 },
    store: openEvaluationStore(folder, logOfEvaluation),
    publicTests: openPublicTests(join(folder, 'public-tests')),
    supply: createImageSupply({ site, environments: known, published: {}, bound, now }),
  });
  const parts = {
    evaluator,
    certificates: openCertificates(join(folder, 'certificates')),
    knownDefects: [] as readonly KnownDefect[],
    grading: '5' as const,
    concurrency: 1,
    progress: createProgress('', 1, { isTerminal: false, now: () => 0, write: () => {} }),
    signal: new AbortController().signal,
  };
  return { said, parts };
}

test('instances are evaluated one after the other within a bound that holds two of three images, and again for nothing', async () => {
  const daemon = madeUpDaemon();
  const folder = temporaryFolder();
  const { said, parts } = await open(daemon.engine, folder, 6);
  const findings = await preflightPatches(problems, parts);
  expect(findings.map(isSound)).toEqual([true, true, true]);
  expect(daemon.counts()).toEqual({ pulled: 3, opened: 6, images: 2 });
  expect(said.filter((line) => line.startsWith('removed'))).toEqual([
    'removed swebench/sweb.eval.x86_64.owner_1776_name-1:latest: used longest ago, 2.0 MB',
  ]);
  const again = await open(daemon.engine, folder, 6);
  expect((await preflightPatches(problems, again.parts)).map(isSound)).toEqual([true, true, true]);
  expect(daemon.counts()).toEqual({ pulled: 3, opened: 6, images: 2 });
  expect(readdirSync(join(folder, 'certificates'))).toHaveLength(3);
});

test('a gold patch that is known to flip is not sound, though it was solved, and has no certificate', async () => {
  const folder = temporaryFolder();
  const { parts } = await open(madeUpDaemon().engine, folder, 6);
  const [problem] = problems;
  if (problem === undefined) throw new Error('no problem');
  const knownDefects = [{ taskId: problem.task.id, note: 'fails with seed 3', flips: true }] as const;
  const [finding] = await preflightPatches([problem], { ...parts, knownDefects });
  expect(finding).toMatchObject({ gold: { status: 'solved' }, notes: ['known defect: fails with seed 3'] });
  expect(finding && isSound(finding)).toBe(false);
  expect(await standingOf(parts.certificates, problem, finding?.image, '5')).toBe('unsound');
});

test('an image that was removed leaves its row in the table of instances', async () => {
  const daemon = madeUpDaemon();
  const folder = temporaryFolder();
  const { parts } = await open(daemon.engine, folder, 6);
  await preflightPatches(problems, parts);
  const rows = await readInstanceRows(problems, {
    ...{ engine: daemon.engine, environments, knownDefects: [], rules: '5', timeoutMs: 60_000 },
    ...{ evaluations: folder, buildLogs: folder, mirrorOf: () => Promise.reject(new Error('none')) as never },
    ...{ sizes: new Map(), earlier: new Map() },
  });
  expect(rows.map(({ gold, empty, obstacle }) => [gold?.grade.isResolved, empty?.grade.isResolved, obstacle])).toEqual(
    problems.map(() => [true, false, undefined]),
  );
  expect(rows[0]?.digest).toBe('sha256:owner_1776_name-1-1');
});

test('an image that alone is over the bound is a sentence and ungraded, the others go on, and more disk grades it alone', async () => {
  const daemon = madeUpDaemon((id) => (id.endsWith('2') ? 9 : 2));
  const folder = temporaryFolder();
  const { said, parts } = await open(daemon.engine, folder, 6);
  const findings = await preflightPatches(problems, parts);
  expect(findings.map(isSound)).toEqual([true, false, true]);
  const sentence =
    'its images take 0.01 GB, and 0.006 GB are allowed: give more with --disk-gb, and run the same command again';
  expect(said).toContain(`owner__name-2: not graded: ${sentence}`);
  expect(findings[1]).toMatchObject({ image: undefined, notes: [sentence] });
  expect(describeFindings(findings)).toContain('2 of 3 instances sound');
  const predictions = problems.map((problem) => ({
    ...{ problem, patch: problem.canonical, repairs: [], fault: undefined, inspection: { hooks: [], testFiles: [] } },
    row: { instance_id: problem.task.id, model_name_or_path: 'm', model_patch: problem.canonical },
  })) as unknown as Parameters<typeof gradePredictions>[0];
  const graded = await gradePredictions(predictions, { ...parts, repeat: 1 });
  expect(graded.map(({ outcome }) => outcome.status)).toEqual(['solved', 'ungraded', 'solved']);
  expect(graded[1]).toMatchObject({ outcome: { reason: 'image-missing' }, lost: sentence });
  await writeGradedPredictions(join(folder, 'graded.jsonl'), graded, '5');
  const before = daemon.counts().opened;
  const more = await open(daemon.engine, folder, 20);
  expect((await preflightPatches(problems, more.parts)).map(isSound)).toEqual([true, true, true]);
  expect(daemon.counts().opened - before).toBe(2);
});

test('an instance without a specification is a sentence and ungraded: no image is pulled for it', async () => {
  const daemon = madeUpDaemon();
  const folder = temporaryFolder();
  const { said, parts } = await open(daemon.engine, folder, 6, []);
  const findings = await preflightPatches(problems.slice(0, 1), parts);
  expect(findings).toMatchObject([{ image: undefined, notes: ['no specification of pallets/flask 1'] }]);
  expect(said).toEqual(['owner__name-1: not graded: no specification of pallets/flask 1']);
  expect(daemon.counts()).toEqual({ pulled: 0, opened: 0, images: 0 });
  // A run that was begun in spite of it (--allow-unvalidated) goes on, too.
  const [problem] = problems;
  if (problem === undefined) throw new Error('no instance');
  const { execution, gradedSha256 } = await parts.evaluator.execute(problem, problem.canonical, 'hidden');
  expect(execution.outcome).toEqual({ status: 'ungraded', reason: 'image-missing' });
  expect(gradedSha256).not.toBe(parts.evaluator.gradedSha256(problem, `${problem.canonical}\n`, 'hidden'));
});

test('an image that did not fit stands in the table of instances with its cause, and not once it was given more', async () => {
  const daemon = madeUpDaemon((id) => (id.endsWith('2') ? 9 : 2));
  const folder = temporaryFolder();
  const rows = () =>
    readInstanceRows(problems, {
      ...{ engine: daemon.engine, environments, knownDefects: [], rules: '5', timeoutMs: 60_000 },
      ...{ evaluations: folder, buildLogs: folder, mirrorOf: () => Promise.reject(new Error('none')) as never },
      ...{ sizes: new Map(), earlier: new Map() },
    });
  await preflightPatches(problems, (await open(daemon.engine, folder, 6)).parts);
  expect((await rows()).map(({ obstacle }) => obstacle?.cause)).toEqual([undefined, 'disk-too-small', undefined]);
  await preflightPatches(problems, (await open(daemon.engine, folder, 20)).parts);
  expect((await rows()).map(({ obstacle }) => obstacle)).toEqual([undefined, undefined, undefined]);
});
