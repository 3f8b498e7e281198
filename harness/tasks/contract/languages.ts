import type { Contract, ContractTask } from '../../types/task.ts';
import type { ConformanceCase } from '../../verifiers/prover/conformance-case.ts';
import type { Spliced } from '../../verifiers/prover/contract.ts';
import { dafnyCases } from '../../verifiers/prover/dafny/conformance.ts';
import { dafny } from '../../verifiers/prover/dafny/dafny.ts';
import { spliceDafny } from '../../verifiers/prover/dafny/splice.ts';
import { dafnyWitness } from '../../verifiers/prover/dafny/witness.ts';
import type { Prover } from '../../verifiers/prover/prover.ts';
import { why3Cases } from '../../verifiers/prover/why3/conformance.ts';
import { splicePython } from '../../verifiers/prover/why3/splice.ts';
import { why3 } from '../../verifiers/prover/why3/why3.ts';
import { pythonWitness } from '../../verifiers/prover/why3/witness.ts';
import type { WitnessSearch } from '../../verifiers/prover/witness.ts';

/** What proves bodies of a language, and what may be one. */
interface Language {
  readonly prover: Prover;
  readonly conformance: readonly ConformanceCase[];
  splice(candidate: string, contract: Contract): Spliced;
  /** What runs a spliced program on inputs; `undefined` where its contract cannot be executed. */
  witness(program: string, contract: Contract, inputs: readonly string[]): WitnessSearch | undefined;
}

export const LANGUAGES: Readonly<Record<ContractTask['language'], Language>> = {
  dafny: { prover: dafny, conformance: dafnyCases, splice: spliceDafny, witness: dafnyWitness },
  python: { prover: why3, conformance: why3Cases, splice: splicePython, witness: pythonWitness },
};

/** `dafny 2.3.0.10506, z3 4.8.12`: the tools that prove a language, as records and tables name them. */
export const toolsOf = (language: ContractTask['language']): string =>
  LANGUAGES[language].prover.versions.map(({ name, version }) => `${name} ${version}`).join(', ');
