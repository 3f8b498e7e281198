import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { Evaluator, ExecutionStore, RecordedVerdicts, SuiteName } from '../../types/evaluator.ts';
import type { Execution, Outcome } from '../../types/execution.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import { compilerOf, messagesOf, type Prover, unknown } from '../../verifiers/prover/prover.ts';
import { NO_TIME, type ProofRunner, type TimedAnswer } from '../../verifiers/prover/run.ts';
import { extractBody } from './extract-body.ts';

export const MOST_MESSAGES = 5;

export interface ProvedEvaluatorParts {
  /** What loops ask. */
  readonly runner: ProofRunner;
  /** What grades. */
  readonly grader: ProofRunner;
  /** Answers that outlive a stop of the run: what was proved once is not proved again. */
  readonly executions: ExecutionStore;
  readonly recorded?: RecordedVerdicts;
}

/** A task whose candidates a prover is asked about. */
interface Proving extends Pick<Evaluator, 'task'> {
  readonly prover: Prover;
  /** Raised when an equal candidate becomes another outcome. */
  readonly graderVersion: string;
  /** All that an answer depends on beside the prover. */
  asked(candidate: string, suite: SuiteName): readonly unknown[];
  /** Of a candidate that is not empty. Throws `SandboxLostError`. */
  prove(candidate: string, suite: SuiteName, by: ProofRunner): Promise<TimedAnswer>;
}

type ProvedEvaluator = Evaluator & Required<Pick<Evaluator, 'grade' | 'programSha256'>>;

/**
 * Examines what a prover judges. The suite `hidden` is the proof: it grades. `public` is what a compiler says: the text is admissible and its
 * types fit. Where no prover is, nothing is said of any candidate.
 */
export function provedEvaluator(
  { task, prover, graderVersion, asked, prove }: Proving,
  { runner, grader, executions, recorded }: ProvedEvaluatorParts,
): ProvedEvaluator {
  const programSha256 = (candidate: string, suite: SuiteName): string => sha256(canonicalJson(asked(candidate, suite)));
  const gradedSha256 = (candidate: string, suite: SuiteName): string =>
    sha256(canonicalJson([graderVersion, runner.versionOf(askedOf(prover, suite)), ...asked(candidate, suite)]));
  async function examineOnce(key: string, candidate: string, suite: SuiteName, by: ProofRunner): Promise<Execution> {
    const stored = executions.get(key);
    if (stored !== undefined) return stored;
    const { answer, times } = await examine(candidate, by, () => prove(candidate, suite, by));
    const execution = toExecution(answer, suite);
    if (execution.outcome.status !== 'ungraded') await executions.put(key, execution, times);
    return execution;
  }
  return {
    task,
    noun: 'program',
    extract: extractBody,
    hasTests: () => true,
    gradedSha256,
    programSha256,
    async execute(candidate, suite) {
      const key = gradedSha256(candidate, suite);
      return { execution: await examineOnce(key, candidate, suite, runner), gradedSha256: key };
    },
    async grade(candidate) {
      const key = gradedSha256(candidate, 'hidden');
      const execution = await examineOnce(sha256(`grade ${key}`), candidate, 'hidden', grader);
      // A candidate that no loop asked about is recorded by its grade.
      const isGraded = execution.outcome.status !== 'ungraded';
      if (isGraded && executions.get(key) === undefined) await executions.put(key, execution, NO_TIME);
      return { execution, gradedSha256: key };
    },
    describe: describeProof,
    ...(recorded === undefined
      ? {}
      : { recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(programSha256(candidate, suite)) }),
  };
}

/** No answer: there is no program. */
async function examine(
  candidate: string,
  { missing }: ProofRunner,
  ask: () => Promise<TimedAnswer>,
): Promise<Partial<TimedAnswer> & Pick<TimedAnswer, 'times'>> {
  if (missing !== undefined) return { answer: unknown('not-available', { text: missing }), times: NO_TIME };
  return candidate.trim() === '' ? { times: NO_TIME } : ask();
}

/** The public suite is the compiler's. */
export const askedOf = (prover: Prover, suite: SuiteName): Prover => (suite === 'public' ? compilerOf(prover) : prover);

/** What a loop is told of a proof. */
function describeProof({ outcome, failures }: Execution): string {
  if (outcome.status === 'solved') return 'No complaint.';
  if (failures.length === 0) return outcome.reason === 'empty' ? 'There is no program.' : 'It could not be proved.';
  return failures.map(({ message }) => `- ${message}`).join('\n');
}

/** What a prover's answer comes to; `undefined`: there was no body. */
export function toExecution(answer: ProofAnswer | undefined, suite: SuiteName): Execution {
  const outcome = toOutcome(answer, suite);
  const messages = answer === undefined ? [] : messagesOf(answer);
  const told = outcome.status === 'solved' ? [] : messages.slice(0, MOST_MESSAGES);
  return {
    outcome,
    assertions: outcome.status === 'ungraded' ? '-' : outcome.status === 'solved' ? 'p' : 'f',
    failures: told.map(({ line, text }) => ({ message: line === undefined ? text : `line ${line}: ${text}` })),
    output: '',
  };
}

function toOutcome(answer: ProofAnswer | undefined, suite: SuiteName): Outcome {
  if (answer === undefined) return { status: 'unsolved', reason: 'empty' };
  if (answer.status === (suite === 'public' ? 'admitted' : 'proved')) return { status: 'solved' };
  if (!('reason' in answer)) return { status: 'ungraded', reason: 'prover-failed' };
  if (answer.status === 'refuted') {
    const { reason } = answer;
    return { status: 'unsolved', reason: reason === 'parse' ? 'syntax' : reason };
  }
  switch (answer.reason) {
    case 'not-available':
      return { status: 'ungraded', reason: 'prover-missing' };
    case 'tool-failure':
    case 'vacuous': // the contract is at fault, or the prover: never the body
      return { status: 'ungraded', reason: 'prover-failed' };
    case 'not-proved':
    case 'timeout':
    case 'memory':
    case 'breaks-prover':
      return { status: 'unsolved', reason: answer.reason };
  }
}
