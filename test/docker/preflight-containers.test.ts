import { describe, expect, test } from 'vitest';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { createExecutor } from '../../harness/sandbox/executor.ts';
import { limitsFor } from '../../harness/sandbox/limits.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import { refuseUnlessSound } from '../../harness/tasks/function/refuse-unless-sound.ts';
import type { Problem } from '../../harness/types/task.ts';
import { problem } from '../fixtures/trial.ts';
import { containersOf, hasDocker } from './daemon.ts';

const CANONICAL = 'def double(x):\n    return x * 2\n';
const problems: readonly Problem[] = [1, 2, 3].map((number) => ({
  ...problem,
  task: { ...problem.task, id: `test/${number}` },
  canonical: CANONICAL,
  hiddenTests: suiteOfDataset('assert double(2) == 4\n'),
}));
const dataset = { id: 'tiny', title: 'tiny', sha256: '', source: '', knownDefects: [], problems };

describe.runIf(await hasDocker('containers of preflight and grading'))('in docker', () => {
  test('each task has one container, for its canonical solution and its answers', { timeout: 600_000 }, async () => {
    const sandbox = await createDockerSandbox({ slots: 2, warm: 0 });
    try {
      const limits = limitsFor(60);
      await refuseUnlessSound(dataset, sandbox, limits, () => {}, { containers: 'per-task' });
      const checked = containersOf().sort();
      expect(checked).toHaveLength(problems.length);
      const executor = createExecutor(sandbox, limits, memoryExecutions());
      for (const { task, hiddenTests } of problems) {
        const { execution } = await executor.execute(task, `${CANONICAL}# an answer to ${task.id}\n`, hiddenTests);
        expect(execution.outcome.status).toBe('solved');
      }
      expect(containersOf().sort()).toEqual(checked);
    } finally {
      await sandbox.close();
    }
  });
});
