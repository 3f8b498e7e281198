import { beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../../harness/storage/cache-folder.ts';
import { evaluationKey } from '../../../harness/tasks/patch/evaluation/evaluation-key.ts';
import { openStudyEvaluations } from '../../../harness/tasks/patch/evaluation/evaluation-store.ts';
import { NOTHING } from '../../../harness/tasks/patch/evaluation/executor.ts';
import { patchProgramSha256 } from '../../../harness/tasks/patch/recorded/patch-program.ts';
import { createRecordedExecutor } from '../../../harness/tasks/patch/recorded/recorded-executor.ts';
import type { RecordedLog, RecordedLogs } from '../../../harness/tasks/patch/recorded/recorded-logs.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { createKeepingExecutor } from '../../fixtures/keeping-executor.ts';
import { environment, halfRight, makeSmallRepositories, REPOSITORIES } from '../../fixtures/patch-folders.ts';

const small = makeSmallRepositories(2);
const [flask, pytest] = small.problems as readonly [PatchProblem, PatchProblem];
const bounds = { environments: REPOSITORIES.map(environment), rules: '5', timeoutMs: 1_800_000 } as const;

/** What a recording would hold of evaluations that are made here. */
let logs: RecordedLogs;
beforeAll(async () => {
  const cache: Environment = { XDG_CACHE_HOME: temporaryFolder() };
  const executor = createKeepingExecutor(small.mirrors, cache);
  const store = openStudyEvaluations('small', cache);
  const all: RecordedLog[] = [];
  for (const [problem, patch] of [
    [flask, flask.canonical],
    [pytest, pytest.canonical],
    [pytest, halfRight(pytest)],
  ] as const) {
    for (const suite of ['hidden', 'public'] as const) {
      await executor.execute(problem, patch, suite);
      for (const made of suite === 'public' ? [patch, ''] : [patch]) {
        const record = await store.get(executor.gradedSha256(problem, made, suite));
        if (record === undefined) throw new Error('an evaluation was not kept');
        const { evaluationSha256, image, forgedMarkers } = record;
        const program = patchProgramSha256(problem, made, suite);
        const log = await store.logOf(record);
        all.push({ program, taskId: problem.task.id, suite, evaluationSha256, image, forgedMarkers, log });
      }
    }
  }
  const find: RecordedLogs['find'] = (problem, patch, suite) =>
    all.find(({ program }) => program === patchProgramSha256(problem, patch, suite));
  logs = { all, find };
}, 120_000);

const outcomeOf = async (executor: ReturnType<typeof createRecordedExecutor>, ...asked: [PatchProblem, string]) =>
  Promise.all(
    (['hidden', 'public'] as const).map(async (suite) => (await executor.execute(...asked, suite)).execution.outcome),
  );

test('an instance with an image is evaluated here, one without by its recorded log', async () => {
  const image = { name: 'here', digest: 'sha256:here', testbed: '/', activate: [], origin: 'built' } as const;
  const live = {
    imageOf: ({ task }: PatchProblem) => (task.id === flask.task.id ? image : undefined),
    gradedSha256: () => 'here',
    execute: async () => ({ execution: NOTHING, gradedSha256: 'here' }),
    close: async () => undefined,
  };
  const executor = createRecordedExecutor(live, logs, bounds);
  expect(executor.readsLog(flask, flask.canonical)).toBe(false);
  expect(await executor.execute(flask, flask.canonical, 'hidden')).toEqual({
    execution: NOTHING,
    gradedSha256: 'here',
  });
  expect(executor.readsLog(pytest, pytest.canonical)).toBe(true);
  const solved = { status: 'solved' };
  expect(await outcomeOf(executor, pytest, pytest.canonical)).toEqual([solved, solved]);
  const failed = { status: 'unsolved', reason: 'tests-failed' };
  expect(await outcomeOf(executor, pytest, halfRight(pytest))).toEqual([failed, failed]);
});

test('a grade of a recorded log is bound to the image that the log was made in', () => {
  const executor = createRecordedExecutor(undefined, logs, bounds);
  const key = evaluationKey(pytest, pytest.canonical, { imageDigest: 'sha256:folder' }, bounds);
  expect(executor.gradedSha256(pytest, pytest.canonical, 'hidden')).toBe(key);
});

test('a byte more in a patch has no log: ungraded; an empty one is graded without any', async () => {
  const executor = createRecordedExecutor(undefined, logs, bounds);
  const ungraded = { status: 'ungraded', reason: 'image-missing' };
  expect(await outcomeOf(executor, pytest, `${pytest.canonical}\n`)).toEqual([ungraded, ungraded]);
  expect(executor.readsLog(pytest, `${pytest.canonical}\n`)).toBe(false);
  const empty = { status: 'unsolved', reason: 'empty' };
  expect(await outcomeOf(executor, pytest, ' \n')).toEqual([empty, empty]);
});

test('without the log of the repository as it is nobody knows which public tests are required', async () => {
  const own = logs.all.filter(({ program }) => program !== patchProgramSha256(pytest, '', 'public'));
  const find: RecordedLogs['find'] = (problem, patch, suite) =>
    patch === '' ? undefined : logs.find(problem, patch, suite);
  const executor = createRecordedExecutor(undefined, { all: own, find }, bounds);
  expect(await outcomeOf(executor, pytest, pytest.canonical)).toEqual([
    { status: 'solved' },
    { status: 'ungraded', reason: 'image-missing' },
  ]);
});
