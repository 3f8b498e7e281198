import type OpenAI from 'openai';
import type { FinishReason, Model, ModelRequest, ModelResponse, Usage } from '../../types/model.ts';
import { type Accepts, checkRequest, type OpenAiApi } from './accepts.ts';
import { within } from './deadline.ts';
import { answerBound, type BoundedFetch, sdkOptions, type Timeouts } from './http.ts';
import { costOf, type Price } from './prices.ts';
import { probeServer } from './probe.ts';
import { failureOf } from './provider-failure.ts';
import { redact } from './secrets.ts';
import { isStrictSchema } from './strict-schema.ts';
import { toldCount, toldName, toldText } from './told.ts';
import { TransportError } from './transport-error.ts';

const OPENAI_URL = 'https://api.openai.com/v1';

/** What an adapter needs besides its model's name; shared by both providers. */
export interface AdapterOptions {
  readonly id: string;
  readonly model: string;
  /** `undefined`: the provider's own address. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** The variable of the environment that holds it. */
  readonly keyName: string;
  readonly accepts: Accepts;
  readonly price: Price | undefined;
  readonly timeouts: Timeouts;
  readonly fetch: BoundedFetch;
  readonly clock: { now(): number; date(): Date };
}

/** An answer as read from the wire. */
interface Answer {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | undefined;
  readonly usage: Usage | undefined;
  readonly servedModel: string | undefined;
  readonly requestId: string | undefined;
}

/** The SDK as every call uses it, loaded when it is first needed; by itself for measuring what the harness adds. */
export async function createOpenAiClient(
  options: Pick<AdapterOptions, 'apiKey' | 'baseUrl' | 'timeouts' | 'fetch'>,
): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    apiKey: options.apiKey ?? 'none',
    baseURL: options.baseUrl ?? OPENAI_URL,
    // An organisation or project from the environment is OpenAI's business, not another server's.
    ...(options.baseUrl === undefined ? {} : { organization: null, project: null }),
    ...(await sdkOptions(options)),
  });
}

/** One attempt a call: retries are `withRetries`'. Answers are streamed, so that a silent server is told from a slow one. */
export function createOpenAiModel(options: AdapterOptions & { readonly api: OpenAiApi }): Model {
  const { id, apiKey, clock, timeouts } = options;
  let client: Promise<OpenAI> | undefined;
  const ask = options.api === 'chat' ? askChat : askResponses;
  return {
    id,
    isSimulated: false,
    probe: (signal) =>
      probeServer(
        {
          modelId: id,
          baseUrl: options.baseUrl ?? OPENAI_URL,
          paths: { models: '/models', calls: options.api === 'chat' ? '/chat/completions' : '/responses' },
          headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
          keyName: options.keyName,
          fetch: options.fetch,
        },
        signal,
      ),
    async generate(request, { signal }) {
      checkRequest(id, options.accepts, request);
      client ??= createOpenAiClient(options);
      const sdk = await client;
      const fetch = await options.fetch(answerBound(request.maxOutputTokens));
      const startedAt = clock.now();
      try {
        const bounded = sdk.withOptions({ fetch });
        const answer = await within(timeouts.callMs, signal, (inner) => ask(bounded, options, request, inner));
        return toResponse(answer, options.price, clock.now() - startedAt);
      } catch (error) {
        signal.throwIfAborted();
        const refusal = policyRefusal(error, apiKey);
        if (refusal !== undefined) return toResponse(refusal, options.price, clock.now() - startedAt);
        throw failureOf(error, { modelId: id, request, keys: [apiKey], nowMs: clock.date().getTime() });
      }
    },
  };
}

function toResponse(
  { servedModel, requestId, ...answer }: Answer,
  price: Price | undefined,
  ms: number,
): ModelResponse {
  const provenance = {
    ...(requestId === undefined ? {} : { requestId }),
    ...(servedModel === undefined ? {} : { servedModel }),
    latencyMs: Math.round(ms),
  };
  return { ...answer, costUsd: costOf(answer.usage, price), provenance };
}

// ── Chat Completions ───────────────────────────────────────────────────────────────────────────────────────────────

async function askChat(
  client: OpenAI,
  options: AdapterOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { data, response, request_id } = await client.chat.completions
    .create(chatBody(options, request), { signal })
    .withResponse();
  let text = '';
  let refusal = '';
  let raw: string | undefined;
  let usage: OpenAI.CompletionUsage | undefined;
  let servedModel: string | undefined;
  for await (const chunk of data) {
    servedModel = toldName(chunk.model) ?? servedModel;
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    text += toldText(choice?.delta?.content);
    refusal += toldText(choice?.delta?.refusal);
    raw = toldName(choice?.finish_reason) ?? raw;
  }
  if (raw === undefined) throw new TransportError('malformed', `${options.id}: malformed: the answer broke off`);
  const isRefusal = refusal !== '';
  return {
    text: text === '' ? refusal : text,
    finishReason: isRefusal ? 'refusal' : (chatFinish.get(raw) ?? 'other'),
    rawFinishReason: raw,
    usage: usage === undefined ? undefined : chatUsage(usage),
    servedModel,
    requestId: toldName(request_id ?? response.headers.get('x-request-id')),
  };
}

