import { join } from 'node:path';
import { connectDocker, type DockerEngine } from '../../../harness/sandbox/docker/engine.ts';
import { WORKSPACE_LIMITS } from '../../../harness/tasks/patch/evaluation/container.ts';
import { logOfInstance, openEvaluationStore } from '../../../harness/tasks/patch/evaluation/evaluation-store.ts';
import { createPatchExecutor, type InstanceEvaluator } from '../../../harness/tasks/patch/evaluation/executor.ts';
import { openPublicTests } from '../../../harness/tasks/patch/evaluation/public-tests.ts';
import { problemOf, REPOSITORIES } from './repositories.ts';

/** Small, so that what fills them does so soon. */
const LIMITS = { ...WORKSPACE_LIMITS, memoryMb: 256, processes: 64, diskMb: 200, outputMb: 4 };

/** Evaluates patches of the small repositories; keeps its evaluations in a folder. */
export function openExecutor(
  folder: string,
  { timeoutMs = 240_000, engine = connectDocker() }: { timeoutMs?: number; engine?: DockerEngine } = {},
): Promise<InstanceEvaluator> {
  return createPatchExecutor({
    now: () => performance.now(),
    load: () => 0.5,
    engine,
    problems: REPOSITORIES.map(problemOf),
    environments: REPOSITORIES.map(({ environment }) => environment),
    rules: '5',
    timeoutMs,
    limits: LIMITS,
    slots: 2,
    store: openEvaluationStore(folder, logOfInstance),
    publicTests: openPublicTests(join(folder, 'public-tests')),
  });
}
