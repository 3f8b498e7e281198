import { DataError, messageOf } from '../../errors.ts';
import { compressed, decompressed } from '../../storage/archive.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import { parseJsonLines } from '../../storage/json-lines.ts';
import { z } from '../../storage/schema.ts';
import { decodeUtf8 } from '../../storage/utf8.ts';
import type { ExecutionJob } from '../../types/execution.ts';
import { identityShape } from '../../types/identity.ts';
import type { Immutable } from '../../types/immutable.ts';
import type { FinishReason, Usage } from '../../types/model.ts';
import type { Task, TestSuite } from '../../types/task.ts';
import { answerShape, sampleKeyShape } from '../stored/answer-shape.ts';

/** The files of a recording, in the order of its list of sums. */
export const FILES = ['manifest.json', 'responses.jsonl.gz', 'verdicts.jsonl.gz'] as const;

/** A built dataset lies in its recording: it has no name by which a replay could find it. */
export const DATASET_FILE = 'dataset.jsonl';

/** The pools that its prompts drew from, where they did. */
export const POOLS_FILE = 'pools.json';

/** `sha256sum -c SHA256SUMS` reads it. */
export const SUMS_FILE = 'SHA256SUMS';

/** Fields of a manifest: what the person who records says. */
export const factFields = {
  quantisation: z.string().exactOptional(),
  engine: z.string().exactOptional(),
  note: z.string().exactOptional(),
  /** Of the answers. */
  licence: z.string().exactOptional(),
  /** One sentence: what a model of this kind is evidence for. */
  evidence: z.string(),
};
const facts = z.object(factFields);
/** What the person who records says of the model; a server does not tell. */
export type RecordingFacts = Immutable<z.infer<typeof facts>>;

/** An answer under its sample key. */
export interface RecordedAnswer {
  readonly key: string;
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly rawFinishReason?: string;
  readonly usage?: Usage;
}

/** What running a program against a suite showed when it was recorded; `feedback` where a loop was told it. */
export interface RecordedVerdict {
  /** `programSha256` of program and suite; of generated checks `ClaimsReport.inputSha256`. */
  readonly program: string;
  readonly taskId: string;
  /** `generated`: a report on claims; `tool`: what a tool said of a triple. Both stand as JSON in `feedback`. */
  readonly suite: 'public' | 'grading' | 'generated' | 'tool';
  readonly status: 'accept' | 'reject';
  readonly assertions: string;
  /** A clock ended the program: it had used up the time it may have. */
  readonly isOutOfTime?: true;
  readonly feedback?: string;
  /** What an arm was told that has the published loops' feedback. */
  readonly traceback?: string;
}

const count = z.int().nonnegative();

export const answerLine = z.object({
  key: sampleKeyShape,
  ...answerShape.shape,
}) satisfies z.ZodType<RecordedAnswer>;

export const verdictLine = z.object({
  program: z.string().regex(/^[0-9a-f]{64}$/),
  taskId: z.string(),
  suite: z.enum(['public', 'grading', 'generated', 'tool']),
  status: z.enum(['accept', 'reject']),
  assertions: z.string(),
  isOutOfTime: z.literal(true).exactOptional(),
  feedback: z.string().exactOptional(),
  traceback: z.string().exactOptional(),
}) satisfies z.ZodType<RecordedVerdict>;

const recordingManifest = z.strictObject({
  version: z.literal(1),
  study: z.string(),
  /** The day the first run began. */
  date: z.string(),
  ...factFields,
  /** Of the first run, with the tasks that are complete: the defaults of a replay. Holds the prompts' hash of each arm. */
  identity: identityShape,
  /** Where the tasks are the first ones that the run's seed draws: a random sample of so many. */
  drawnOf: count.exactOptional(),
  /** Further runs whose answers are packed too, such as many samples of one arm. */
  also: z.array(z.object({ conditions: z.array(z.string()), samples: count, tasks: count })),
  /** Tasks of the first run that come after the first one that is not complete. */
  tasksLeftOut: count,
  answers: count,
  programs: count,
  /** The sandboxes the programs ran in. */
  sandboxes: z.array(z.enum(['docker', 'bubblewrap', 'process'])),
});
export type RecordingManifest = Immutable<z.infer<typeof recordingManifest>>;
export const manifestFile: z.ZodType<RecordingManifest> = recordingManifest;

/** sha256 of what decides a verdict but for limits and grader: a recorded verdict outlives a change of these. */
export function programSha256(job: Pick<ExecutionJob, 'prelude' | 'code' | 'entryPoint' | 'suite'>): string {
  const { prelude, code, entryPoint, suite } = job;
  return sha256(canonicalJson({ prelude, code, entryPoint, tests: suite.source }));
}

/** `programSha256` of a candidate and one of its task's suites. */
export function testedSha256({ prelude, entryPoint }: Task, code: string, suite: TestSuite): string {
  return programSha256({ prelude, entryPoint, code, suite });
}

/** JSON lines, compressed to the same bytes everywhere but for zlib's own version. */
export function packLines(lines: readonly object[]): Buffer {
  return compressed(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
}

/** Reads what `packLines` wrote. Throws `DataError` naming the file and the line. */
export function unpackLines<T>(packed: Buffer, origin: string, line: z.ZodType<T>): T[] {
  let unpacked: Buffer;
  try {
    unpacked = decompressed(packed, origin);
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    throw new DataError(`${origin}: does not unpack: ${messageOf(cause)}`, { cause });
  }
  return parseJsonLines(decodeUtf8(unpacked, origin), origin, line);
}

/** The list of sums over the files as they lie in the folder. */
export function sumsOf(files: ReadonlyMap<string, Uint8Array>): string {
  return [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');
}
