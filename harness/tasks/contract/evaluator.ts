import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { Evaluator, ExecutionStore, RecordedVerdicts, SuiteName } from '../../types/evaluator.ts';
import type { Execution, Outcome, UnsolvedReason } from '../../types/execution.ts';
import type { ProofAnswer, ProofMessage } from '../../types/proof.ts';
import type { ContractProblem, ContractTask } from '../../types/task.ts';
import { compilerOf, messagesOf, type Prover, unknown } from '../../verifiers/prover/prover.ts';
import { NO_TIME, type ProofRunner, type TimedAnswer } from '../../verifiers/prover/run.ts';
import { countBody } from './count.ts';
import { extractBody } from './extract-body.ts';
import { LANGUAGES, type Language, type Languages } from './languages.ts';

/** Raised when an equal body becomes another outcome. 2: Dafny bodies that hide a statement without a body, or decrease what has no order, are refused. */
export const CONTRACT_GRADER_VERSION = 'contract-2';

const MOST_MESSAGES = 5;

export interface ContractEvaluatorParts {
  /** What loops ask. */
  readonly runner: ProofRunner;
  /** What grades. */
  readonly grader: ProofRunner;
  /** Answers that outlive a stop of the run: what was proved once is not proved again. */
  readonly executions: ExecutionStore;
  /** What proves which; Debian's provers when absent. */
  readonly languages?: Languages;
  readonly recorded?: RecordedVerdicts;
  /** What an answer depends on beside body and contract, where it does: a part of every key. */
  readonly beside?: readonly string[];
}

/**
 * Examines bodies under contracts. The suite `hidden` is the proof: it grades. `public` is what a compiler says: the text is admissible and
 * its types fit. Where no prover is, nothing is said of any body.
 */
export function contractEvaluator({ task, inputs = [] }: ContractProblem, parts: ContractEvaluatorParts): Evaluator {
  const { runner, grader, executions, languages = LANGUAGES, recorded, beside = [] } = parts;
  const language = languages[task.language];
  const { prover } = language;
  const asked = (candidate: string, suite: SuiteName) => [task.language, task.contract, candidate, suite, ...beside];
  const programSha256 = (candidate: string, suite: SuiteName): string => sha256(canonicalJson(asked(candidate, suite)));
  const gradedSha256 = (candidate: string, suite: SuiteName): string =>
    sha256(
      canonicalJson([CONTRACT_GRADER_VERSION, runner.versionOf(askedOf(prover, suite)), ...asked(candidate, suite)]),
    );
  async function examineOnce(key: string, candidate: string, suite: SuiteName, by: ProofRunner): Promise<Execution> {
    const stored = executions.get(key);
    if (stored !== undefined) return stored;
    const { answer, times } = await examine(candidate, task, { language, suite }, by);
    const execution = toExecution(answer, suite);
    if (execution.outcome.status !== 'ungraded') await executions.put(key, execution, times);
    return execution;
  }
  /** What an input shows is said by the grade alone: a loop is told what the prover says. */
  async function withWitness(execution: Execution, candidate: string): Promise<Execution> {
    const { outcome, failures } = execution;
    if (outcome.status !== 'unsolved' || !CAN_BE_SHOWN.has(outcome.reason) || inputs.length === 0) return execution;
    const witness = await findWitness(candidate, task, inputs, { language, runner: grader });
    if (witness?.status !== 'refuted') return execution;
    const shown = toExecution(witness, 'hidden');
    return { ...shown, failures: [...shown.failures, ...failures].slice(0, MOST_MESSAGES) };
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
      // A body that no loop asked about is recorded by its grade.
      const isGraded = execution.outcome.status !== 'ungraded';
      if (isGraded && executions.get(key) === undefined) await executions.put(key, execution, NO_TIME);
      return { execution: await withWitness(execution, candidate), gradedSha256: key };
    },
    describe: describeProof,
    count: (candidate) => {
      const examine = () => proveBody(candidate, task, { language, runner });
      return countBody(candidate, task, { runner, recorded, examine, beside });
    },
    ...(recorded === undefined
      ? {}
      : { recorded: (candidate: string, suite: SuiteName) => recorded.verdictOn(programSha256(candidate, suite)) }),
  };
}

