import type { SharedCommit } from '../../../harness/dataset.ts';

/** For the build alone: what debuggers read is most of what is compiled. */
export const WITHOUT_DEBUGGING = ['export CFLAGS=-g0'];

/** A commit that lies below instances with these numbers. */
export const sharedBy = (project: string, commit: string, numbers: string): SharedCommit => ({
  commit,
  instances: numbers.split(' ').map((number) => `${project}-${number}`),
});
