import type { ContractProblem, TripleProblem } from '../../types/task.ts';

/** A triple as a problem of its own contract: what provers are asked about it. */
export const contractOf = ({
  task: { kind: _, body, ...task },
  inputs,
  published,
}: TripleProblem): ContractProblem => ({
  task: { ...task, kind: 'contract' },
  canonical: body,
  wrong: [],
  ...(inputs === undefined ? {} : { inputs }),
  ...(published === undefined ? {} : { published }),
});
