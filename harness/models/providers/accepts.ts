import { UsageError } from '../../errors.ts';
import type { ModelRequest } from '../../types/model.ts';

/** What a model takes. Sending it anything else is refused here, before money is spent: nothing is dropped silently. */
export interface Accepts {
  readonly temperature: boolean;
  readonly topP: boolean;
  readonly topK: boolean;
  readonly seed: boolean;
  readonly reasoningEffort: boolean;
  /** Answers constrained to a JSON schema. Where it is missing, the prompt asks and the answer is checked as always. */
  readonly schema: boolean;
  readonly temperatureWithTopP: boolean;
}

/** How a run samples, before any request exists. `published` sends temperatures. */
export interface SamplingChoice {
  readonly temperature: 'published' | 'provider-default' | number;
  readonly topP?: number;
  readonly topK?: number;
  readonly seed?: number;
  readonly reasoningEffort?: string;
}

const everything: Accepts = {
  temperature: true,
  topP: true,
  topK: true,
  seed: true,
  reasoningEffort: true,
  schema: true,
  temperatureWithTopP: true,
};

/** A server of one's own: what it takes only it knows, so everything is sent. */
export const compatibleAccepts: Accepts = everything;

/** A server that speaks Anthropic's Messages: the wire format has no seed. */
export const messagesAccepts: Accepts = { ...everything, seed: false };

export type OpenAiApi = 'chat' | 'responses';

/** Models that answer at once, the ones with a temperature; all later families reason first. Fine-tunes by their base. */
const classic = /^(?:gpt-3\.5|gpt-4|chatgpt-4o|gpt-5-chat)/;
const withoutSchema = /^(?:gpt-3\.5|gpt-4(?:$|-(?:turbo|0|1|32k))|chatgpt-4o|gpt-4o-2024-05|o1-(?:mini|preview))/;
/** With reasoning switched off these take a temperature (OpenAI's guide to GPT-5.1, 5.2 and 5.4). */
const switchable = /^gpt-5\.[124](?:$|-(?:mini|nano|\d{4}))/;

/** Reasoning models are served by Responses (some only there), the classic ones by Chat Completions, which has a seed. */
export function openAiApi(model: string): OpenAiApi {
  return classic.test(baseOf(model)) ? 'chat' : 'responses';
}

export function openAiAccepts(model: string, api: OpenAiApi, reasoningEffort: string | undefined): Accepts {
  const base = baseOf(model);
  const isClassic = classic.test(base) && !base.includes('search');
  const hasTemperature = isClassic || (switchable.test(base) && reasoningEffort === 'none');
  return {
    temperature: hasTemperature,
    topP: hasTemperature,
    topK: false,
    seed: isClassic && api === 'chat',
    reasoningEffort: !isClassic,
    schema: !withoutSchema.test(base),
    temperatureWithTopP: true,
  };
}

/**
 * Claude up to 4.6 samples as told; from 4.7 on, and for every name not understood here, temperature, top-p and top-k are
 * refused by the API (Anthropic's guide to Opus 4.7 and the API version of 2026-10-21).
 */
export function claudeAccepts(model: string): Accepts {
  const version = claudeVersion(model);
  const isOld = version !== undefined && version < 4.7;
  return {
    temperature: isOld,
    topP: isOld,
    topK: isOld,
    seed: false,
    reasoningEffort: version === undefined || version >= 4.6 || /opus-4-5/.test(model),
    schema: version === undefined || version >= 4.5 || /opus-4-1/.test(model),
    temperatureWithTopP: isOld && version < 4.1,
  };
}

function claudeVersion(model: string): number | undefined {
  const match =
    /^claude-(\d)(?:-(\d))?-(?:opus|sonnet|haiku|instant)/.exec(model) ??
    /^claude-(?:opus|sonnet|haiku)-(\d)(?:-(\d))?(?:-|$)/.exec(model);
  return match === null ? undefined : Number(`${match[1]}.${match[2] ?? '0'}`);
}

const baseOf = (model: string): string => (/^ft:([^:]+)/.exec(model)?.[1] ?? model).toLowerCase();

/** Throws `UsageError` naming the flag that settles it when a run's sampling is not for this model. */
export function checkSampling(modelId: string, accepts: Accepts, choice: SamplingChoice): void {
  const { temperature, ...rest } = choice;
  const sent = temperature === 'provider-default' ? undefined : temperature === 'published' ? 0.7 : temperature;
  checkRequest(modelId, accepts, { ...rest, temperature: sent });
}

/** The same for one request, so that no path around `checkSampling` can lose a setting. */
export function checkRequest(
  modelId: string,
  accepts: Accepts,
  request: Pick<ModelRequest, 'temperature' | 'topP' | 'topK' | 'seed' | 'reasoningEffort'>,
): void {
  const refuse = (what: string, mend: string): never => {
    throw new UsageError(`${modelId} does not accept ${what}: ${mend}`);
  };
  if (request.temperature !== undefined && !accepts.temperature) {
    refuse(`a temperature (${request.temperature})`, 'give --temperature provider-default');
  }
  if (request.topP !== undefined && !accepts.topP) refuse(`top-p (${request.topP})`, 'leave out --top-p');
  if (request.topK !== undefined && !accepts.topK) refuse(`top-k (${request.topK})`, 'leave out --top-k');
  if (request.seed !== undefined && !accepts.seed) refuse(`a seed (${request.seed})`, 'leave out --model-seed');
  if (request.reasoningEffort !== undefined && !accepts.reasoningEffort) {
    refuse(`a reasoning effort (${request.reasoningEffort})`, 'leave out --reasoning-effort');
  }
  if (request.temperature !== undefined && request.topP !== undefined && !accepts.temperatureWithTopP) {
    refuse('temperature and top-p together', 'give --temperature provider-default or leave out --top-p');
  }
}
