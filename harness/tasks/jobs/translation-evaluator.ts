import { SandboxLostError } from '../../errors.ts';
import { sha256 } from '../../storage/hash.ts';
import type { Evaluator, SuiteName } from '../../types/evaluator.ts';
import type { Execution, UnsolvedReason } from '../../types/execution.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { Examples } from '../../types/search.ts';
import type { TranslationProblem, WholeProgram } from '../../types/task.ts';
import { NO_TIME, type ProofRunner, type TimedAnswer } from '../../verifiers/prover/run.ts';
import { refusal } from '../../verifiers/prover/whole.ts';
import { countBody } from '../contract/count.ts';
import { examineBody } from '../contract/evaluator.ts';
import { type ProvedEvaluatorParts, provedEvaluator } from '../contract/proved-evaluator.ts';
import { type LanguagesByName, languageNamed } from './problems.ts';
import { readTranslation } from './read-translation.ts';

/** Raised when an equal translation becomes another outcome. */
export const TRANSLATION_GRADER_VERSION = 'translation-2';

/** What is known of a proved translation beside the proof. */
export type Judged =
  | { readonly status: 'passes' }
  | { readonly status: 'rejected'; readonly reason: UnsolvedReason; readonly detail: string }
  | { readonly status: 'undecided'; readonly detail: string };

/** Judges a proved translation: what a grade asks beside the proof. Throws `SandboxLostError`. */
export type JudgeTranslation = (
  program: WholeProgram,
  problem: TranslationProblem,
  by: { readonly languages: LanguagesByName; readonly runner: ProofRunner },
) => Promise<Judged>;

interface TranslationEvaluatorParts extends ProvedEvaluatorParts {
  readonly languages: LanguagesByName;
  readonly judge: JudgeTranslation;
  readonly examples?: Examples;
}

/**
 * Examines whole programs that were made from a proved one in another language. A loop is told what the prover says. The grade asks more: proved, and
 * passed by what judges it (decisions/searches.md); where that could not tell, there is no grade.
 */
export function translationEvaluator(problem: TranslationProblem, parts: TranslationEvaluatorParts): Evaluator {
  const { runner, grader, executions, languages, judge, examples, recorded } = parts;
  const { task, source } = problem;
  const target = { name: task.target.language, language: languageNamed(task.target.language, languages) };
  const pair = { source: { program: source, language: languageNamed(source.language, languages) }, target };
  const prove = async (candidate: string, suite: SuiteName, by: ProofRunner): Promise<TimedAnswer> => {
    const read = readTranslation(candidate, pair);
    if ('refused' in read) return { answer: read.refused, times: NO_TIME };
    const { answer, ...found } = await examineBody(
      read.program.body,
      read.program,
      { language: target.language, suite },
      by,
    );
    return { ...found, answer: ofOwnContract(answer) };
  };
  const proved = provedEvaluator(
    {
      task,
      prover: target.language.prover,
      graderVersion: TRANSLATION_GRADER_VERSION,
      asked: (candidate, suite) => [target.name, source, candidate, suite],
      prove,
    },
    parts,
  );
  const { gradedSha256, programSha256 } = proved;
  async function judgeOnce(key: string, candidate: string): Promise<Execution> {
    const stored = executions.get(key);
    if (stored !== undefined) return stored;
    const read = readTranslation(candidate, pair);
    if ('refused' in read) throw new Error(`${task.id}: a proved translation is read again as it was`);
    const execution = toJudged(await judge(read.program, problem, { languages, runner: grader }));
    if (execution.outcome.status !== 'ungraded') await executions.put(key, execution, NO_TIME);
    return execution;
  }
  const judgedSha256 = (key: string): string => sha256(`judged ${key}`);
  return {
    ...proved,
    ...(examples === undefined ? {} : { examples }),
    async grade(candidate) {
      const { execution, gradedSha256: key } = await proved.grade(candidate);
      const isProved = execution.outcome.status === 'solved';
      return { execution: isProved ? await judgeOnce(judgedSha256(key), candidate) : execution, gradedSha256: key };
    },
    gradeApart: {
      executionKey: (candidate) => judgedSha256(gradedSha256(candidate, 'hidden')),
      programSha256: (candidate) => judgedSha256(programSha256(candidate, 'hidden')),
    },
    count: (candidate) => {
      const counting = { id: task.id, language: target.name, contract: source.contract };
      return countBody(candidate, counting, { runner, recorded, examine: () => prove(candidate, 'hidden', runner) });
    },
    ...(recorded === undefined
      ? {}
      : {
          recordedGrade: (candidate: string) => recorded.verdictOn(judgedSha256(programSha256(candidate, 'hidden'))),
        }),
  };
}

/**
 * A contract that contradicts itself is the model's own here: nothing is wrong with the prover. Of what was probed `vacuous` says that and nothing
 * else: where the body leaves nothing to prove, the answer is `not-proved`.
 */
const ofOwnContract = (answer: ProofAnswer): ProofAnswer =>
  answer.status === 'unknown' && answer.reason === 'vacuous'
    ? refusal('trivial-contract', 'its preconditions contradict one another')
    : answer;

function toJudged(judged: Judged): Execution {
  switch (judged.status) {
    case 'passes':
      return { outcome: { status: 'solved' }, assertions: 'p', failures: [], output: '' };
    case 'rejected': {
      const { reason, detail } = judged;
      return {
        outcome: { status: 'unsolved', reason },
        assertions: 'f',
        failures: [{ message: detail }],
        output: '',
      };
    }
    case 'undecided':
      return {
        outcome: { status: 'ungraded', reason: 'critics-undecided' },
        assertions: '-',
        failures: [{ message: judged.detail }],
        output: '',
      };
  }
}

/** A judge where records are read, and nothing is executed. */
export const judgesNothing: JudgeTranslation = () =>
  Promise.reject(new SandboxLostError('nothing is judged while records are read'));
