import { ConditionError } from '../errors.ts';
import { requestHash, sampleKey, temperatureOf, withSeed } from '../models/stored/sampling.ts';
import { sha256 } from '../storage/hash.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { Verdict } from '../types/attempt.ts';
import {
  type AnswerSchema,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Parsed,
  type RequestSubject,
  type Role,
  type RoleName,
  roleShape,
} from '../types/model.ts';
import type { CallRecord, LiveVerdict, TrialId } from '../types/record.ts';
import type { ReplayedVerdict } from '../verifiers/recorded.ts';
import { parseAnswer } from './answer-schema.ts';
import { tokensOf } from './matched-tokens.ts';
import type { TrialParts, TrialSettings } from './settings.ts';

/**
 * Asks once more, with what was wrong, when an answer cannot be read; then it is `unparsed`. An answer that was cut at the limit is
 * not read, whatever stands in it: half a plan or critique must not go on as a whole one.
 */
export async function askTwice<T>(
  recorder: Recorder,
  messages: readonly Message[],
  role: RoleName,
  schema: AnswerSchema<T>,
): Promise<Parsed<T>> {
  const { response } = await recorder.call(messages, role, schema);
  const first = response.text;
  const parsed = readWhole(response, schema);
  if (parsed.status === 'parsed') return parsed;
  const complaint = `That answer could not be read: ${parsed.detail}. Answer again, with the JSON only.`;
  const again: readonly Message[] = [
    ...messages,
    { role: 'assistant', content: first === '' ? '(empty answer)' : first },
    { role: 'user', content: complaint },
  ];
  return readWhole((await recorder.call(again, role, schema)).response, schema);
}

function readWhole<T>({ text, finishReason }: ModelResponse, schema: AnswerSchema<T>): Parsed<T> {
  if (finishReason !== 'length') return { ...parseAnswer(text, schema), text };
  return {
    text,
    status: 'unparsed',
    detail: `expected ${schema.name} as JSON; the answer was cut at the limit of its length`,
  };
}

/** A call that was answered. */
interface AskedCall {
  readonly request: ModelRequest;
  readonly response: ModelResponse;
  readonly record: CallRecord;
}

/** What a condition says of its calls. */
interface Asking {
  readonly roles?: Readonly<Record<string, Role>>;
  /** Those of `--critic`. */
  readonly criticRoles?: readonly RoleName[];
}

/** Makes and keeps the calls of one trial. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Makes the model calls of a trial: temperature by role, occurrence by request, everything kept for the record. */
export function createRecorder(
  id: TrialId,
  settings: TrialSettings,
  { sampler: writer, critic, signal, budget }: TrialParts,
  about: () => RequestSubject,
  { roles = {}, criticRoles = [] }: Asking = {},
) {
  const occurrences = new Map<string, number>();
  const responses = new Map<string, string>();
  const requests = new Map<string, ModelRequest>();
  const counted = new Set<string>();
  let tokens = 0;
  let calls: CallRecord[] = [];
  let step = 0;
  let liveVerdict: ReplayedVerdict['liveVerdict'];
  const held = new Set<CallRecord>();
  async function ask(messages: readonly Message[], name: RoleName, schema?: AnswerSchema<unknown>): Promise<AskedCall> {
    const role = roleOf(name, roles);
    const isCritic = critic !== undefined && criticRoles.includes(name);
    const sampler = isCritic ? critic : writer;
    budget?.check();
    const unseeded = toRequest(messages, role, schema, settings);
    const hash = requestHash(unseeded);
    const occurrence = occurrences.get(hash) ?? 0;
    occurrences.set(hash, occurrence + 1);
    const draw = { sample: id.sample, occurrence, ...(id.kRun === undefined ? {} : { kRun: id.kRun }) };
    const request = withSeed(unseeded, settings.modelSeed, draw);
    const context = { condition: id.condition, taskId: id.taskId, step };
    const key = sampleKey(sampler.modelId, request, draw, sampler.answersByContext ? context : undefined);
    const subject = { ...about(), ...(name === role ? {} : { roleName: name }) };
    const response = await sampler.sample(key, { ...request, about: subject }, signal, context);
    budget?.add(key, request, response, isCritic);
    return { request, response, record: toCallRecord(role, name, key, occurrence, response) };
  }
  function note({ request, response, record: { key, responseSha256 } }: AskedCall): void {
    if (!counted.has(key)) tokens += tokensOf(request, response);
    counted.add(key);
    responses.set(responseSha256, response.text);
    requests.set(key, request);
  }
  return {
    sample: id.sample,
    responses,
    /** What was sent, by sample key. */
    requests,
    /** What was called since the step before; the next call works towards the next step. */
    takeCalls(): readonly CallRecord[] {
      const taken = calls;
      calls = [];
      step++;
      return taken;
    },
    keepLiveVerdict(replayed: ReplayedVerdict): Verdict {
      liveVerdict = replayed.liveVerdict ?? liveVerdict;
      return replayed.verdict;
    },
    noteLiveVerdict(live: LiveVerdict): void {
      liveVerdict = live;
    },
    /** Input and output of all calls so far, each answer counted as if the trial ran alone. */
    tokens: (): number => tokens,
    takeLiveVerdict(): ReplayedVerdict['liveVerdict'] {
      const taken = liveVerdict;
      liveVerdict = undefined;
      return taken;
    },
    /** Makes a call; nothing of it is on record until it is noted. */
    ask,
    /** Puts a call on record that is not of any step yet: those that stay so were made for nothing. */
    hold(asked: AskedCall): void {
      note(asked);
      held.add(asked.record);
    },
    /** A held call worked towards the next step. */
    keep({ record }: AskedCall): void {
      held.delete(record);
      calls.push(record);
    },
    takeHeld(): readonly CallRecord[] {
      const taken = [...held];
      held.clear();
      return taken;
    },
    async call(messages: readonly Message[], name: RoleName, schema?: AnswerSchema<unknown>): Promise<AskedCall> {
      const asked = await ask(messages, name, schema);
      note(asked);
      calls.push(asked.record);
      return asked;
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

function roleOf(name: RoleName, roles: Readonly<Record<string, Role>>): Role {
  const role = roleShape.safeParse(Object.hasOwn(roles, name) ? roles[name] : name);
  if (role.success) return role.data;
  const known = [...roleShape.options, ...Object.keys(roles)];
  throw new ConditionError(
    `role '${name}' is none of ${known.join(', ')}; one of its own is declared with the role it acts as, such as roles: { ${quotedKey(name)}: 'criticise' }${didYouMean(name, known)}`,
  );
}

const quotedKey = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`);

function toCallRecord(
  role: Role,
  roleName: RoleName,
  key: string,
  occurrence: number,
  response: ModelResponse,
): CallRecord {
  const { finishReason, rawFinishReason, usage, costUsd } = response;
  return {
    role,
    ...(roleName === role ? {} : { roleName }),
    key,
    occurrence,
    responseSha256: sha256(response.text),
    finishReason,
    ...(rawFinishReason === undefined ? {} : { rawFinishReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}
