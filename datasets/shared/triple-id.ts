import { type Contract, sha256 } from '../../harness/dataset.ts';

/** What a triple consists of. */
interface Artefacts {
  readonly docstring: string;
  readonly contract: Contract;
  readonly body: string;
}

/** A triple's id, made of its program and what it shows: a condition reads it, so it may not name the set. */
export const tripleId = (program: string, { docstring, contract, body }: Artefacts): string =>
  `${program}/${sha256(JSON.stringify([docstring, contract, body])).slice(0, 8)}`;
