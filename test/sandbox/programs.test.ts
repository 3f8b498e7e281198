import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../harness/types/execution.ts';
import { backends } from './backends.ts';
import { HONEST } from './honest-programs.ts';
import { HOSTILE_TO_GRADER } from './hostile-programs.ts';
import { expectedOutcome, PLAIN, toJob } from './programs.ts';

describe.each(await backends())('in $kind', (backend) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await backend.create(2);
  });
  afterAll(() => sandbox.close());

  test.each(HONEST)('an honest program that $name is solved', async (program) => {
    expect(await sandbox.execute(toJob(program))).toMatchObject({ outcome: { status: 'solved' }, failures: [] });
  });

  test.each(HOSTILE_TO_GRADER)(
    'a program that $name is told apart, and the next one is judged rightly',
    async (program) => {
      const execution = await sandbox.execute(toJob(program));
      expect(execution, JSON.stringify(execution)).toMatchObject({ outcome: expectedOutcome(program) });
      expect(execution.failures.length).toBeGreaterThan(0);
      expect(await sandbox.execute(toJob(PLAIN))).toMatchObject({ outcome: { status: 'solved' }, assertions: 'pppp' });
    },
  );
});
