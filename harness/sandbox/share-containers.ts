import type { Sandbox } from '../types/execution.ts';

/** The same sandbox, whose containers programs of different tasks run in, one after the other: as many containers as slots, not as tasks. */
export const sharingContainers = (sandbox: Sandbox): Sandbox => ({
  ...sandbox,
  execute: (job) => sandbox.execute({ ...job, sharesContainer: true }),
});
