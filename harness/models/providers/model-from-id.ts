import { UsageError } from '../../errors.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { Model } from '../../types/model.ts';
import {
  type Accepts,
  checkSampling,
  claudeAccepts,
  compatibleAccepts,
  messagesAccepts,
  type OpenAiApi,
  openAiAccepts,
  openAiApi,
  type SamplingChoice,
} from './accepts.ts';
import { createAnthropicModel } from './anthropic.ts';
import { createFetch, defaultTimeouts, type Timeouts } from './http.ts';
import { type AdapterOptions, createOpenAiModel } from './openai.ts';
import { knownPrice, type Price } from './prices.ts';

export interface ModelOptions {
  readonly environment: Environment;
  readonly sampling: SamplingChoice;
  /** From `--price`; else the table's; else unknown. */
  readonly price?: Price;
  /** Overrides which of OpenAI's two interfaces is used. */
  readonly openAiApi?: OpenAiApi;
  /** Overrides what is known of a model, for one that is newer than this program. */
  readonly accepts?: Partial<Accepts>;
  readonly timeouts?: Partial<Timeouts>;
  /** Milliseconds for latency, and the time of day. */
  readonly clock: { now(): number; date(): Date };
  /** Kinds of model made elsewhere, by the word before the colon: `simulated`, `recorded`, `scripted`. */
  readonly others?: Readonly<Record<string, (rest: string) => Model>>;
}

const forms = [
  'openai:<model>',
  'anthropic:<model>',
  'openai-compatible:<model>@<url>',
  'anthropic:<model>@<url>',
] as const;

/**
 * A model by its id, one attempt a call (see `wrapModel`). Its own id has no address, so that a sample key does not
 * depend on where a server stands. Throws `UsageError` for an id of no known form, a missing key, or sampling that the
 * model does not accept.
 */
export function modelFromId(id: string, options: ModelOptions): Model {
  const colon = id.indexOf(':');
  const kind = colon < 0 ? id : id.slice(0, colon);
  const rest = colon < 0 ? '' : id.slice(colon + 1);
  const other = options.others?.[kind];
  if (other !== undefined) return other(rest);
  const { model, url } = splitAddress(rest);
  const others = Object.keys(options.others ?? {});
  if (model === '') throw badId(id, others);
  if (kind === 'openai' && url === undefined) return openAi(id, model, options);
  if (kind === 'openai-compatible' && url !== undefined) return openAiCompatible(model, url, options);
  if (kind === 'anthropic' && url === undefined) return anthropic(id, model, options);
  if ((kind === 'anthropic' || kind === 'anthropic-compatible') && url !== undefined) {
    return anthropicCompatible(model, url, options);
  }
  throw badId(id, others);
}

function openAi(id: string, model: string, options: ModelOptions): Model {
  const api = options.openAiApi ?? openAiApi(model);
  const known = openAiAccepts(model, api, options.sampling.reasoningEffort);
  const apiKey = requiredKey('OPENAI_API_KEY', id, options.environment);
  return createOpenAiModel({ ...adapter(id, model, undefined, apiKey, 'OPENAI_API_KEY', known, options), api });
}

function openAiCompatible(model: string, url: URL, options: ModelOptions): Model {
  // Users write the address of the server as often as that of the interface.
  if (url.pathname === '/') url.pathname = '/v1';
  const id = `openai-compatible:${model}`;
  const name = 'OPENAI_COMPATIBLE_API_KEY';
  const key = optionalKey(name, options.environment);
  const parts = adapter(id, model, url.href.replace(/\/$/, ''), key, name, compatibleAccepts, options);
  return createOpenAiModel({ ...parts, api: options.openAiApi ?? 'chat' });
}

function anthropic(id: string, model: string, options: ModelOptions): Model {
  const apiKey = requiredKey('ANTHROPIC_API_KEY', id, options.environment);
  return createAnthropicModel(
    adapter(id, model, undefined, apiKey, 'ANTHROPIC_API_KEY', claudeAccepts(model), options),
  );
}

/** Its id says that the answer is another server's: it must never be replayed as Anthropic's. */
function anthropicCompatible(model: string, url: URL, options: ModelOptions): Model {
  const address = url.href.replace(/\/$/, '').replace(/\/v1$/, '');
  const name = 'ANTHROPIC_COMPATIBLE_API_KEY';
  const key = optionalKey(name, options.environment);
  const id = `anthropic-compatible:${model}`;
  return createAnthropicModel(adapter(id, model, address, key, name, messagesAccepts, options));
}

function adapter(
  id: string,
  model: string,
  baseUrl: string | undefined,
  apiKey: string | undefined,
  keyName: string,
  known: Accepts,
  options: ModelOptions,
): AdapterOptions {
  const accepts = { ...known, ...options.accepts };
  checkSampling(id, accepts, options.sampling);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  return {
    id,
    model,
    baseUrl,
    apiKey,
    keyName,
    accepts,
    price: options.price ?? knownPrice(id),
    timeouts,
    fetch: createFetch(timeouts, options.environment),
    clock: options.clock,
  };
}

/** An id as records have it: where a server is says nothing of its model. */
export const withoutAddress = (id: string): string => id.replace(ADDRESS, '');

const ADDRESS = /@https?:\/\/.*/s;

function splitAddress(rest: string): { model: string; url: URL | undefined } {
  const at = rest.search(ADDRESS);
  if (at < 0) return { model: rest, url: undefined };
  const address = rest.slice(at + 1);
  const url = URL.parse(address);
  if (url === null) throw new UsageError(`model: expected an address after '@', got '${address}'`);
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new UsageError(
      'model: an address must not hold a name, a password or a query; keys come from the environment',
    );
  }
  return { model: rest.slice(0, at), url };
}

function requiredKey(name: string, id: string, environment: Environment): string {
  const key = optionalKey(name, environment);
  if (key === undefined) throw new UsageError(`${id} needs a key: set ${name} in the environment`);
  return key;
}

const optionalKey = (name: string, environment: Environment): string | undefined =>
  environment[name]?.trim() || undefined;

/** Kinds of model that are bound elsewhere, to a dataset or a recording. */
const resolvedElsewhere = ['simulated', 'scripted', 'recorded', 'file'];

/** Whether an id names a model whose answers are made, not measured. */
export function isSynthetic(id: string): boolean {
  return id.startsWith('simulated:') || id.startsWith('scripted:');
}

const kinds = ['openai', 'anthropic', 'openai-compatible', 'anthropic-compatible', ...resolvedElsewhere];

/** Throws the `UsageError` of an id of no known kind at once, before a sandbox is looked for. */
export function checkModelKind(id: string): void {
  if (!kinds.includes(id.split(':')[0] ?? '')) throw badId(id, resolvedElsewhere);
}

function badId(id: string, others: readonly string[]): UsageError {
  const known = [...forms, ...others.map((kind) => `${kind}:…`)].join(', ');
  return new UsageError(`model '${id}': expected one of ${known}`);
}
