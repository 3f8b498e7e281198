import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { DocstringPair } from '../../types/consistency.ts';
import type { Evaluator, SuiteName } from '../../types/evaluator.ts';
import type { Execution, Outcome } from '../../types/execution.ts';
import type { TripleProblem } from '../../types/task.ts';
import { NO_TIME } from '../../verifiers/prover/run.ts';
import { type ContractEvaluatorParts, contractEvaluator } from '../contract/evaluator.ts';
import { LANGUAGES } from '../contract/languages.ts';
import { contractOf } from './contract-of.ts';
import { consistencyTools } from './tools.ts';

/** Raised when an equal label becomes another outcome. */
export const TRIPLE_GRADER_VERSION = 'triple-1';

/**
 * Examines triples. The suite `hidden` is the label: a consistent triple is `solved`. `public` is what the prover says of the triple's body
 * under its own contract (the check anno-sound). The label is of the given body alone: any other stays ungraded.
 */
export function tripleEvaluator(
  problem: TripleProblem,
  parts: ContractEvaluatorParts,
  wordPairs: readonly DocstringPair[] = [],
): Evaluator {
  const proof = contractEvaluator(contractOf(problem), parts);
  const { task, set } = problem;
  const labelSha256 = (candidate: string): string =>
    sha256(canonicalJson([TRIPLE_GRADER_VERSION, task.id, set, candidate]));
  const programSha256 = (candidate: string, suite: SuiteName): string =>
    suite === 'public' ? (proof.programSha256?.(candidate, 'hidden') ?? '') : labelSha256(candidate);
  const { recorded } = parts;
  return {
    ...proof,
    ...(recorded === undefined
      ? {}
      : { recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(programSha256(candidate, suite)) }),
    task,
    wordPairs,
    triple: consistencyTools(problem, { languages: LANGUAGES, ...parts }),
    label: () => ({ set, program: problem.program }),
    gradedSha256: (candidate, suite) =>
      suite === 'public' ? proof.gradedSha256(candidate, 'hidden') : labelSha256(candidate),
    programSha256,
    async execute(candidate, suite) {
      if (suite === 'public') return proof.execute(candidate, 'hidden');
      return { execution: labelled(problem, candidate), gradedSha256: labelSha256(candidate) };
    },
    async grade(candidate) {
      const [execution, key] = [labelled(problem, candidate), labelSha256(candidate)];
      // A recording has what the run’s executions have.
      if (execution.outcome.status !== 'ungraded') await parts.executions.put(key, execution, NO_TIME);
      return { execution, gradedSha256: key };
    },
  };
}

function labelled({ task, set }: TripleProblem, candidate: string): Execution {
  const outcome: Outcome =
    candidate !== task.body
      ? { status: 'ungraded', reason: 'not-recorded' }
      : set === 'ground-truth'
        ? { status: 'solved' }
        : { status: 'unsolved', reason: 'inconsistent' };
  const assertions = outcome.status === 'solved' ? 'p' : outcome.status === 'unsolved' ? 'f' : '-';
  return { outcome, assertions, failures: [], output: '' };
}