/** What a loop is told of a proof. */
export function describeProof({ outcome, failures }: Execution): string {
  if (outcome.status === 'solved') return 'No complaint.';
  if (failures.length === 0) return outcome.reason === 'empty' ? 'There is no program.' : 'It could not be proved.';
  return failures.map(({ message }) => `- ${message}`).join('\n');
}

/** Which prover, and whether it or its compiler. */
export interface Asked {
  readonly language: Language;
  readonly suite: SuiteName;
}

/** No answer: there is no body. */
async function examine(
  candidate: string,
  task: ContractTask,
  asked: Asked,
  runner: ProofRunner,
): Promise<Partial<TimedAnswer> & Pick<TimedAnswer, 'times'>> {
  const { missing } = runner;
  if (missing !== undefined) return { answer: unknown('not-available', { text: missing }), times: NO_TIME };
  return candidate.trim() === '' ? { times: NO_TIME } : examineBody(candidate, task, asked, runner);
}

/** The public suite is the compiler's. */
const askedOf = (prover: Prover, suite: SuiteName): Prover => (suite === 'public' ? compilerOf(prover) : prover);

/** What the language's prover says of a body under its contract. Throws `SandboxLostError`. */
export const proveBody = (
  candidate: string,
  task: UnderContract,
  { language, runner }: LanguageRunner,
): Promise<TimedAnswer> => examineBody(candidate, task, { language, suite: 'hidden' }, runner);

/** What of a task a proof depends on. */
type UnderContract = Pick<ContractTask, 'contract'>;

/** A language's prover, and what asks it. */
interface LanguageRunner {
  readonly language: Language;
  readonly runner: ProofRunner;
}

/** What the prover, or its compiler, says of a body under its contract. Throws `SandboxLostError`. */
export async function examineBody(
  candidate: string,
  task: UnderContract,
  { language: { prover, splice }, suite }: Asked,
  runner: ProofRunner,
): Promise<TimedAnswer> {
  const spliced = splice(candidate, task.contract);
  if (spliced.status === 'refused') return { answer: spliced.answer, times: NO_TIME };
  const probe = suite === 'public' ? undefined : spliced.probe;
  const found = await runner.prove(askedOf(prover, suite), spliced.program, probe);
  const { answer } = found;
  if (!('messages' in answer)) return found;
  return { ...found, answer: { ...answer, messages: withLines(answer.messages, spliced.program) } };
}

/** What is not proved may be wrong, and an input may show it. */
const CAN_BE_SHOWN: ReadonlySet<string> = new Set<UnsolvedReason>(['not-proved', 'timeout', 'memory', 'breaks-prover']);

/**
 * Runs a body on inputs: `refuted` with the first that shows that a clause does not hold; `undefined` where it may not be run or its
 * contract cannot be executed. Throws `SandboxLostError`.
 */
export async function findWitness(
  candidate: string,
  { contract }: UnderContract,
  inputs: readonly string[],
  { language: { splice, witness }, runner }: LanguageRunner,
): Promise<ProofAnswer | undefined> {
  const spliced = splice(candidate, contract);
  const search = spliced.status === 'admitted' ? witness?.(spliced.program, contract, inputs) : undefined;
  return search && (await runner.prove(search.prover, search.program)).answer;
}

/** A prover's lines are those of the spliced program, which the loop has not seen: the line itself is told in place of its number. */
function withLines(messages: readonly ProofMessage[], program: string): ProofMessage[] {
  const lines = program.split('\n');
  return messages.map(({ line, text }) => {
    const source = line === undefined ? '' : (lines[line - 1]?.trim() ?? '');
    return { text: /\w/.test(source) ? `${text} (${source.slice(0, MOST_SHOWN)})` : text };
  });
}

const MOST_SHOWN = 120;

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
