import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { Evaluator, SuiteName } from '../../types/evaluator.ts';
import type { Execution, Outcome } from '../../types/execution.ts';
import type { ProofAnswer, ProofMessage } from '../../types/proof.ts';
import type { ContractProblem, ContractTask } from '../../types/task.ts';
import type { ProofRunner } from '../../verifiers/prover/run.ts';
import { extractBody } from './extract-body.ts';
import { LANGUAGES } from './languages.ts';

/** Raised when an equal answer of a prover becomes another outcome. */
export const CONTRACT_GRADER_VERSION = 'contract-1';

const MOST_MESSAGES = 5;

/**
 * Examines bodies under contracts. The suite `hidden` is the proof: it grades. `public` is what a compiler says: the text is admissible and
 * its types fit.
 */
export function contractEvaluator({ task }: ContractProblem, runner: ProofRunner): Evaluator {
  const { prover } = LANGUAGES[task.language];
  const gradedSha256 = (candidate: string, suite: SuiteName): string =>
    sha256(
      canonicalJson([
        CONTRACT_GRADER_VERSION,
        runner.versionOf(prover),
        task.language,
        task.contract,
        candidate,
        suite,
      ]),
    );
  return {
    task,
    noun: 'program',
    extract: extractBody,
    hasTests: () => true,
    gradedSha256,
    async execute(candidate, suite) {
      const answer = candidate.trim() === '' ? undefined : await proveBody(candidate, task, runner);
      return { execution: toExecution(answer, suite), gradedSha256: gradedSha256(candidate, suite) };
    },
    describe: ({ outcome, failures }) => {
      if (outcome.status === 'solved') return 'No complaint.';
      return failures.map(({ message }) => `- ${message}`).join('\n');
    },
  };
}

/** What the language's prover says of a body under its contract. Throws `SandboxLostError`. */
export async function proveBody(candidate: string, task: ContractTask, runner: ProofRunner): Promise<ProofAnswer> {
  const { prover, splice } = LANGUAGES[task.language];
  const spliced = splice(candidate, task.contract);
  if (spliced.status === 'refused') return spliced.answer;
  const answer = await runner.prove(prover, spliced.program, spliced.probe);
  return answer.status === 'proved' ? answer : { ...answer, messages: withLines(answer.messages, spliced.program) };
}

/** A prover's lines are those of the spliced program, which the loop has not seen: the line itself is told in place of its number. */
function withLines(messages: readonly ProofMessage[], program: string): ProofMessage[] {
  const lines = program.split('\n');
  return messages.map(({ line, text }) => {
    const source = line === undefined ? undefined : lines[line - 1]?.trim();
    return { text: source === undefined || source === '' ? text : `${text} (${source.slice(0, MOST_SHOWN)})` };
  });
}

const MOST_SHOWN = 120;

/** `undefined`: there was no body. */
function toExecution(answer: ProofAnswer | undefined, suite: SuiteName): Execution {
  const outcome = toOutcome(answer, suite);
  const messages = answer === undefined || answer.status === 'proved' ? [] : answer.messages;
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
  if (answer.status === 'proved') return { status: 'solved' };
  if (answer.status === 'refuted') {
    const { reason } = answer;
    return { status: 'unsolved', reason: reason === 'parse' ? 'syntax' : reason === 'witness' ? 'assertion' : reason };
  }
  switch (answer.reason) {
    case 'not-available':
      return { status: 'ungraded', reason: 'prover-missing' };
    case 'tool-failure':
    case 'vacuous': // its contract has clauses: a prover that finds nothing to prove in it cannot be believed
      return { status: 'ungraded', reason: 'prover-failed' };
    case 'not-proved':
    case 'timeout':
    case 'memory':
      return suite === 'public' ? { status: 'solved' } : { status: 'unsolved', reason: answer.reason };
  }
}