const chatFinish: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
]);

function chatBody({ model, id, accepts }: AdapterOptions, request: ModelRequest) {
  const { messages, temperature, topP, topK, seed, reasoningEffort, schema, maxOutputTokens } = request;
  const isOpenAi = id.startsWith('openai:');
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    // OpenAI's reasoning models know only the new name, most other servers only the old one.
    ...(isOpenAi ? { max_completion_tokens: maxOutputTokens, store: false } : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort as OpenAI.ReasoningEffort }),
    ...(schema === undefined || !accepts.schema
      ? {}
      : { response_format: { type: 'json_schema' as const, json_schema: namedSchema(schema) } }),
    stream: true as const,
    stream_options: { include_usage: true },
  };
}

function chatUsage(usage: OpenAI.CompletionUsage): Usage | undefined {
  return withDetails(
    usage.prompt_tokens,
    usage.completion_tokens,
    usage.prompt_tokens_details?.cached_tokens,
    usage.completion_tokens_details?.reasoning_tokens,
  );
}

// ── Responses ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function askResponses(
  client: OpenAI,
  options: AdapterOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { data, response, request_id } = await client.responses
    .create(responsesBody(options, request), { signal })
    .withResponse();
  let final: OpenAI.Responses.Response | undefined;
  for await (const event of data) {
    if (event.type === 'response.completed' || event.type === 'response.incomplete') final = event.response;
    if (event.type === 'response.failed') {
      const { code, message } = event.response.error ?? { code: 'server_error', message: 'the response failed' };
      throw Object.assign(new Error(message), { code });
    }
    if (event.type === 'error') throw Object.assign(new Error(event.message), { code: event.code });
  }
  if (final === undefined) throw new TransportError('malformed', `${options.id}: malformed: the answer broke off`);
  const parts = (final.output ?? []).flatMap((item) => (item.type === 'message' ? item.content : []));
  const text = parts.map((part) => (part.type === 'output_text' ? toldText(part.text) : '')).join('');
  const refusal = parts.map((part) => (part.type === 'refusal' ? toldText(part.refusal) : '')).join('');
  const usage = final.usage === undefined || final.usage === null ? undefined : responsesUsage(final.usage);
  const raw = toldName(final.incomplete_details?.reason ?? final.status);
  return {
    text: text === '' ? refusal : text,
    finishReason: refusal !== '' ? 'refusal' : responsesFinish(raw, usage, request),
    rawFinishReason: raw,
    usage,
    servedModel: toldName(final.model),
    requestId: toldName(request_id ?? response.headers.get('x-request-id')),
  };
}

function responsesFinish(raw: string | undefined, usage: Usage | undefined, request: ModelRequest): FinishReason {
  if (raw === 'max_output_tokens') return 'length';
  if (raw === 'content_filter') return 'content-filter';
  if (raw !== 'completed') return 'other';
  // llama.cpp says `completed` for an answer cut at the limit, too.
  return usage !== undefined && usage.outputTokens >= request.maxOutputTokens ? 'length' : 'stop';
}

function responsesBody({ model, accepts }: AdapterOptions, request: ModelRequest) {
  const { messages, temperature, topP, reasoningEffort, schema, maxOutputTokens } = request;
  return {
    model,
    input: messages.map(({ role, content }) => ({ role, content })),
    max_output_tokens: maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(reasoningEffort === undefined ? {} : { reasoning: { effort: reasoningEffort as OpenAI.ReasoningEffort } }),
    ...(schema === undefined || !accepts.schema
      ? {}
      : { text: { format: { type: 'json_schema' as const, ...namedSchema(schema) } } }),
    store: false,
    stream: true as const,
  };
}

function responsesUsage(usage: OpenAI.Responses.ResponseUsage): Usage | undefined {
  return withDetails(
    usage.input_tokens,
    usage.output_tokens,
    usage.input_tokens_details?.cached_tokens,
    usage.output_tokens_details?.reasoning_tokens,
  );
}

// ── Both ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function namedSchema({ name, jsonSchema }: NonNullable<ModelRequest['schema']>) {
  return { name, schema: { ...jsonSchema }, strict: isStrictSchema(jsonSchema) };
}

function withDetails(...told: readonly unknown[]): Usage | undefined {
  const [inputTokens, outputTokens, cached, reasoning] = told.map(toldCount);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

const policyCodes = new Set([
  'invalid_prompt',
  'bio_policy',
  'misalignment_policy_violation',
  'content_policy_violation',
  'content_filter',
]);

/** OpenAI reports its own refusal to run a prompt as an error; it is the provider's answer and stays one when repeated. */
function policyRefusal(error: unknown, apiKey: string | undefined): Answer | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (!policyCodes.has(error.code)) return undefined;
  const text = redact(error.message, [apiKey]);
  return {
    text,
    finishReason: 'content-filter',
    rawFinishReason: error.code,
    usage: undefined,
    servedModel: undefined,
    requestId: undefined,
  };
}
