import type { Condition, ConditionContext } from './condition.ts';
import { LimitError, ModelError, SandboxLostError } from './errors.ts';
import type { Executor } from './executor.ts';
import type { Extract } from './extract.ts';
import { sha256 } from './hash.ts';
import { ModelStoppedError } from './models/breaker.ts';
import type { TrialBudget } from './models/trial-budget.ts';
import { createRandom, trialSeed } from './random.ts';
import { requestHash, type Sampler, sampleKey, withSeed } from './sampling.ts';
import { type AnswerSchema, parseAnswer } from './schema.ts';
import type {
  Attempt,
  CallRecord,
  Candidate,
  Message,
  ModelRequest,
  ModelResponse,
  Parsed,
  Problem,
  Role,
  Step,
  TestSuite,
  Trajectory,
  TrialEnd,
  TrialId,
  Verdict,
} from './types.ts';
import { flipCoin } from './verifiers/coin.ts';
import { type RecordedVerdicts, type ReplayedVerdict, verifyAsRecorded } from './verifiers/recorded.ts';

/** What decides a trial's course beside its condition and task; all of it is in the run's identity. */
export interface TrialSettings {
  readonly rounds: number;
  readonly stop: 'verdict' | 'never';
  readonly temperature: 'published' | 'provider-default' | number;
  readonly maxOutputTokens: number;
  readonly maxClaims: number;
  readonly randomAcceptance: number;
  readonly seed: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly modelSeed?: number;
  readonly reasoningEffort?: string;
}

export interface TrialParts {
  readonly sampler: Sampler;
  readonly executor: Executor;
  readonly extract: Extract;
  readonly signal: AbortSignal;
  /** Bounds what the trial may use, counted as if it ran alone. */
  readonly budget?: TrialBudget;
  /** In a replay: loops are told these verdicts, whatever comes out here. */
  readonly recorded?: RecordedVerdicts;
}

export interface FinishedTrial {
  readonly trajectory: Trajectory;
  /** Every response it got, by sha256. */
  readonly responses: ReadonlyMap<string, string>;
}

/**
 * Drives one condition on one task and records every attempt as a step. Limits, transport errors and a bug in the
 * condition end the trial as data (an error is never a grade and is tried again by --resume). Only an abort, and a model
 * that was stopped for the whole run, throw.
 */
export async function runTrial(
  id: TrialId,
  condition: Condition,
  problem: Problem,
  settings: TrialSettings,
  parts: TrialParts,
): Promise<FinishedTrial> {
  const recorder = createRecorder(id, settings, parts);
  const context = createContext(condition, problem, settings, parts, recorder);
  const steps: Step[] = [];
  let end: TrialEnd | undefined;
  try {
    for await (const attempt of condition.run(problem.task, context)) {
      steps.push(toStep(steps.length, attempt, recorder.takeLiveVerdict(), recorder.takeCalls()));
    }
  } catch (error) {
    if (parts.signal.aborted || error instanceof ModelStoppedError) throw error;
    end = endOfError(error);
  }
  end ??= { status: 'submitted', reason: submittedReason(steps.at(-1), steps.length, settings, context) };
  const seed = trialSeed(settings.seed, id.taskId, id.sample);
  const trajectory: Trajectory = { ...id, seed, steps, unfinishedCalls: recorder.takeCalls(), end };
  return { trajectory, responses: recorder.responses };
}

function createContext(
  condition: Condition,
  problem: Problem,
  settings: TrialSettings,
  parts: TrialParts,
  recorder: Recorder,
): ConditionContext {
  const { task } = problem;
  const seed = trialSeed(settings.seed, task.id, recorder.sample);
  const streams = new Map<string, () => number>();
  const random = (stream: string): number => {
    const next = streams.get(stream) ?? createRandom(`${seed} ${stream}`);
    streams.set(stream, next);
    return next();
  };
  return {
    rounds: settings.rounds,
    maxClaims: settings.maxClaims,
    signal: parts.signal,
    random,
    async propose(messages, role = 'generate') {
      const { response, record } = await recorder.call(messages, role);
      const { text, extraction } = parts.extract(response.text, task);
      return { text, extraction, responseSha256: record.responseSha256, role };
    },
    ask: async (messages, role) => (await recorder.call(messages, role)).response.text,
    askFor: (messages, role, schema) => askTwice(recorder, messages, role, schema),
    stopsAt: (verdict) => settings.stop === 'verdict' && verdict.status === 'accept',
    verify: (candidate) => runVerifier(condition, problem, candidate, random, settings, parts, recorder),
  };
}

async function runVerifier(
  condition: Condition,
  problem: Problem,
  candidate: Candidate,
  random: (stream: string) => number,
  settings: TrialSettings,
  { executor, recorded }: TrialParts,
  recorder: Recorder,
): Promise<Verdict> {
  const byTests = async (suite: TestSuite): Promise<Verdict> =>
    recorder.keepLiveVerdict(await verifyAsRecorded(executor, recorded, problem.task, candidate, suite));
  switch (condition.verifier) {
    case 'public-tests':
      return byTests(problem.task.publicTests);
    case 'grading-tests':
      return byTests(problem.hiddenTests);
    case 'coin':
      return flipCoin(() => random('coin'), settings.randomAcceptance);
    default:
      throw new Error(`context.verify was called by a condition that declares the verifier '${condition.verifier}'`);
  }
}

