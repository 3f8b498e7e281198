/** What a condition's loop is told by: a verifier is a value, the harness's own or a condition's. */

import type { Candidate, Verdict } from './attempt.ts';
import type { CheckTool, ToolOutcome } from './evaluator.ts';
import type { AnswerSchema, Message, Parsed, RoleName } from './model.ts';
import type { AnyTask, TestedTask } from './task.ts';

/** Says accept or reject of a candidate; it may be wrong, that is the experiment. */
export interface Verifier<OwnTask extends AnyTask = TestedTask> {
  /** Its name in records and tables: lower-case words with hyphens, never used for another verifier. */
  readonly name: string;
  /** The tests it may run. `hidden` are those that grade: a loop that looks at them is marked with a dagger everywhere. */
  readonly sees: 'hidden' | 'public' | 'nothing';
  /** Absent where the condition makes its verdicts itself: `context.verify` then throws. */
  verify?(candidate: Candidate, context: VerifierContext<OwnTask>): Promise<Verdict>;
}

/** What a tool checks. */
type ToolKind = CheckTool['kind'];

/** What a verifier is given. */
export interface VerifierContext<OwnTask extends AnyTask = TestedTask> {
  readonly task: OwnTask;
  /** What a candidate is called in feedback. */
  readonly noun: 'program' | 'patch';
  readonly signal: AbortSignal;
  /** The share of candidates that a verifier by chance accepts (`--random-acceptance`). */
  readonly acceptance: number;
  /** Runs the tests that the verifier says it sees; in a replay it gives what was recorded. Throws where it sees none. */
  runTests(candidate: Candidate): Promise<Verdict>;
  /**
   * Runs a tool on a program beside untrusted code: mypy (`types`), hypothesis (`property`), CrossHair (`contract`); `source` is the check, a
   * Python text, empty for mypy on the program alone. `held`, `failed` with evidence, or why there is no answer: `unknown`, and
   * `not-applicable` where nothing is annotated or the tool is not installed.
   */
  runTool(kind: ToolKind, candidate: Candidate, source: string): Promise<ToolOutcome>;
  /** As in a condition's context. */
  ask(messages: readonly Message[], role: RoleName): Promise<string>;
  askFor<T>(messages: readonly Message[], role: RoleName, schema: AnswerSchema<T>): Promise<Parsed<T>>;
  random(stream: string): number;
}
