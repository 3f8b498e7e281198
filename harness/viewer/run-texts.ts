import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { responseLine } from '../records/records.ts';
import { openRequests, REQUESTS_FILE } from '../records/request-file.ts';
import { type HashedPlaces, scanHashes } from '../storage/hashed-lines.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { indexLines, openLineReader } from '../storage/line-index.ts';
import type { RunTexts } from '../types/record.ts';

/** Where a run's requests and replies stand, and what its calls took. Holds no text. */
export interface TextIndex {
  readonly requests: HashedPlaces;
  readonly responses: HashedPlaces;
  readonly milliseconds: ReadonlyMap<string, number>;
}

const files = (path: string) => ({
  requests: join(path, REQUESTS_FILE),
  responses: join(path, 'responses.jsonl'),
  timings: join(path, 'timings.jsonl'),
});

/** Reads the beginnings of the lines once through the files. A folder of an earlier version has no requests. */
export async function indexTexts(path: string): Promise<TextIndex> {
  const { requests, responses, timings } = files(path);
  const milliseconds = new Map<string, number>();
  await indexLines(timings, (head) => {
    const [, key, ms] = /^\{"kind":"call",.*"key":"([0-9a-f]{64})".*"latencyMs":(\d+)/.exec(head) ?? [];
    if (key !== undefined) milliseconds.set(key, Number(ms));
    return undefined;
  });
  const [sent, said] = await Promise.all([scanHashes(requests), scanHashes(responses)]);
  return { requests: sent, responses: said, milliseconds };
}

/** Lets `use` read a run's texts; the files are closed after it. */
export async function withTexts<T>(
  path: string,
  index: TextIndex,
  use: (texts: RunTexts) => T | Promise<T>,
): Promise<T> {
  const { requests, responses } = files(path);
  const sent = existsSync(requests) ? openRequests(requests, index.requests) : undefined;
  const said = existsSync(responses) ? openLineReader(responses) : undefined;
  try {
    return await use({
      request: (key) => sent?.request(key),
      response(sha256) {
        const place = index.responses.at(sha256);
        const line = place && said?.read(place);
        return line === undefined ? undefined : parseJsonText(line, responses, responseLine).text;
      },
      milliseconds: (key) => index.milliseconds.get(key),
    });
  } finally {
    sent?.close();
    said?.close();
  }
}
