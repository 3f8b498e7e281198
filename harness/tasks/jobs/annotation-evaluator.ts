import type { Evaluator } from '../../types/evaluator.ts';
import type { Examples } from '../../types/search.ts';
import type { AnnotationProblem, Contract } from '../../types/task.ts';
import { ForbiddenText, type Spliced } from '../../verifiers/prover/contract.ts';
import { refusal } from '../../verifiers/prover/whole.ts';
import { type ContractEvaluatorParts, contractEvaluator } from '../contract/evaluator.ts';
import { LANGUAGES, type Languages } from '../contract/languages.ts';
import { tripleLanguages } from '../triple/languages.ts';
import { languageNamed } from './problems.ts';

/** Raised when an equal annotation becomes another outcome. */
export const ANNOTATION_GRADER_VERSION = 'annotation-1';

/**
 * Examines proofs of given bodies: as bodies under contracts are, where what the candidate does is the given body, word for word, once its
 * proof is left out (AlphaVerus, Table 4). Another body is refused before any prover is asked.
 */
export function annotationEvaluator(
  problem: AnnotationProblem,
  { languages = LANGUAGES, ...parts }: ContractEvaluatorParts & { readonly examples?: Examples },
): Evaluator {
  const { contract, given, task } = problem;
  const { language: name } = contract.task;
  const language = languageNamed(name, tripleLanguages(languages));
  const expected = language.done(given, contract.task.contract);
  const splice = (candidate: string, own: Contract): Spliced => {
    const spliced = language.splice(candidate, own);
    if (spliced.status === 'refused') return spliced;
    return doneBy(candidate, own, language.done) === expected
      ? spliced
      : { status: 'refused', answer: refusal('body-changed', 'not allowed: the given body was changed') };
  };
  const ofGiven: Languages = { ...languages, [name]: { ...languages[name], splice } };
  const beside = [ANNOTATION_GRADER_VERSION, given];
  return {
    ...contractEvaluator(contract, { ...parts, languages: ofGiven, beside }),
    task,
    ...(parts.examples === undefined ? {} : { examples: parts.examples }),
  };
}

function doneBy(
  candidate: string,
  contract: Contract,
  done: (candidate: string, contract: Contract) => string,
): string | undefined {
  try {
    return done(candidate, contract);
  } catch (error) {
    if (error instanceof ForbiddenText) return undefined;
    throw error;
  }
}
