import type { Contract, ContractTask } from '../../types/task.ts';
import type { ConformanceCase } from '../../verifiers/prover/conformance-case.ts';
import type { Spliced } from '../../verifiers/prover/contract.ts';
import { dafnyCases } from '../../verifiers/prover/dafny/conformance.ts';
import { createDafny, DEBIAN_DAFNY, dafny, ownDafny } from '../../verifiers/prover/dafny/dafny.ts';
import { spliceDafny } from '../../verifiers/prover/dafny/splice.ts';
import { dafnyWitness } from '../../verifiers/prover/dafny/witness.ts';
import type { Prover } from '../../verifiers/prover/prover.ts';
import { verusCases } from '../../verifiers/prover/verus/conformance.ts';
import { spliceVerus } from '../../verifiers/prover/verus/splice.ts';
import { createVerus, NO_VERUS } from '../../verifiers/prover/verus/verus.ts';
import { why3Cases } from '../../verifiers/prover/why3/conformance.ts';
import { splicePython } from '../../verifiers/prover/why3/splice.ts';
import { why3 } from '../../verifiers/prover/why3/why3.ts';
import { pythonWitness } from '../../verifiers/prover/why3/witness.ts';
import type { WitnessSearch } from '../../verifiers/prover/witness.ts';

/** What proves bodies of a language, and what may be one. */
export interface Language {
  readonly prover: Prover;
  readonly conformance: readonly ConformanceCase[];
  splice(candidate: string, contract: Contract): Spliced;
  /** What runs a spliced program on inputs; `undefined` where its contract cannot be executed. Absent where nothing here runs programs. */
  readonly witness?: (program: string, contract: Contract, inputs: readonly string[]) => WitnessSearch | undefined;
}

export type Languages = Readonly<Record<ContractTask['language'], Language>>;

const languageOfVerus = (version: string): Language => ({
  prover: createVerus(version),
  conformance: verusCases(version),
  splice: spliceVerus,
});

/** With the provers that Debian packages, and with no Verus. */
export const LANGUAGES: Languages = {
  dafny: { prover: dafny, conformance: dafnyCases(DEBIAN_DAFNY), splice: spliceDafny, witness: dafnyWitness },
  python: { prover: why3, conformance: why3Cases, splice: splicePython, witness: pythonWitness },
  verus: languageOfVerus(NO_VERUS),
};

/** As these, with a Verus of the user's own, of this version. Nothing here runs its programs on inputs. */
export const languagesWithVerus = (languages: Languages, version: string): Languages => ({
  ...languages,
  verus: languageOfVerus(version),
});

/** As `LANGUAGES`, with a Dafny of the user's own, of this version. Nothing here runs its programs on inputs: it may need a compiler. */
export function languagesWithDafny(version: string): Languages {
  const tool = ownDafny(version);
  const hasFor = Number.parseInt(version, 10) > 2;
  return {
    ...LANGUAGES,
    dafny: {
      prover: createDafny(tool),
      conformance: dafnyCases(tool),
      splice: (candidate, contract) => spliceDafny(candidate, contract, { hasFor }),
    },
  };
}

/** Stands behind the version of a Dafny that is not the packaged one. */
const OWN = ' (--dafny)';

/** `dafny 2.3.0.10506, z3 4.8.12`: the tools that prove a language, as records and tables name them. */
export const toolsOf = ({ prover, conformance }: Language): string => {
  const isOwn = prover.name === 'dafny' && conformance !== LANGUAGES.dafny.conformance;
  const own = isOwn ? OWN : '';
  return prover.versions.map(({ name, version }, index) => `${name} ${version}${index === 0 ? own : ''}`).join(', ');
};

/** The provers that records name: those of `toolsOf`, in any text. */
export function languagesNamed(tools: string): Languages {
  const [, dafnyVersion] = tools.match(/\bdafny ([\d.]+) \(--dafny\)/) ?? [];
  const [, verusVersion] = tools.match(/\bverus ([\w.-]+)/) ?? [];
  const languages = dafnyVersion === undefined ? LANGUAGES : languagesWithDafny(dafnyVersion);
  return verusVersion === undefined ? languages : languagesWithVerus(languages, verusVersion);
}
