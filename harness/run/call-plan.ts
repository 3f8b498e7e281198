import { basename } from 'node:path';
import { ConditionError, ModelError, UsageError } from '../errors.ts';
import { estimateInputTokens } from '../models/providers/token-estimate.ts';
import { fillSchema } from '../models/simulated/fill-schema.ts';
import type { ResponseStore, Sampler } from '../models/stored/sampling.ts';
import { type PlannedTrial, planTrials } from '../records/plan.ts';
import { failingTools } from '../tasks/triple/failing-tools.ts';
import { asArm } from '../trial/as-arm.ts';
import { runTrial } from '../trial/trial.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { ModelRequest, ModelResponse, Role, RoleName } from '../types/model.ts';
import type { Identity, Trajectory } from '../types/record.ts';
import { failingChecks } from '../verifiers/claims/failing-checks.ts';
import type { LoadedCondition } from './load-conditions.ts';

interface PlannedCalls {
  /** The role that a role of its own acts as. */
  readonly role: Role;
  /** Asked of the model that answers for a critic. */
  readonly isCritic: boolean;
  readonly calls: number;
  readonly stored: number;
  /** What a request of this role holds on average, estimated on the high side from the texts: answers in it are stand-ins. */
  readonly meanInputTokens: number;
}

/** How many calls per run makes at the most, as far as that can be known before it. */
export interface CallPlan {
  /** Different calls (equal ones share an answer) when no loop stops early, and how many of them are stored. */
  readonly byRole: ReadonlyMap<RoleName, PlannedCalls>;
  /** Step 0: these requests are known exactly, later ones depend on answers and verdicts. */
  readonly firstAnswers: { readonly calls: number; readonly stored: number };
  /** Calls whose answer is asked for once more when it does not parse; such repeats are not in the other numbers. */
  readonly repeatable: number;
  /** Trials that were played through; when there are more in the plan, all numbers but first answers are scaled up. */
  readonly played: number;
  readonly trials: number;
}

/** Beyond this a plan is scaled up: playing a trial through takes some milliseconds. First answers are counted for all. */
const MOST_PLAYED = 800;
/** The same in generations, for trials of hundreds of them: whole tasks, but one at least. */
const MOST_GENERATIONS = 20_000;

/**
 * Plays every trial through without a model or a sandbox: what is stored is answered as stored, everything else by a
 * stand-in that is a function of the sample key (so that arms share exactly what they will share), and every test fails.
 */
export async function planCalls(
  identity: Identity,
  conditions: readonly LoadedCondition[],
  evaluators: readonly Evaluator[],
  store?: ResponseStore,
  critic?: PlannedCritic,
): Promise<CallPlan> {
  const planned = planTrials(identity);
  const played = playedOf(planned);
  const [tally, firstTally] = [createTally(identity.model, store, critic), createTally(identity.model, store)];
  const first = new Set<string>();
  for (const [index, { id, rounds }] of planned.entries()) {
    const arm = conditions.find(({ identity: { name } }) => name === id.condition);
    const evaluator = evaluators.find(({ task }) => task.id === id.taskId);
    if (arm === undefined || evaluator === undefined) continue;
    const isPlayed = index < played;
    // A smaller k is the beginning of a larger one: whoever is asked for a first answer alone needs no more.
    const least = isPlayed ? rounds : Math.min(rounds, 1);
    const settings = { ...identity, rounds: least, randomAcceptance: Number(identity.randomAcceptance) };
    const parts = isPlayed ? tally.samplers : { sampler: onceOnly(firstTally.samplers.sampler) };
    const { signal } = new AbortController();
    const failing = failingEverything(asArm(evaluator, arm.identity));
    const { trajectory } = await runTrial(id, arm.condition, failing, settings, { ...parts, signal });
    for (const key of firstAnswers(trajectory)) first.add(key);
  }
  const isStored = (key: string): boolean => tally.isStored(key) || firstTally.isStored(key);
  const scale = planned.length / Math.max(1, played);
  const scaled = (count: number): number => Math.round(count * scale);
  return {
    byRole: new Map([...tally.roles()].map(([role, seen]) => [role, plannedCalls(seen, scaled)])),
    firstAnswers: { calls: first.size, stored: [...first].filter(isStored).length },
    repeatable: scaled(tally.repeatable()),
    played,
    trials: planned.length,
  };
}

/** How many trials of the plan, from its beginning, are played through. */
function playedOf(planned: readonly PlannedTrial[]): number {
  const most = planned.slice(0, MOST_PLAYED);
  let generations = 0;
  const end = most.findIndex(({ rounds }) => {
    generations += rounds + 1;
    return generations > MOST_GENERATIONS;
  });
  if (end < 0) return most.length;
  const taskAt = (place: number): string | undefined => planned[place]?.id.taskId;
  const start = planned.findIndex(({ id }) => id.taskId === taskAt(end));
  const second = planned.findIndex(({ id }) => id.taskId !== taskAt(0));
  return start > 0 ? start : second > 0 ? second : planned.length;
}

/**
 * Plays each condition on the first task, as `planCalls` does, to find what no run should begin with: an unknown role, a verifier that it
 * does not have. Throws `UsageError` naming the file. What else a condition does with made-up answers proves nothing.
 */
