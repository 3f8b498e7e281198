import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Grader } from '../../harness/benchmarks/cheats.ts';
import { HOSTILE_CHECKS } from '../../harness/benchmarks/checks/hostile-checks.ts';
import { HOSTILE_TO_OTHERS } from '../../harness/benchmarks/programs/hostile-programs.ts';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { expectChecksHarmless, expectHarmless, openGrader, QUICK } from '../fixtures/cheats.ts';
import { hasDocker } from './daemon.ts';

describe.runIf(await hasDocker('cheats in docker'))('in docker', { timeout: 600_000 }, () => {
  let grader: Grader;
  beforeAll(async () => {
    grader = await openGrader('docker', () => createDockerSandbox({ slots: 1 }));
  });
  afterAll(() => grader.close());

  test('programs harm no verdict but their own: what they hold, signal and leave is gone when they are', async () => {
    await expectHarmless(grader, HOSTILE_TO_OTHERS);
  });

  test('checks as a model could write them reach no hidden test, no verdict and no other check', async () => {
    await expectChecksHarmless(grader, HOSTILE_CHECKS.filter(QUICK));
  });
});
