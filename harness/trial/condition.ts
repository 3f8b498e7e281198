import { ConditionError } from '../errors.ts';
import type { Attempt, Candidate, FaultName, Verdict } from '../types/attempt.ts';
import type { AnswerSchema, Message, Parsed, Role, RoleName } from '../types/model.ts';
import type { AnyTask, TestedTask } from '../types/task.ts';
import type { Verifier } from '../types/verifier.ts';
import { none } from '../verifiers/built-in.ts';
import { capabilitiesIn, kindsOf, type Open, type Uses } from './capability.ts';

/**
 * What the harness offers every condition. Recording, limits, cost, retries and saving happen behind it. What only some need stands
 * beside it where the condition lists it under `uses`.
 */
export interface ConditionContext {
  /** k: the number of repair rounds allowed. */
  readonly rounds: number;
  readonly signal: AbortSignal;
  /** Asks the model for a candidate and extracts it. `generate` = an independent draw, `regenerate` = a repair. */
  propose(messages: readonly Message[], role?: 'generate' | 'regenerate'): Promise<Candidate>;
  /** Asks the model for a text. */
  ask(messages: readonly Message[], role: RoleName): Promise<string>;
  /** Asks the model for a typed answer; asked once more with the error when it does not parse, then `unparsed`. */
  askFor<T>(messages: readonly Message[], role: RoleName, schema: AnswerSchema<T>): Promise<Parsed<T>>;
  /** The verifier the condition declares. */
  verify(candidate: Candidate): Promise<Verdict>;
  /** Whether the loop ends at this verdict, under the run's stop rule. */
  stopsAt(verdict: Verdict): boolean;
  /** Numbers in [0, 1) from the trial's seed; each named stream is a sequence of its own. */
  random(stream: string): number;
}

/** What a condition says of itself. */
interface Declaration {
  /** One sentence, shown in --help and in tables. */
  readonly description: string;
  /** What `context.verify` runs. One that sees the hidden tests makes it an oracle condition, marked with a dagger everywhere. */
  readonly verifier: Verifier;
  /** The condition that differs from this one in the idea to be tested: the one comparison declared in advance. `baseline` when absent. */
  readonly comparator?: string;
  /** It makes one answer and has no rounds: one column in every table, one run under `--protocol independent`. No part of its hash. */
  readonly answersOnce?: true;
  /** Its place in tables, the smallest first; those without one come after, by name. No part of its hash. */
  readonly order?: number;
  /**
   * What may be made wrong in it on purpose (`--inject`): `verdict-flip` where the loop is told verdicts, `claims` and
   * `plan` where it makes them. When absent, `verdict-flip` where its verifier sees tests. No part of its hash.
   */
  readonly faults?: readonly FaultName[];
  /** An arm of the same run whose tokens, task by task and round by round, are this one's budget (with `uses: { tokensLeft }`). */
  readonly spends?: string;
  /** An arm of the same run whose critic's rates this one's coins have (with `uses: { matchedRates }`): it is run after all of that arm. */
  readonly matches?: string;
  /** `published`: the published study's extractor takes its candidates, prose and all. */
  readonly extractor?: 'published';
  /** `traceback`: its loop is told of failing tests what the published loops were told, in place of assertions and values. */
  readonly feedback?: 'traceback';
  /** The kinds of task its prompts speak of; functions and patches when absent. What it `uses` may work on fewer. No part of its hash. */
  readonly appliesTo?: readonly AnyTask['kind'][];
  /** The languages of contracts that its prompts know; Dafny and Python when absent. */
  readonly languages?: readonly string[];
  /** Roles of its own, each with the one it acts as: `{ attack: 'criticise' }`. That one decides its temperature and where it is counted. */
  readonly roles?: Readonly<Record<string, Role>>;
  /** Of its roles those that the model of `--critic` answers, where one is given. */
  readonly criticRoles?: readonly RoleName[];
  /** Left out where no conditions are named. */
  readonly isOnRequest?: boolean;
}

/** A condition as its file writes it; `Values` is what its capabilities put into the context. */
interface ConditionDefinition<Values, OwnTask extends AnyTask> extends Declaration {
  /** Capabilities, by the names under which the context has them. */
  readonly uses?: Uses<Values>;
  /** Yields every attempt, the first generation first. */
  run(task: OwnTask, context: ConditionContext & NoInfer<Values>): AsyncGenerator<Attempt, void, void>;
}

/** A condition as the harness runs it. */
export interface Condition extends Declaration {
  run(task: AnyTask, context: ConditionContext, open: Open): AsyncGenerator<Attempt, void, void>;
}

/** A condition's file exports this as default; its name is its file name. */
export function defineCondition<Values extends object = Record<never, never>, OwnTask extends AnyTask = TestedTask>(
  definition: ConditionDefinition<Values, OwnTask>,
): Condition {
  // What it applies to is checked before a run begins: it is given no other kind of task.
  const { uses, run: _, ...declared } = definition;
  const general: ConditionDefinition<Values, AnyTask> = definition;
  const capabilities = capabilitiesIn(uses);
  if (definition.verifier.name !== none.name && capabilities.some(({ tellsTruth }) => tellsTruth))
    throw new ConditionError('uses: what tells which triples are right is for a condition whose verifier is `none`');
  const appliesTo = kindsOf([definition, ...capabilities]);
  return {
    ...declared,
    ...(appliesTo === undefined ? {} : { appliesTo }),
    run: (task, context, open) => general.run(task, { ...context, ...open(uses) }),
  };
}
