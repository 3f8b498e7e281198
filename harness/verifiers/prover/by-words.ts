/**
 * What is found where texts are pasted and outputs searched for a few words, as Clover's public code does: shown beside what is found here, and no verdict.
 */

import type { Contract } from '../../types/task.ts';
import type { CodeLanguage, OwnInputs, OwnInputsShow } from './code.ts';
import { messagesOf, type Prover } from './prover.ts';
import type { ProofRunner } from './run.ts';

/** How texts of one language are pasted. */
export interface PastedLanguage {
  /** A body between the braces of its contract, or the whole program where the text is one. */
  program(text: string, contract: Contract): string;
  /** Lemmas that two annotations say the same, the second one as a text of clauses. */
  equivalence(contract: Contract, annotation: string): string;
}

interface By {
  readonly language: { readonly prover: Prover; readonly pasted: PastedLanguage; readonly code: CodeLanguage };
  readonly runner: ProofRunner;
}

/** Whether words of success stand in what a prover prints of a pasted program. Throws `SandboxLostError`. */
export async function provedByWords(text: string, contract: Contract, { language, runner }: By): Promise<boolean> {
  const { isProvedByWords } = await runner.prove(language.prover, language.pasted.program(text, contract));
  return isProvedByWords === true;
}

/** The same of two annotations. Throws `SandboxLostError`. */
export async function sameByWords(contract: Contract, annotation: string, { language, runner }: By): Promise<boolean> {
  const { isProvedByWords } = await runner.prove(language.prover, language.pasted.equivalence(contract, annotation));
  return isProvedByWords === true;
}

/** What two pasted programs print for the dataset's own inputs. Throws `SandboxLostError`. */
export async function printedByWords(
  contract: Contract,
  texts: readonly [string, string],
  { inputs, calls }: OwnInputs,
  { language, runner }: By,
): Promise<OwnInputsShow> {
  const printed: string[] = [];
  for (const text of texts) {
    const program = language.pasted.program(text, contract);
    const run =
      calls === undefined
        ? language.code.outputs(program, contract, inputs, MARK)
        : language.code.callOutputs(program, calls, MARK);
    const found = run && messagesOf((await runner.prove(run.prover, run.program)).answer)[0]?.text;
    const start = found?.indexOf(MARK) ?? -1;
    printed.push(start < 0 ? '' : (found?.slice(start) ?? ''));
  }
  const [one = '', other = ''] = printed;
  if (one === '' && other === '') return 'both-missing';
  if (one === '' || other === '') return 'one-missing';
  return one === other ? 'same' : 'other';
}

const MARK = 'output';
