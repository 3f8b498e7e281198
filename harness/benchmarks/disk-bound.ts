import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors.ts';
import type { DockerEngine } from '../sandbox/docker/engine.ts';
import { unionBytes } from '../sandbox/docker/image-pieces.ts';
import { isOfInstances } from '../sandbox/docker/prune-images.ts';
import { readJsonLines } from '../storage/json-lines.ts';
import { z } from '../storage/schema.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { PatchProblem } from '../types/task.ts';
import { machineParts } from './machine.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const gradedRow = z.object({
  instance_id: z.string(),
  outcome: z.string(),
  reason: z.string().optional(),
  lost: z.string().optional(),
  image_digest: z.string().optional(),
  seconds: z.number().optional(),
  load_before: z.number().optional(),
});

/** What one grading of gold patches under a bound on disk did. */
interface BoundedGrading {
  readonly rows: readonly (z.infer<typeof gradedRow> & { readonly isBuilt: boolean })[];
  /** Images that were there at the beginning and are not at the end: nothing but the bound removes them. */
  readonly removed: readonly string[];
  readonly wallSeconds: number;
  /** Bytes of all images of instances at the daemon, each layer once, by seconds since the beginning. */
  readonly held: readonly (readonly [seconds: number, bytes: number])[];
}

interface BoundedOptions {
  readonly dataset: string;
  readonly diskGb: number;
  /** Words of the command that say where images are made from. */
  readonly site: readonly string[];
  /** For the predictions and what comes of them. */
  readonly folder: string;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  readonly signal: AbortSignal;
  say(line: string): void;
}

/** How often the daemon is asked what its images take. */
const EVERY_MS = 2_000;

/**
 * Grades the gold patches of these instances by the command that a user types, and looks at the daemon's images meanwhile. Throws
 * `UsageError` where the command does not end well.
 */
export async function gradeWithinBound(
  engine: DockerEngine,
  problems: readonly PatchProblem[],
  { dataset, diskGb, site, folder, now, signal, say }: BoundedOptions,
): Promise<BoundedGrading> {
  const [predictions, out] = [join(folder, 'gold.jsonl'), join(folder, 'graded.jsonl')];
  const lines = problems.map(({ task, canonical }) =>
    JSON.stringify({ instance_id: task.id, model_name_or_path: 'gold', model_patch: canonical }),
  );
  await writeFile(predictions, `${lines.join('\n')}\n`);
  const held: [number, number][] = [];
  const startedAt = now();
  const look = async (): Promise<void> => {
    held.push([(now() - startedAt) / 1000, await heldBytes(engine)]);
  };
  await look();
  const words = [
    '--dataset',
    dataset,
    '--predictions',
    predictions,
    '--disk-gb',
    String(diskGb),
    ...site,
    '--out',
    out,
  ];
  const before = await namedImages(engine);
  const watch = setInterval(() => void look().catch(() => undefined), EVERY_MS); // a daemon that does not answer ends the command itself
  try {
    await runGrade(words, signal, say);
  } finally {
    clearInterval(watch);
  }
  const wallSeconds = (now() - startedAt) / 1000;
  await look();
  const after = await namedImages(engine);
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const earlier = new Set(before.values());
  const rows = (await readJsonLines(out, gradedRow)).map((row) => ({
    ...row,
    isBuilt: row.image_digest !== undefined && !earlier.has(row.image_digest),
  }));
  return { rows, removed, wallSeconds, held };
}

/** The ids of the daemon's images of instances, by name. */
const namedImages = async ({ images }: DockerEngine): Promise<ReadonlyMap<string, string>> =>
  new Map((await images.list()).filter(isOfInstances).flatMap(({ id, names }) => names.map((name) => [name, id])));

/** What the daemon's images of instances take, each layer once; in bytes. */
async function heldBytes({ images }: DockerEngine): Promise<number> {
  const theirs = (await images.list()).filter(isOfInstances);
  const found = await Promise.all(theirs.map(({ id }) => images.inspect(id)));
  return unionBytes(found.filter((image) => image !== undefined));
}

async function runGrade(words: readonly string[], signal: AbortSignal, onLine: (line: string) => void): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'grade', '--', ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let last = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      last = line;
      onLine(line);
    });
  }
  const end = await new Promise<unknown>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, by) => resolve(code ?? by));
  });
  signal.throwIfAborted();
  if (end !== 0) throw new UsageError(`grade: expected it to end with 0, it ended with ${String(end)}: ${last}`);
}

/** The report: what was held, built and removed, and a row for each instance. */
export function boundedMarkdown(
  { rows, removed, wallSeconds, held }: BoundedGrading,
  diskGb: number,
  facts: Readonly<Record<string, unknown>>,
): string {
  const gb = (bytes: number): string => (bytes / 1e9).toFixed(1);
  const bytes = held.map(([, each]) => each);
  const within = held.find(([, each]) => each <= diskGb * 1e9);
  const after = within === undefined ? [] : held.filter(([seconds]) => seconds >= within[0]).map(([, each]) => each);
  const solved = rows.filter(({ outcome }) => outcome === 'solved').length;
  const built = rows.filter(({ isBuilt }) => isBuilt).length;
  const outcomeOf = ({ outcome, reason, lost }: (typeof rows)[number]): string =>
    `${outcome}${reason === undefined ? '' : ` (${reason})`}${lost === undefined ? '' : `: ${lost}`}`;
  return [
    `# ${rows.length} gold patches graded within ${diskGb} GB of images`,
    `\`npm run grade\` as a user types it, with \`--disk-gb ${diskGb}\`: an image that is missing is made when its turn comes, and images used longest ago are removed before it for what it is expected to take, and after it where it takes more. What all images of instances take, each layer once, is asked of the daemon every ${EVERY_MS / 1000} seconds, those included that something of others stands upon (such as what broken builds left): they cannot be removed, and are not within the bound. Seconds of an instance are those of its evaluation, without making its image.`,
    markdownTable({
      header: ['what', 'value'],
      rows: [
        ['solved', `${solved} of ${rows.length}`],
        ['images of these instances that were made', `${built} of ${rows.length}`],
        ['images that were removed', String(removed.length)],
        ['held at the beginning', `${gb(bytes[0] ?? 0)} GB`],
        ['within the bound after', within === undefined ? 'never' : `${within[0].toFixed(0)} s`],
        ['the most held from then on', after.length === 0 ? '' : `${gb(Math.max(...after))} GB`],
        ['held at the end', `${gb(bytes.at(-1) ?? 0)} GB`],
        ['the whole command', `${wallSeconds.toFixed(0)} s`],
      ],
      textColumns: [1],
    }),
    markdownTable({
      header: ['instance', 'gold patch', 'image', 'seconds', 'load'],
      rows: rows.map((row) => [
        row.instance_id,
        outcomeOf(row),
        row.isBuilt ? 'made' : 'there',
        row.seconds?.toFixed(1) ?? '',
        row.load_before?.toFixed(1) ?? '',
      ]),
      textColumns: [1, 2],
    }),
    ...machineParts(facts),
    '',
  ].join('\n\n');
}
