import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LimitError, ModelError, UsageError } from '../../errors.ts';
import { sha256 } from '../../storage/hash.ts';
import { z } from '../../storage/schema.ts';
import { visibleLine } from '../../text/visible-text.ts';
import type { Model, ModelRequest, ModelResponse } from '../../types/model.ts';
import { answerShape } from '../stored/answer-shape.ts';
import { within } from './deadline.ts';
import type { Price } from './prices.ts';
import { TransportError } from './transport-error.ts';

/** A model's answer as an adapter of one's own gives it; what it does not know it leaves out. */
export type ModelAnswer = string | (Pick<ModelResponse, 'text'> & Partial<Omit<ModelResponse, 'text' | 'provenance'>>);

/** A model that a user's own file asks (`--model file:./my-model.ts`). */
export interface ModelDefinition {
  /** Names the model in tables and in the store of answers: another model behind it needs another id. */
  readonly id: string;
  /** Its answers are made up, not measured: every table then says so. */
  readonly isSimulated?: boolean;
  /** Dollars for a million tokens, where `--price` gives none. */
  readonly price?: Price;
  /**
   * One attempt at an answer. Whatever it throws is a failed attempt, tried again; `TransportError('rejected', …)` is not, and
   * `LimitError` says that the request does not fit. Waiting, retries, budgets and the store are the harness's.
   */
  generate(request: ModelRequest, options: { readonly signal: AbortSignal }): Promise<ModelAnswer>;
}

const amount = z.number().nonnegative();
const definitionShape = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'expected 1 to 200 printable characters without blanks'),
  isSimulated: z.boolean().optional(),
  price: z.object({ inputUsd: amount, cachedInputUsd: amount.exactOptional(), outputUsd: amount }).optional(),
  generate: z.custom<ModelDefinition['generate']>((value) => typeof value === 'function', 'expected a function'),
});

const answerType = answerShape.extend({
  finishReason: answerShape.shape.finishReason.default('stop'),
  rawFinishReason: z.string().optional(),
  usage: answerShape.shape.usage.or(z.undefined()),
  costUsd: amount.optional(),
});

interface FileModelOptions {
  readonly callMs: number;
}

/**
 * The model of a user's own file, one attempt a call as every adapter. Its id begins with `file:`, so that its answers are never taken for
 * a provider's. Throws `UsageError` in one sentence when the file is missing, cannot be loaded or exports something else.
 */
export async function modelFromFile(
  path: string,
  { callMs }: FileModelOptions,
): Promise<{ readonly model: Model; readonly price?: Price }> {
  const { id, isSimulated = false, price, generate } = await loadModelDefinition(path);
  const model: Model = {
    id: `file:${id}`,
    isSimulated,
    contentSha256: sha256(await readFile(path)),
    async generate(request, { signal }) {
      const answer = await within(callMs, signal, (inner) => asked(generate, request, inner)).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          throw toModelError(error, path);
        },
      );
      return toResponse(answer, path);
    },
  };
  return { model, ...(price === undefined ? {} : { price }) };
}

async function loadModelDefinition(path: string) {
  if (!existsSync(path)) throw new UsageError(`model file:${path}: expected a file, found none`);
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
  } catch (cause) {
    throw new UsageError(`model file:${path}: cannot be loaded: ${firstLine(cause)}`, { cause });
  }
  const read = definitionShape.safeParse(module.default);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const problem = field === '' ? '' : `; field ${field}: ${issue?.message}`;
  throw new UsageError(`model file:${path}: expected "export default defineModel({ id, generate })"${problem}`);
}

/** The answer, or the end of the call where the adapter does not heed its signal. */
function asked(generate: ModelDefinition['generate'], request: ModelRequest, signal: AbortSignal): Promise<unknown> {
  const { about: _, ...sent } = request;
  return new Promise((resolveCall, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    Promise.resolve()
      .then(() => generate(sent, { signal }))
      .then(resolveCall, reject);
  });
}

function toResponse(answer: unknown, path: string): ModelResponse {
  const read = answerType.strict().safeParse(typeof answer === 'string' ? { text: answer } : answer);
  if (read.success) {
    const { rawFinishReason, usage, costUsd, ...rest } = read.data;
    return { ...rest, rawFinishReason, usage, costUsd };
  }
  const issue = read.error.issues[0];
  const field = issue?.path.join('.') || 'the answer itself';
  // The next answer of the same code will be no better.
  throw new TransportError('rejected', `model file:${path}: field ${field}: ${issue?.message ?? 'does not fit'}`);
}

/** A bug in the adapter is refused as a wrong key is: asking again would end the same. `fetch` throws a TypeError with a cause. */
function toModelError(error: unknown, path: string): Error {
  if (error instanceof ModelError || error instanceof LimitError) return error;
  const isBug = error instanceof ReferenceError || (error instanceof TypeError && error.cause === undefined);
  return new TransportError(isBug ? 'rejected' : 'connection', `model file:${path}: ${firstLine(error)}`);
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return visibleLine(text.split('\n')[0] ?? '').slice(0, 300);
}