export async function rehearse(
  identity: Identity,
  conditions: readonly LoadedCondition[],
  evaluators: readonly Evaluator[],
): Promise<void> {
  const { sampler } = createTally(identity.model, undefined).samplers;
  const settings = {
    ...identity,
    rounds: Math.max(...identity.k),
    randomAcceptance: Number(identity.randomAcceptance),
  };
  const [evaluator] = evaluators;
  if (evaluator === undefined) return;
  for (const { condition, identity: own, path } of conditions) {
    const id = { condition: own.name, taskId: evaluator.task.id, sample: 0 };
    const { signal } = new AbortController();
    const failing = failingEverything(asArm(evaluator, own));
    const refuse = (message: string): never => {
      throw new UsageError(`${basename(path)}: ${message}`);
    };
    try {
      const { end } = (await runTrial(id, condition, failing, settings, { sampler, signal })).trajectory;
      if (end.status === 'error' && end.kind === ConditionError.name) refuse(end.message);
    } catch (error) {
      if (error instanceof ConditionError) refuse(error.message);
      throw error;
    }
  }
}

/** Answers a trial's first call and ends the trial at the second. */
function onceOnly(sampler: Sampler): Sampler {
  let calls = 0;
  return {
    ...sampler,
    async sample(...call) {
      if (calls++ > 0) throw new ModelError('only first answers are planned here');
      return sampler.sample(...call);
    },
  };
}

function plannedCalls(seen: readonly Seen[], scaled: (count: number) => number): PlannedCalls {
  const stored = seen.filter(({ isStored }) => isStored).length;
  const meanInputTokens = seen.reduce((sum, { inputTokens }) => sum + inputTokens, 0) / Math.max(1, seen.length);
  const { role = 'generate', isCritic = false } = seen[0] ?? {};
  return { role, isCritic, calls: scaled(seen.length), stored: scaled(stored), meanInputTokens };
}

function firstAnswers({ steps, unfinishedCalls }: Trajectory): string[] {
  const calls = steps[0]?.calls ?? unfinishedCalls;
  return calls.filter(({ role, occurrence }) => role === 'generate' && occurrence === 0).map(({ key }) => key);
}

/** The second model of a run. */
interface PlannedCritic {
  readonly modelId: string;
  readonly store?: ResponseStore | undefined;
}

interface Seen {
  readonly name: RoleName;
  readonly role: Role;
  readonly isCritic: boolean;
  readonly isStored: boolean;
  readonly isTyped: boolean;
  readonly inputTokens: number;
}

function createTally(modelId: string, store: ResponseStore | undefined, critic?: PlannedCritic) {
  const seen = new Map<string, Seen>();
  const samplerOf = (id: string, answers: ResponseStore | undefined, isCritic: boolean): Sampler => ({
    modelId: id,
    counts: { asked: 0, stored: 0, shared: 0 },
    async sample(key, request) {
      const stored = await answers?.get(key);
      seen.set(key, {
        name: request.about?.roleName ?? request.role,
        role: request.role,
        isCritic,
        isStored: stored !== undefined,
        isTyped: request.schema !== undefined,
        inputTokens: estimateInputTokens(request),
      });
      return stored ?? standIn(key, request);
    },
  });
  return {
    samplers: {
      sampler: samplerOf(modelId, store, false),
      ...(critic === undefined ? {} : { critic: samplerOf(critic.modelId, critic.store, true) }),
    },
    isStored: (key: string): boolean => seen.get(key)?.isStored === true,
    repeatable: () => [...seen.values()].filter(({ isTyped, isStored }) => isTyped && !isStored).length,
    roles: (): Map<RoleName, Seen[]> => Map.groupBy(seen.values(), ({ name }) => name),
  };
}

const STAND_IN = '# stands in for an answer that is not made yet: ';

function standIn(key: string, request: ModelRequest): ModelResponse {
  const text = `${STAND_IN}${key}`;
  const content = {
    // A gate that lets drafts through makes the most calls: each new candidate is reviewed.
    accepts: request.about?.roleName === 'verify',
    length: 5,
    text: (field: string) => standInText(field, text, request),
    random: () => 0,
  };
  return {
    text: request.schema === undefined ? text : JSON.stringify(fillSchema(request.schema.jsonSchema, content)),
    finishReason: 'stop',
    rawFinishReason: 'stop',
    usage: undefined,
    costUsd: undefined,
  };
}

/** A test for a claim has to be one, or no plan would be asked for: it calls the function. */
function standInText(field: string, text: string, { about }: ModelRequest): string {
  const entryPoint = field === 'tests' ? about?.entryPoint : undefined;
  return entryPoint === undefined ? text : `assert ${entryPoint}("${text.slice(-12)}") == 0`;
}

/** A function's stand-in defines it, or a gate that reads programs would end the round before its calls. */
const definition = (text: string, { task }: Evaluator): string =>
  task.kind === 'function' ? `${text}\n${task.entryPoint} = None\n` : text;

/** The task with nothing executed: every test fails, with a text of its own for each suite, as one suite's never looks like another's. */
function failingEverything(evaluator: Evaluator): Evaluator {
  return {
    ...evaluator,
    ...(evaluator.count === undefined ? {} : { count: countNothing }),
    ...(evaluator.claims === undefined ? {} : { claims: failingChecks(evaluator.claims) }),
    ...(evaluator.triple === undefined ? {} : { triple: failingTools(evaluator.triple) }),
    extract: (response) =>
      response.startsWith(STAND_IN)
        ? { text: definition(response, evaluator), extraction: { status: 'clean', cuts: [] } }
        : evaluator.extract(response),
    async execute(_candidate, suite) {
      const message = `AssertionError of suite ${suite} of ${evaluator.task.id}`;
      const outcome = { status: 'unsolved', reason: 'assertion' } as const;
      return { execution: { outcome, assertions: 'f', failures: [{ message }], output: '' }, gradedSha256: '' };
    },
  };
}

/** Every stand-in parses, types and is not proved: a search goes on to the last of its generations. */
const countNothing: NonNullable<Evaluator['count']> = async () => ({
  asked: '',
  counted: { status: 'counted', unit: 'methods', verified: 0, unverified: 1, errors: 1, warnings: 0 },
});
