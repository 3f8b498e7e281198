import { type ContractProblem, sha256 } from '../../harness/dataset.ts';
import { LANGUAGES, type ProvedProgram, readProvedPrograms } from './proved-programs.ts';

/** The proved programs as problems, in each of their languages, and their sum. */
export function provedContracts(): { readonly sha256: string; readonly problems: readonly ContractProblem[] } {
  const programs = readProvedPrograms();
  return { sha256: sha256(JSON.stringify(programs)), problems: programs.flatMap(toProblems) };
}

function toProblems({ name, topic, docstring, versions, inputs, shows }: ProvedProgram): ContractProblem[] {
  return LANGUAGES.map((language) => {
    const { contract, body, wrong, weakened } = versions[language];
    return {
      task: { kind: 'contract', id: `kata-proved/${language}/${name}`, language, contract, docstring },
      canonical: body,
      wrong: [{ body: wrong, weakened, shows: shows.input }],
      inputs: inputs.map(({ input }) => input),
      tags: [language, topic],
    };
  });
}
