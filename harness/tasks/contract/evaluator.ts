import type { Evaluator, SuiteName } from '../../types/evaluator.ts';
import type { Execution, UnsolvedReason } from '../../types/execution.ts';
import type { ProofAnswer, ProofMessage } from '../../types/proof.ts';
import type { ContractProblem, ContractTask } from '../../types/task.ts';
import { NO_TIME, type ProofRunner, type TimedAnswer } from '../../verifiers/prover/run.ts';
import { countBody } from './count.ts';
import { LANGUAGES, type Language, type Languages } from './languages.ts';
import { askedOf, MOST_MESSAGES, type ProvedEvaluatorParts, provedEvaluator, toExecution } from './proved-evaluator.ts';

/** Raised when an equal body becomes another outcome. 2: Dafny bodies that hide a statement without a body, or decrease what has no order, are refused. */
export const CONTRACT_GRADER_VERSION = 'contract-2';

export interface ContractEvaluatorParts extends ProvedEvaluatorParts {
  /** What proves which; Debian's provers when absent. */
  readonly languages?: Languages;
  /** What an answer depends on beside body and contract, where it does: a part of every key. */
  readonly beside?: readonly string[];
}

/**
 * Examines bodies under contracts. The suite `hidden` is the proof: it grades. `public` is what a compiler says: the text is admissible and
 * its types fit. Where no prover is, nothing is said of any body.
 */
export function contractEvaluator({ task, inputs = [] }: ContractProblem, parts: ContractEvaluatorParts): Evaluator {
  const { runner, grader, languages = LANGUAGES, recorded, beside = [] } = parts;
  const language = languages[task.language];
  const examined = provedEvaluator(
    {
      task,
      prover: language.prover,
      graderVersion: CONTRACT_GRADER_VERSION,
      asked: (candidate, suite) => [task.language, task.contract, candidate, suite, ...beside],
      prove: (candidate, suite, by) => examineBody(candidate, task, { language, suite }, by),
    },
    parts,
  );
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
    ...examined,
    async grade(candidate) {
      const { execution, gradedSha256 } = await examined.grade(candidate);
      return { execution: await withWitness(execution, candidate), gradedSha256 };
    },
    count: (candidate) => {
      const examine = () => proveBody(candidate, task, { language, runner });
      return countBody(candidate, task, { runner, recorded, examine, beside });
    },
  };
}

/** Which prover, and whether it or its compiler. */
export interface Asked {
  readonly language: Language;
  readonly suite: SuiteName;
}

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
