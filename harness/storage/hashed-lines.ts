import { createHashNumbers } from './hash-numbers.ts';
import { openLines } from './line-file.ts';
import { type LinePlace, openLineReader, scanLines } from './line-index.ts';
import { createLinePlaces } from './line-places.ts';
import type { z } from './schema.ts';

/** Where lines stand by their hash, of several of one hash the first; about fifty bytes a line. */
export interface HashedPlaces {
  note(hash: string, place: LinePlace): void;
  /** The same for a hash that stands as text in bytes; where none does, nothing is noted. */
  noteBytes(bytes: Uint8Array, at: number, place: LinePlace): void;
  at(hash: string): LinePlace | undefined;
  /** In the order of the hashes. */
  sorted(): Iterable<LinePlace>;
  /** Gives their memory back: of millions of lines it is needed for what comes after them. */
  forget(): void;
}

function createHashedPlaces(): HashedPlaces {
  let [numbers, places] = [createHashNumbers(), createLinePlaces()];
  return {
    forget() {
      [numbers, places] = [createHashNumbers(), createLinePlaces()];
    },
    note(hash, place) {
      if (numbers.of(hash) === places.count) places.add(place);
    },
    noteBytes(bytes, at, place) {
      if (numbers.ofBytes(bytes, at) === places.count) places.add(place);
    },
    at(hash) {
      const number = numbers.find(hash);
      return number === undefined ? undefined : places.at(number);
    },
    *sorted() {
      for (const number of numbers.sorted()) yield places.at(number);
    },
  };
}

/** What a line may begin with before its hash. */
const BEGINNINGS = ['{"sha256":"', '{"key":"'].map((text) => Buffer.from(text));

/** The places of the lines that begin with a hash, by their first bytes alone. A last line without an end is left out; no file is no lines. */
export async function scanHashes(path: string): Promise<HashedPlaces> {
  const places = createHashedPlaces();
  await scanLines(path, (head, place) => {
    const beginning = BEGINNINGS.find((bytes) => beginsWith(head, bytes));
    if (beginning !== undefined) places.noteBytes(head, beginning.length, place);
  });
  return places;
}

function beginsWith(head: Buffer, beginning: Buffer): boolean {
  for (let at = 0; at < beginning.length; at++) if (head[at] !== beginning[at]) return false;
  return true;
}

/** A file of JSON lines, each once, known by a hash in it. Memory holds where they stand. */
export interface HashedFile<Row> {
  get(hash: string): Row | undefined;
  /** Whether it is there or being written. */
  has(hash: string): boolean;
  /** Throws `FileError` when the line cannot be written. */
  add(row: Row): Promise<void>;
  /** Lines as they stand, in the order of their hashes. */
  sorted(): Iterable<string>;
  /** Replaces the whole file by these lines; nothing is read or added after that. */
  finish(lines: Iterable<string>): Promise<void>;
}

/** Opens (or creates) it and checks every line. Throws `DataError` with file, line and field for one that does not fit. */
export async function openHashedFile<Row>(
  path: string,
  shape: z.ZodType<Row>,
  hashOf: (row: Row) => string,
): Promise<HashedFile<Row>> {
  const places = createHashedPlaces();
  const file = await openLines(path, shape, (row, place) => places.note(hashOf(row), place));
  const reader = openLineReader(path);
  /** Those that are being written. */
  const pending = new Map<string, Row>();
  return {
    has: (hash) => pending.has(hash) || places.at(hash) !== undefined,
    get(hash) {
      const place = places.at(hash);
      // It was checked when it was read first, or is ours.
      return place === undefined ? pending.get(hash) : (JSON.parse(reader.read(place)) as Row);
    },
    async add(row) {
      const hash = hashOf(row);
      pending.set(hash, row);
      try {
        places.note(hash, await file.append(row));
      } finally {
        pending.delete(hash);
      }
    },
    *sorted() {
      for (const place of places.sorted()) yield reader.read(place);
    },
    async finish(lines) {
      await file.rewriteTexts(lines);
      reader.close();
      places.forget();
    },
  };
}
