import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import { HONEST } from '../sandbox/honest-programs.ts';
import { HOSTILE_TO_GRADER } from '../sandbox/hostile-programs.ts';
import { expectedOutcome, PLAIN, type Program, toJob } from '../sandbox/programs.ts';
import { hasDocker } from './daemon.ts';

/** All in one task: a program and the one after it share the container, which is where poison would show. */
const job = (program: Program) => ({ ...toJob(program), taskId: 'one task' });

describe.runIf(await hasDocker('hostile and honest programs in docker'))('in docker', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createDockerSandbox({ slots: 1 });
  });
  afterAll(() => sandbox.close());

  test.each(HONEST)('an honest program that $name is solved', async (program) => {
    expect(await sandbox.execute(job(program))).toMatchObject({ outcome: { status: 'solved' }, failures: [] });
  });

  test.each(HOSTILE_TO_GRADER)(
    'a program that $name is told apart, and the next one is judged rightly',
    async (program) => {
      const execution = await sandbox.execute(job(program));
      expect(execution, JSON.stringify(execution)).toMatchObject({ outcome: expectedOutcome(program) });
      expect(await sandbox.execute(job(PLAIN))).toMatchObject({ outcome: { status: 'solved' }, assertions: 'pppp' });
    },
  );
});
