import { SandboxLostError } from '../../errors.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { Evaluator, ExecutionStore, RecordedVerdicts, SuiteName } from '../../types/evaluator.ts';
import type { Execution, UnsolvedReason } from '../../types/execution.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { Examples } from '../../types/search.ts';
import type { TranslationProblem, WholeProgram } from '../../types/task.ts';
import { compilerOf, unknown } from '../../verifiers/prover/prover.ts';
import { NO_TIME, type ProofRunner, type TimedAnswer } from '../../verifiers/prover/run.ts';
import { refusal } from '../../verifiers/prover/whole.ts';
import { countBody } from '../contract/count.ts';
import { describeProof, examineBody, toExecution } from '../contract/evaluator.ts';
import { extractBody } from '../contract/extract-body.ts';
import { type LanguagesByName, languageNamed } from './problems.ts';
import { readTranslation } from './read-translation.ts';

/** Raised when an equal translation becomes another outcome. */
export const TRANSLATION_GRADER_VERSION = 'translation-1';

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

interface TranslationEvaluatorParts {
  /** What loops ask. */
  readonly runner: ProofRunner;
  /** What grades. */
  readonly grader: ProofRunner;
  readonly executions: ExecutionStore;
  readonly languages: LanguagesByName;
  readonly judge: JudgeTranslation;
  readonly examples?: Examples;
  readonly recorded?: RecordedVerdicts;
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
  const { prover } = target.language;
  const asked = (candidate: string, suite: SuiteName) => [target.name, source, candidate, suite];
  const programSha256 = (candidate: string, suite: SuiteName): string => sha256(canonicalJson(asked(candidate, suite)));
  const askedOf = (suite: SuiteName) => (suite === 'public' ? compilerOf(prover) : prover);
  const gradedSha256 = (candidate: string, suite: SuiteName): string =>
    sha256(canonicalJson([TRANSLATION_GRADER_VERSION, runner.versionOf(askedOf(suite)), ...asked(candidate, suite)]));
  const prove = (candidate: string, suite: SuiteName, by: ProofRunner): Promise<TimedAnswer> => {
    const read = readTranslation(candidate, pair);
    if ('refused' in read) return Promise.resolve({ answer: read.refused, times: NO_TIME });
    return examineBody(read.program.body, read.program, { language: target.language, suite }, by);
  };
  async function examineOnce(key: string, candidate: string, suite: SuiteName, by: ProofRunner): Promise<Execution> {
    const stored = executions.get(key);
    if (stored !== undefined) return stored;
    const { answer, times } = await examine(candidate, by, () => prove(candidate, suite, by));
    const execution = toExecution(answer, suite);
    if (execution.outcome.status !== 'ungraded') await executions.put(key, execution, times);
    return execution;
  }
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
    task,
    noun: 'program',
    extract: extractBody,
    hasTests: () => true,
    gradedSha256,
    programSha256,
    ...(examples === undefined ? {} : { examples }),
    async execute(candidate, suite) {
      const key = gradedSha256(candidate, suite);
      return { execution: await examineOnce(key, candidate, suite, runner), gradedSha256: key };
    },
    async grade(candidate) {
      const key = gradedSha256(candidate, 'hidden');
      const proof = await examineOnce(sha256(`grade ${key}`), candidate, 'hidden', grader);
      if (proof.outcome.status !== 'ungraded' && executions.get(key) === undefined)
        await executions.put(key, proof, NO_TIME);
      const isProved = proof.outcome.status === 'solved';
      return { execution: isProved ? await judgeOnce(judgedSha256(key), candidate) : proof, gradedSha256: key };
    },
    gradeApart: {
      executionKey: (candidate) => judgedSha256(gradedSha256(candidate, 'hidden')),
      programSha256: (candidate) => judgedSha256(programSha256(candidate, 'hidden')),
    },
    describe: describeProof,
    count: (candidate) => {
      const counting = { id: task.id, language: target.name, contract: source.contract };
      const ask = async () => {
        const { answer, ...found } = await prove(candidate, 'hidden', runner);
        return { ...found, answer: ofOwnContract(answer) };
      };
      return countBody(candidate, counting, { runner, recorded, examine: ask });
    },
    ...(recorded === undefined
      ? {}
      : {
          recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(programSha256(candidate, suite)),
          recordedGrade: (candidate: string) => recorded.verdictOn(judgedSha256(programSha256(candidate, 'hidden'))),
        }),
  };
}

/** No answer: there is no program. */
async function examine(
  candidate: string,
  { missing }: ProofRunner,
  ask: () => Promise<TimedAnswer>,
): Promise<Partial<TimedAnswer> & Pick<TimedAnswer, 'times'>> {
  if (missing !== undefined) return { answer: unknown('not-available', { text: missing }), times: NO_TIME };
  if (candidate.trim() === '') return { times: NO_TIME };
  const { answer, ...found } = await ask();
  return { ...found, answer: ofOwnContract(answer) };
}

/** A contract that contradicts itself is the model's own here: nothing is wrong with the prover. */
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
