import type { Attempt, Candidate, Fault, Verdict, VerifierKind } from '../types/attempt.ts';
import type { Message, Parsed, Role } from '../types/model.ts';
import type { AnyTask } from '../types/task.ts';
import type { ClaimBook } from '../verifiers/claims/claim-book.ts';
import type { AnswerSchema } from './answer-schema.ts';

/** What the harness offers a condition. Recording, limits, cost, retries and saving happen behind it. */
export interface ConditionContext {
  /** k: the number of repair rounds allowed. */
  readonly rounds: number;
  readonly maxClaims: number;
  readonly signal: AbortSignal;
  /** Asks the model for a candidate and extracts it. `generate` = an independent draw, `regenerate` = a repair. */
  propose(messages: readonly Message[], role?: 'generate' | 'regenerate'): Promise<Candidate>;
  /** Asks the model for a text. */
  ask(messages: readonly Message[], role: Role): Promise<string>;
  /** Asks the model for a typed answer; asked once more with the error when it does not parse, then `unparsed`. */
  askFor<T>(messages: readonly Message[], role: Role, schema: AnswerSchema<T>): Promise<Parsed<T>>;
  /** The verifier the condition declares. */
  verify(candidate: Candidate): Promise<Verdict>;
  /** Whether the loop ends at this verdict, under the run's stop rule. */
  stopsAt(verdict: Verdict): boolean;
  /** Claims that are decided one by one; of a task without functions to call every use throws. */
  readonly claims: ClaimBook;
  /** Whether the arm that `spends` names used more by the end of that round than this trial has so far; without such an arm always. */
  hasTokensFor(round: number): boolean;
  /** Numbers in [0, 1) from the trial's seed; each named stream is a sequence of its own. */
  random(stream: string): number;
}

export interface Condition {
  /** One sentence, shown in --help and in tables. */
  readonly description: string;
  /** What `context.verify` runs; `grading-tests` makes it an oracle condition, marked with a dagger everywhere. */
  readonly verifier: VerifierKind;
  /** The condition that differs from this one in the idea to be tested: the one comparison declared in advance. `baseline` when absent. */
  readonly comparator?: string;
  /** Its place in tables, the smallest first; those without one come after, by name. No part of its hash. */
  readonly order?: number;
  /**
   * What may be made wrong in it on purpose (`--inject`): `lie` where the loop is told verdicts, `claims` and `plan` where it makes them.
   * When absent, lies where the harness runs its verifier. No part of its hash.
   */
  readonly faults?: readonly Fault['kind'][];
  /** An arm of the same run whose tokens, task by task and round by round, are this one's budget. */
  readonly spends?: string;
  /** `published`: the published study's extractor takes its candidates, prose and all. */
  readonly extractor?: 'published';
  /** `traceback`: its loop is told of failing tests what the published loops were told, in place of assertions and values. */
  readonly feedback?: 'traceback';
  /** Left out where no conditions are named. */
  readonly isOnRequest?: boolean;
  /** It does not run on patches: its checks call a function, or its prompts speak of one. */
  readonly isForFunctions?: boolean;
  /** Yields every attempt, the first generation first. */
  run(task: AnyTask, context: ConditionContext): AsyncGenerator<Attempt, void, void>;
}

/** A condition's file exports this as default; its name is its file name. */
export function defineCondition(condition: Condition): Condition {
  return condition;
}
