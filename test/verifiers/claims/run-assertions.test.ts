import { expect, test } from 'vitest';
import { SandboxLostError } from '../../../harness/errors.ts';
import type { CheckRun } from '../../../harness/types/evaluator.ts';
import type { UngradedReason } from '../../../harness/types/execution.ts';
import { runAssertions } from '../../../harness/verifiers/claims/run-assertions.ts';
import { problem } from '../../fixtures/trial.ts';

/** A bench whose every run comes out ungraded for this reason. */
const benchThatSays = (reason: UngradedReason) => ({
  task: problem.task,
  executor: {
    check: async (): Promise<CheckRun> => ({
      said: { status: 'ungraded', reason },
      assertions: '',
      failures: [{ message: 'what went wrong' }],
      output: '',
    }),
  },
});

const CHECKS = [{ source: 'assert double(2) == 4' }, { source: 'assert double(1) ==' }];

test('what the harness could not run says nothing of a check', async () => {
  const run = runAssertions(benchThatSays('harness-error'), 'def double(x): return 2 * x', CHECKS);
  await expect(run).rejects.toThrow(SandboxLostError);
});

test('a check that is at fault itself is unusable', async () => {
  const outcomes = await runAssertions(benchThatSays('check-error'), 'def double(x): return 2 * x', CHECKS);
  expect(outcomes).toEqual(CHECKS.map(() => ({ status: 'unusable', reason: 'what went wrong' })));
});