async function askTwice<T>(
  recorder: Recorder,
  messages: readonly Message[],
  role: Role,
  schema: AnswerSchema<T>,
): Promise<Parsed<T>> {
  const first = (await recorder.call(messages, role, schema)).response.text;
  const parsed = parseAnswer(first, schema);
  if (parsed.status === 'parsed') return parsed;
  const complaint = `That answer could not be read: ${parsed.detail}. Answer again, with the JSON only.`;
  const again: readonly Message[] = [
    ...messages,
    { role: 'assistant', content: first === '' ? '(empty answer)' : first },
    { role: 'user', content: complaint },
  ];
  return parseAnswer((await recorder.call(again, role, schema)).response.text, schema);
}

type Recorder = ReturnType<typeof createRecorder>;

/** Makes the model calls of a trial: temperature by role, occurrence by request, everything kept for the record. */
function createRecorder(id: TrialId, settings: TrialSettings, { sampler, signal, budget }: TrialParts) {
  const occurrences = new Map<string, number>();
  const responses = new Map<string, string>();
  let calls: CallRecord[] = [];
  let liveVerdict: ReplayedVerdict['liveVerdict'];
  return {
    sample: id.sample,
    responses,
    takeCalls(): readonly CallRecord[] {
      const taken = calls;
      calls = [];
      return taken;
    },
    keepLiveVerdict(replayed: ReplayedVerdict): Verdict {
      liveVerdict = replayed.liveVerdict ?? liveVerdict;
      return replayed.verdict;
    },
    takeLiveVerdict(): ReplayedVerdict['liveVerdict'] {
      const taken = liveVerdict;
      liveVerdict = undefined;
      return taken;
    },
    async call(messages: readonly Message[], role: Role, schema?: AnswerSchema<unknown>) {
      budget?.check();
      const unseeded = toRequest(messages, role, schema, settings);
      const hash = requestHash(unseeded);
      const occurrence = occurrences.get(hash) ?? 0;
      occurrences.set(hash, occurrence + 1);
      const draw = { sample: id.sample, occurrence, ...(id.kRun === undefined ? {} : { kRun: id.kRun }) };
      const request = withSeed(unseeded, settings.modelSeed, draw);
      const key = sampleKey(sampler.modelId, request, draw);
      const response = await sampler.sample(key, request, signal);
      budget?.add(key, request, response);
      const record = toCallRecord(role, key, occurrence, response);
      responses.set(record.responseSha256, response.text);
      calls.push(record);
      return { response, record };
    },
  };
}

function toRequest(
  messages: readonly Message[],
  role: Role,
  schema: AnswerSchema<unknown> | undefined,
  { temperature, maxOutputTokens, topP, topK, reasoningEffort }: TrialSettings,
): ModelRequest {
  return {
    role,
    messages,
    temperature: temperatureOf(role, temperature),
    maxOutputTokens,
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(schema === undefined ? {} : { schema: { name: schema.name, jsonSchema: schema.jsonSchema } }),
  };
}

/** As published: generation and regeneration 0.7, every other stage 0 (LUCID patent application, experiments). */
function temperatureOf(role: Role, temperature: TrialSettings['temperature']): number | undefined {
  if (temperature === 'provider-default') return undefined;
  if (role !== 'generate' && role !== 'regenerate') return 0;
  return temperature === 'published' ? 0.7 : temperature;
}

function toCallRecord(role: Role, key: string, occurrence: number, response: ModelResponse): CallRecord {
  const { finishReason, rawFinishReason, usage, costUsd } = response;
  return {
    role,
    key,
    occurrence,
    responseSha256: sha256(response.text),
    finishReason,
    ...(rawFinishReason === undefined ? {} : { rawFinishReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function toStep(
  index: number,
  attempt: Attempt,
  liveVerdict: ReplayedVerdict['liveVerdict'],
  calls: readonly CallRecord[],
): Step {
  const { candidate, plan, verdict, claims, unparsed } = attempt;
  return {
    index,
    candidate: candidate.text,
    candidateSha256: sha256(candidate.text),
    extraction: candidate.extraction,
    responseSha256: candidate.responseSha256,
    proposedBy: candidate.role,
    ...(plan === undefined ? {} : { plan }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(liveVerdict === undefined ? {} : { liveVerdict }),
    ...(claims === undefined ? {} : { claims }),
    ...(unparsed === undefined ? {} : { unparsed }),
    calls,
  };
}

function submittedReason(last: Step | undefined, count: number, settings: TrialSettings, context: ConditionContext) {
  if (last === undefined) throw new Error('a condition must yield at least one attempt');
  if (last.unparsed !== undefined || last.verdict?.status === 'unparsed') return 'unparsed';
  if (last.verdict !== undefined && context.stopsAt(last.verdict)) return 'accepted';
  return count === settings.rounds + 1 && count > 1 ? 'rounds' : 'finished';
}

function endOfError(error: unknown): TrialEnd {
  if (error instanceof LimitError) {
    return { status: 'limit', limit: error.limit, value: error.value, bound: error.bound };
  }
  if (!(error instanceof ModelError || error instanceof SandboxLostError)) console.error(error);
  return error instanceof Error
    ? { status: 'error', kind: error.name, message: error.message }
    : { status: 'error', kind: 'unknown', message: String(error) };
}
