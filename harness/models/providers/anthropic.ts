import type Anthropic from '@anthropic-ai/sdk';
import type { FinishReason, Model, ModelRequest, ModelResponse, Usage } from '../../types/model.ts';
import { checkRequest } from './accepts.ts';
import { within } from './deadline.ts';
import { answerBound, sdkOptions } from './http.ts';
import type { AdapterOptions } from './openai.ts';
import { costOf } from './prices.ts';
import { probeServer } from './probe.ts';
import { failureOf } from './provider-failure.ts';
import { toldCount, toldName, toldText } from './told.ts';
import { TransportError } from './transport-error.ts';

/** The last version of the interface that has a temperature; the SDK asks for a newer one by itself. */
const SAMPLING_VERSION = '2023-06-01';

const ANTHROPIC_URL = 'https://api.anthropic.com';

/** One attempt a call: retries are `withRetries`'. Answers are streamed, so that a silent server is told from a slow one. */
export function createAnthropicModel(options: AdapterOptions): Model {
  const { id, apiKey, clock, timeouts, price } = options;
  let client: Promise<Anthropic> | undefined;
  return {
    id,
    isSimulated: false,
    probe: (signal) =>
      probeServer(
        {
          modelId: id,
          baseUrl: options.baseUrl ?? ANTHROPIC_URL,
          paths: { models: '/v1/models', calls: '/v1/messages' },
          headers: { 'x-api-key': apiKey ?? 'none', 'anthropic-version': SAMPLING_VERSION },
          keyName: options.keyName,
          fetch: options.fetch,
        },
        signal,
      ),
    async generate(request, { signal }) {
      checkRequest(id, options.accepts, request);
      client ??= createAnthropicClient(options);
      const sdk = await client;
      const fetch = await options.fetch(answerBound(request.maxOutputTokens));
      const startedAt = clock.now();
      try {
        const bounded = sdk.withOptions({ fetch });
        const { provenance, ...answer } = await within(timeouts.callMs, signal, (inner) =>
          ask(bounded, options, request, inner),
        );
        const latencyMs = Math.round(clock.now() - startedAt);
        return { ...answer, costUsd: costOf(answer.usage, price), provenance: { ...provenance, latencyMs } };
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error, { modelId: id, request, keys: [apiKey], nowMs: clock.date().getTime() });
      }
    },
  };
}

/** The SDK, loaded when it is first needed. */
async function createAnthropicClient(options: AdapterOptions): Promise<Anthropic> {
  const { apiKey } = options;
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    apiKey: apiKey ?? 'none',
    authToken: null,
    baseURL: options.baseUrl ?? ANTHROPIC_URL,
    // Gateways still read the key where it used to be.
    ...(options.baseUrl === undefined ? {} : { defaultHeaders: { 'x-api-key': apiKey ?? 'none' } }),
    ...(await sdkOptions(options)),
    openTelemetry: false,
  });
}

async function ask(
  client: Anthropic,
  options: AdapterOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Omit<ModelResponse, 'costUsd'>> {
  const isSampled = request.temperature !== undefined || request.topP !== undefined || request.topK !== undefined;
  const isOlder = isSampled || options.baseUrl !== undefined;
  const headers = isOlder ? { 'anthropic-version': SAMPLING_VERSION } : {};
  const { data, response, request_id } = await client.messages
    .create(body(options, request), { signal, headers })
    .withResponse();
  let text = '';
  let raw: string | undefined;
  let servedModel: string | undefined;
  let isComplete = false;
  const counts: Counts = {};
  for await (const event of data) {
    if (event.type === 'message_start') {
      servedModel = toldName(event.message.model);
      // Its output count is of the first token only.
      const { output_tokens: _, ...usage } = event.message.usage;
      addCounts(counts, usage);
    } else if (event.type === 'content_block_start' && event.content_block.type === 'text') {
      text += toldText(event.content_block.text);
    } else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      text += toldText(event.delta.text);
    } else if (event.type === 'message_delta') {
      raw = toldName(event.delta.stop_reason) ?? raw;
      addCounts(counts, event.usage);
    } else if (event.type === 'message_stop') isComplete = true;
  }
  if (!isComplete || raw === undefined) {
    throw new TransportError('malformed', `${options.id}: malformed: the answer broke off`);
  }
  const requestId = toldName(request_id ?? response.headers.get('request-id'));
  return {
    text,
    finishReason: finishReasons.get(raw) ?? 'other',
    rawFinishReason: raw,
    usage: toUsage(counts),
    provenance: {
      ...(requestId === undefined ? {} : { requestId }),
      ...(servedModel === undefined ? {} : { servedModel }),
    },
  };
}

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  // The window was full before the answer was: cut, like the one before.
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
]);

function body({ model, accepts }: AdapterOptions, request: ModelRequest) {
  const { messages, temperature, topP, topK, reasoningEffort, schema, maxOutputTokens } = request;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns = messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }]));
  const outputConfig = {
    ...(reasoningEffort === undefined
      ? {}
      : { effort: reasoningEffort as NonNullable<Anthropic.OutputConfig['effort']> }),
    ...(schema === undefined || !accepts.schema
      ? {}
      : { format: { type: 'json_schema' as const, schema: { ...schema.jsonSchema } } }),
  };
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: turns,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(Object.keys(outputConfig).length === 0 ? {} : { output_config: outputConfig }),
    stream: true as const,
  };
}

interface Counts {
  input?: number;
  output?: number;
  cacheRead?: number;
  cacheWritten?: number;
  thinking?: number;
}

/** A later event corrects an earlier one; what it leaves out stays. */
function addCounts(
  counts: Counts,
  usage: Partial<Anthropic.Usage> | Anthropic.MessageDeltaUsage | null | undefined,
): void {
  if (usage === null || usage === undefined) return;
  const take = (field: keyof Counts, value: unknown): void => {
    const told = toldCount(value);
    if (told !== undefined) counts[field] = told;
  };
  take('input', usage.input_tokens);
  take('output', usage.output_tokens);
  take('cacheRead', usage.cache_read_input_tokens);
  take('cacheWritten', usage.cache_creation_input_tokens);
  take('thinking', usage.output_tokens_details?.thinking_tokens);
}

/** Anthropic counts cached input apart from other input; here `inputTokens` is all of it, as with OpenAI. */
function toUsage({ input, output, cacheRead, cacheWritten, thinking }: Counts): Usage | undefined {
  if (input === undefined || output === undefined) return undefined;
  return {
    inputTokens: input + (cacheRead ?? 0) + (cacheWritten ?? 0),
    outputTokens: output,
    ...(cacheRead === undefined ? {} : { cachedInputTokens: cacheRead }),
    ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
  };
}
