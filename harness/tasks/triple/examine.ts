import type { ProofAnswer } from '../../types/proof.ts';
import type { TripleProblem } from '../../types/task.ts';
import { unknown } from '../../verifiers/prover/prover.ts';
import type { ProofRunner } from '../../verifiers/prover/run.ts';
import { findWitness, proveBody } from '../contract/evaluator.ts';
import type { Languages } from '../contract/languages.ts';
import { type ComparedAnnotation, type ComparedCode, compareCodeWithRight, compareWithRight } from './compare-sets.ts';
import { contractOf } from './contract-of.ts';
import { tripleLanguage } from './languages.ts';

/** What asks, and with which provers. */
export interface By {
  readonly runner: ProofRunner;
  readonly languages: Languages;
}

/** One thing that must come out of a triple, and what came. */
interface Confirmation {
  readonly group: string;
  readonly expected: string;
  readonly answer: ProofAnswer;
}

/** All that is found of a triple beside the right one of its program. */
export interface TripleFindings {
  readonly problem: TripleProblem;
  /** Of the program as its publisher wrote it, where it was published. */
  readonly published?: ProofAnswer;
  /** Of its body under its own contract. */
  readonly own: ProofAnswer;
  readonly confirmations: readonly Confirmation[];
  /** Absent where the annotation is the right one by its making. */
  readonly annotation?: ComparedAnnotation;
  /** Absent where the code is the right one by its making. */
  readonly code?: ComparedCode;
}

/** Asks provers and runs bodies; `right` is the right triple of the same program. Throws `SandboxLostError`. */
export async function examineTriple(
  problem: TripleProblem,
  right: TripleProblem | undefined,
  by: By,
): Promise<TripleFindings> {
  const { task, published, set } = problem;
  const { runner, languages } = by;
  const language = tripleLanguage(task.language, languages);
  const { answer: own } = await proveBody(task.body, contractOf(problem).task, { language, runner });
  const compared = { language, runner };
  return {
    problem,
    own,
    ...(published === undefined ? {} : { published: (await runner.prove(language.prover, published.program)).answer }),
    confirmations: await confirmations(problem, own, by),
    ...(right === undefined || set === 'C1' ? {} : { annotation: await compareWithRight(problem, right, compared) }),
    ...(right === undefined || set !== 'C6' ? {} : { code: await compareCodeWithRight(problem, right, compared) }),
  };
}

async function confirmations(
  problem: TripleProblem,
  own: ProofAnswer,
  { runner, languages }: By,
): Promise<readonly Confirmation[]> {
  const { set, inputs = [], shows } = problem;
  const { task, canonical: body } = contractOf(problem);
  const language = languages[task.language];
  const isRun = language.witness !== undefined;
  const run = async (text: string, asked: typeof task, on: readonly string[]): Promise<ProofAnswer> =>
    (await findWitness(text, asked, on, { language, runner })) ??
    unknown('not-available', { text: 'it cannot be run' });
  const found: Confirmation[] = [
    { group: `${set}: bodies proved under their own contracts`, expected: 'proved', answer: own },
  ];
  if (set === 'ground-truth' && inputs.length > 0 && isRun) {
    const answer = await run(body, task, inputs);
    found.push({ group: `${set}: bodies that no input refutes`, expected: 'not-proved', answer });
  }
  if (shows === undefined) return found;
  if (isRun) {
    const denied = { ...task, contract: { ...task.contract, clauses: shows.clauses } };
    const answer = await run(shows.body, denied, [shows.input]);
    found.push({ group: `${set}: shown to be wrong by a run`, expected: 'witness', answer });
  }
  if (set === 'C2' || set === 'C3') {
    const { answer } = await proveBody(shows.body, task, { language, runner });
    found.push({ group: `${set}: the contract is fulfilled by a wrong body`, expected: 'proved', answer });
  }
  return found;
}
