import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelEvent } from '../models/model-events.ts';
import { spentLine, timingLine } from '../records/records.ts';
import { openLines } from '../storage/line-file.ts';
import type { Usage } from '../types/model.ts';

/** In the folder of an iteration: what its critics' calls used, a line a call. */
const CALLS = 'critics-calls.jsonl';

/**
 * What runs and critics of all iterations used so far, in this session or an earlier one: a budget is of all of them together. The run in the folder
 * `counted` is left out, for it counts its own. Throws `DataError` for lines that are none.
 */
export async function usedIn(out: string, counted?: string): Promise<readonly Usage[]> {
  const iterations = (await readdir(out)).filter((name) => /^iteration-\d+$/.test(name)).map((name) => join(out, name));
  const files = iterations.flatMap((folder) => [
    ...(join(folder, 'run') === counted ? [] : [join(folder, 'run', 'timings.jsonl')]),
    join(folder, CALLS),
  ]);
  const used: Usage[] = [];
  for (const file of files.filter((path) => existsSync(path)))
    await openLines(file, timingLine, (line) => {
      const spent = spentLine.safeParse(line);
      if (spent.success) used.push(spent.data.usage);
    });
  return used;
}

/** Keeps on record what calls of an iteration's critics use. */
export async function recordCalls(
  folder: string,
): Promise<{ readonly record: (event: ModelEvent) => void; readonly flush: () => Promise<void> }> {
  const file = await openLines<ModelEvent | { readonly kind: string }>(
    join(folder, CALLS),
    timingLine,
    () => undefined,
  );
  let written: Promise<unknown> = Promise.resolve();
  return {
    record(event) {
      written = Promise.all([written, file.append(event)]);
      // Whoever waits for the end learns of a failure.
      written.catch(() => undefined);
    },
    flush: async () => {
      await written;
    },
  };
}
