import { existsSync } from 'node:fs';
import { sha256 } from '../storage/hash.ts';
import { createHashNumbers } from '../storage/hash-numbers.ts';
import { type HashedPlaces, scanHashes } from '../storage/hashed-lines.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { appendLines, dropTornLine, writeLines } from '../storage/line-file.ts';
import { type LinePlace, openLineReader } from '../storage/line-index.ts';
import { z } from '../storage/schema.ts';
import type { ModelRequest } from '../types/model.ts';
import type { SentRequest, Trajectory } from '../types/record.ts';

/** In a run folder: what the model was sent, every distinct text once. Folders of earlier versions have none. */
export const REQUESTS_FILE = 'requests.jsonl';

/** Shorter pieces stand where they are used: a reference is as long. */
const SHORTEST_PIECE = 100;

const pieceLine = z.object({ text: z.string(), sha256: z.string() });
const requestLine = z.object({
  key: z.string(),
  /** A piece is itself, or the hash of one. */
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant']),
      pieces: z.array(z.union([z.string(), z.object({ of: z.string() })])),
    }),
  ),
  temperature: z.number().exactOptional(),
  maxOutputTokens: z.number(),
  schema: z.string().exactOptional(),
});

/** Requests of a run while it grows, by sample key. */
interface RequestFile {
  save(requests: ReadonlyMap<string, ModelRequest>): Promise<void>;
  /** Puts the file into the order of these trials, so that two equal runs are equal byte for byte; nothing is saved after that. */
  finish(trajectories: Iterable<Trajectory>): Promise<void>;
}

/**
 * Opens (or creates) the requests of a run. Texts are cut at blank lines, and each piece is kept once: prompts repeat the task, the program and
 * what was said of it. Memory holds hashes and no text.
 */
export async function openRequestFile(path: string): Promise<RequestFile> {
  if (existsSync(path)) await dropTornLine(path);
  const places = await scanHashes(path);
  /** Those that are being written. */
  const pending = new Set<string>();
  const isKnown = (name: string): boolean => pending.has(name) || places.at(name) !== undefined;
  let queue: Promise<unknown> = Promise.resolve();
  return {
    async save(requests) {
      const lines = new Map<string, string>();
      for (const [key, request] of requests) {
        if (isKnown(key)) continue;
        const { line, pieces } = toLines(key, request);
        for (const [hash, text] of pieces) {
          if (!isKnown(hash)) lines.set(hash, JSON.stringify({ sha256: hash, text }));
        }
        lines.set(key, line);
      }
      for (const name of lines.keys()) pending.add(name);
      // In turn: what a request shares with another is on disk before it.
      const written = queue.then(() => appendLines(path, [...lines.values()]));
      queue = written.catch(() => undefined);
      const found = await written;
      for (const [at, name] of [...lines.keys()].entries()) {
        const place = found[at];
        if (place !== undefined) places.note(name, place);
        pending.delete(name);
      }
    },
    async finish(trajectories) {
      if (!existsSync(path)) return;
      const reader = openLineReader(path);
      try {
        await writeLines(path, inOrder(trajectories, places, reader.read));
      } finally {
        reader.close();
        places.forget();
      }
    },
  };
}

/** Requests of a run folder that was written, by sample key. */
export function openRequests(
  path: string,
  places: HashedPlaces,
): { request(key: string): SentRequest | undefined; close(): void } {
  const reader = openLineReader(path);
  const lineOf = (name: string): string | undefined => {
    const place = places.at(name);
    return place && reader.read(place);
  };
  return {
    request(key) {
      const text = lineOf(key);
      if (text === undefined) return undefined;
      const { messages, temperature, maxOutputTokens, schema } = parseJsonText(text, path, requestLine);
      const textOf = (piece: string | { of: string }): string => {
        if (typeof piece === 'string') return piece;
        const line = lineOf(piece.of);
        return line === undefined
          ? '[a piece that is not in requests.jsonl]'
          : parseJsonText(line, path, pieceLine).text;
      };
      return {
        messages: messages.map(({ role, pieces }) => ({ role, content: pieces.map(textOf).join('') })),
        ...(temperature === undefined ? {} : { temperature }),
        maxOutputTokens,
        ...(schema === undefined ? {} : { schema }),
      };
    },
    close: reader.close,
  };
}

function toLines(key: string, { messages, temperature, maxOutputTokens, schema }: ModelRequest) {
  const pieces = new Map<string, string>();
  const cut = (content: string): (string | { of: string })[] =>
    (content.match(/[\s\S]*?\n\n+|[\s\S]+$/g) ?? []).map((text) => {
      if (text.length < SHORTEST_PIECE) return text;
      const hash = sha256(text);
      pieces.set(hash, text);
      return { of: hash };
    });
  const line = JSON.stringify({
    key,
    messages: messages.map(({ role, content }) => ({ role, pieces: cut(content) })),
    ...(temperature === undefined ? {} : { temperature }),
    maxOutputTokens,
    ...(schema === undefined ? {} : { schema: schema.name }),
  });
  return { line, pieces };
}

/** Each request at its first call, its pieces before it. */
function* inOrder(
  trajectories: Iterable<Trajectory>,
  places: HashedPlaces,
  read: (place: LinePlace) => string,
): Generator<string> {
  const written = createHashNumbers();
  const take = (name: string): string | undefined => {
    const place = places.at(name);
    if (place === undefined || written.find(name) !== undefined) return undefined;
    written.of(name);
    return read(place);
  };
  for (const { steps, unfinishedCalls } of trajectories) {
    for (const { key } of [...steps.flatMap(({ calls = [] }) => calls), ...unfinishedCalls]) {
      const request = take(key);
      if (request === undefined) continue;
      for (const [, hash = ''] of request.matchAll(/\{"of":"([0-9a-f]{64})"\}/g)) {
        const piece = take(hash);
        if (piece !== undefined) yield piece;
      }
      yield request;
    }
  }
}
