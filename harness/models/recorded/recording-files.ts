import { DataError } from '../../errors.ts';
import { compressed, decompressed } from '../../storage/archive.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import { parseJsonLines } from '../../storage/json-lines.ts';
import { z } from '../../storage/schema.ts';
import { decodeUtf8 } from '../../storage/utf8.ts';
import type { ExecutionJob, Sandbox } from '../../types/execution.ts';
import type { FinishReason, Usage } from '../../types/model.ts';
import type { Identity } from '../../types/record.ts';
import type { Task, TestSuite } from '../../types/task.ts';
import { answerShape, sampleKeyShape } from '../stored/answer-shape.ts';

/** The files of a recording, in the order of its list of sums. */
export const FILES = ['manifest.json', 'responses.jsonl.gz', 'verdicts.jsonl.gz'] as const;

/** `sha256sum -c SHA256SUMS` reads it. */
export const SUMS_FILE = 'SHA256SUMS';

/** What the person who records says of the model; a server does not tell. */
export interface RecordingFacts {
  readonly quantisation?: string;
  readonly engine?: string;
  readonly note?: string;
  /** Of the answers. */
  readonly licence?: string;
  /** One sentence: what a model of this kind is evidence for. */
  readonly evidence: string;
}

export interface RecordingManifest extends RecordingFacts {
  readonly version: 1;
  readonly study: string;
  /** The day the first run began. */
  readonly date: string;
  /** Of the first run, with the tasks that are complete: the defaults of a replay. Holds the prompts' hash of each arm. */
  readonly identity: Identity;
  /** Where the tasks are the first ones that the run's seed draws: a random sample of so many. */
  readonly drawnOf?: number;
  /** Further runs whose answers are packed too, such as many samples of one arm. */
  readonly also: readonly {
    readonly conditions: readonly string[];
    readonly samples: number;
    readonly tasks: number;
  }[];
  /** Tasks of the first run that come after the first one that is not complete. */
  readonly tasksLeftOut: number;
  readonly answers: number;
  readonly programs: number;
  /** The sandboxes the programs ran in. */
  readonly sandboxes: readonly Sandbox['kind'][];
}

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
  /** `generated`: a report on claims, which stands as JSON in `feedback`. */
  readonly suite: 'public' | 'grading' | 'generated';
  readonly status: 'accept' | 'reject';
  readonly assertions: string;
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
  suite: z.enum(['public', 'grading', 'generated']),
  status: z.enum(['accept', 'reject']),
  assertions: z.string(),
  feedback: z.string().exactOptional(),
  traceback: z.string().exactOptional(),
}) satisfies z.ZodType<RecordedVerdict>;

export const manifestFile = z
  .object({
    version: z.literal(1),
    study: z.string(),
    date: z.string(),
    evidence: z.string(),
    identity: z
      .object({
        dataset: z.string(),
        datasetSha256: z.string(),
        model: z.string(),
        taskIds: z.array(z.string()),
        conditions: z.array(z.object({ name: z.string(), promptsSha256: z.string() }).loose()),
        samples: count,
        k: z.array(count),
        limits: z.object({ wallMs: z.number() }).loose(),
      })
      .loose(),
    drawnOf: count.optional(),
    also: z.array(z.object({ conditions: z.array(z.string()), samples: count, tasks: count })),
    tasksLeftOut: count,
    answers: count,
    programs: count,
    sandboxes: z.array(z.enum(['docker', 'bubblewrap', 'process'])),
    quantisation: z.string().optional(),
    engine: z.string().optional(),
    note: z.string().optional(),
    licence: z.string().optional(),
  })
  .strict() as unknown as z.ZodType<RecordingManifest>;

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
    throw new DataError(`${origin}: does not unpack: ${(cause as Error).message}`, { cause });
  }
  return parseJsonLines(decodeUtf8(unpacked, origin), origin, line);
}

/** The list of sums over the files as they lie in the folder. */
export function sumsOf(files: ReadonlyMap<string, Uint8Array>): string {
  return [...files].map(([name, content]) => `${sha256(content)}  ${name}\n`).join('');
}
