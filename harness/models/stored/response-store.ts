import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataError } from '../../errors.ts';
import { asFileError } from '../../storage/file-errors.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { syncFolder } from '../../storage/line-file.ts';
import { z } from '../../storage/schema.ts';
import { type ModelResponse, roleShape } from '../../types/model.ts';
import { answerShape, sampleKeyShape } from './answer-shape.ts';
import type { ResponseStore } from './sampling.ts';

const storedCall = z.object({
  version: z.literal(1),
  key: sampleKeyShape,
  request: z.object({
    role: roleShape,
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
    temperature: z.number().exactOptional(),
    topP: z.number().exactOptional(),
    topK: z.number().exactOptional(),
    maxOutputTokens: z.int().nonnegative(),
    schema: z.object({ name: z.string(), jsonSchema: z.record(z.string(), z.unknown()) }).exactOptional(),
    seed: z.number().exactOptional(),
    reasoningEffort: z.string().exactOptional(),
  }),
  response: answerShape.extend({ costUsd: z.number().exactOptional() }),
  provenance: z
    .object({
      requestId: z.string().exactOptional(),
      servedModel: z.string().exactOptional(),
      latencyMs: z.number().exactOptional(),
      storedAt: z.string().exactOptional(),
    })
    .exactOptional(),
});

/** One answer as it lies in the store. */
export type StoredCall = z.infer<typeof storedCall>;

/** A store over a folder, with what a plan and a bundle need besides. */
export interface FolderStore extends ResponseStore {
  readonly path: string;
  has(key: string): Promise<boolean>;
  /** The whole stored call: request, answer, provenance. */
  read(key: string): Promise<StoredCall | undefined>;
  /** Every stored call, ordered by key. Throws `DataError` for a file that does not hold one. */
  all(): AsyncIterable<StoredCall>;
}

/**
 * Responses in a folder, one file per sample key (`ab/abcd….json`), never expiring. Several processes may use it: a file
 * appears whole or not at all, and the first answer under a key stays. A file that does not hold what it should throws
 * `DataError`; nothing is ever asked for again because of it.
 */
export function openResponseStore(path: string, date: () => Date): FolderStore {
  const read = (key: string): StoredCall | undefined => {
    const file = fileOf(path, key);
    try {
      return parseStoredCall(readFileSync(file, 'utf8'), file, key);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw asFileError(error);
    }
  };
  return {
    path,
    has: async (key) => read(key) !== undefined,
    read: async (key) => read(key),
    async get(key) {
      const call = read(key);
      return call === undefined ? undefined : toResponse(call);
    },
    async put(key, request, response) {
      const { provenance, ...rest } = response;
      const { about: _, ...sent } = request;
      const call = {
        version: 1,
        key,
        request: sent,
        response: rest,
        provenance: { ...provenance, storedAt: date().toISOString() },
      };
      await createOnce(fileOf(path, key), `${JSON.stringify(call)}\n`);
    },
    async *all() {
      for (const shard of await sortedNames(path, /^[0-9a-f]{2}$/)) {
        for (const name of await sortedNames(join(path, shard), /^[0-9a-f]{64}\.json$/)) {
          const call = read(name.slice(0, 64));
          if (call !== undefined) yield call;
        }
      }
    },
  };
}

/** A stored call's response as the sampler gives it. */
function toResponse({ response, provenance }: StoredCall): ModelResponse {
  const { text, finishReason, rawFinishReason, usage, costUsd } = response;
  return { text, finishReason, rawFinishReason, usage, costUsd, ...(provenance === undefined ? {} : { provenance }) };
}

/** One line or file of a store or a bundle, checked. Throws `DataError` naming `origin` and the field. */
export function parseStoredCall(text: string, origin: string, key?: string): StoredCall {
  const call = parseJsonText(text, origin, storedCall);
  if (key !== undefined && call.key !== key) {
    throw new DataError(`${origin}: field key: expected ${key}, got ${call.key}`);
  }
  return call;
}

function fileOf(path: string, key: string): string {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`not a sample key: '${key}'`);
  return join(path, key.slice(0, 2), `${key}.json`);
}

/**
 * Writes beside the target and links it there: whole or not at all, never over an earlier answer, and on the disk when this returns: it
 * was paid for. Throws `FileError`.
 */
async function createOnce(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, content, { flush: true });
    await link(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!isCode(error, 'EEXIST') || !existsSync(path)) throw asFileError(error, path, Buffer.byteLength(content));
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function sortedNames(path: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(path)).filter((name) => pattern.test(name)).sort();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
