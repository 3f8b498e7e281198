import { join } from 'node:path';
import type { RecordedAnswers } from '../../models/recorded/model.ts';
import { storeOf } from '../../models/recorded/read-recording.ts';
import { answerLine, DATASET_FILE, factFields, unpackLines } from '../../models/recorded/recording-files.ts';
import { BUILD_MANIFEST_FILE, findRecording, readCheckedFiles } from '../../models/recorded/recording-folder.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { z } from '../../storage/schema.ts';
import type { Immutable } from '../../types/immutable.ts';
import { type Stage, stageShape } from '../build-record.ts';

/** The files of a recorded build, in the order of its list of sums. */
const BUILD_FILES = [BUILD_MANIFEST_FILE, 'responses.jsonl.gz', 'build.jsonl.gz', DATASET_FILE, 'build.md'] as const;

/** What the built tests are worth, where any text was built. */
export const TRUST_FILE = 'trust.md';

const count = z.int().nonnegative();

const buildManifest = z.strictObject({
  version: z.literal(1),
  study: z.string(),
  /** The day the first answer was given. */
  date: z.string(),
  ...factFields,
  /** What was built from what: a replay takes all of it. */
  identity: z.strictObject({
    model: z.string(),
    from: z.enum(['kata', 'humaneval', 'mbpp-plus']),
    text: z.enum(['full', 'no-examples', 'first-sentence']),
    inputs: z.enum(['functions', 'values']),
    /** In the order of the build. */
    taskIds: z.array(z.string()),
    maxOutputTokens: z.int().positive(),
    modelSeed: count.exactOptional(),
    textsSha256: z.string(),
    /** Of the words of all prompts: where they are others, no answer stands in for another. */
    promptsSha256: z.string(),
  }),
  built: count,
  calls: count,
  answers: count,
  /** Where its programs ran. */
  sandbox: z.enum(['docker', 'bubblewrap', 'process']),
});
export type BuildRecordingManifest = Immutable<z.infer<typeof buildManifest>>;

/** A recorded build of a real model, checked against its sums and read whole. */
export interface RecordedBuild extends RecordedAnswers {
  readonly path: string;
  readonly manifest: BuildRecordingManifest;
  /** The keys of its answers. */
  readonly keys: ReadonlySet<string>;
  readonly stages: readonly Stage[];
  /** The text of dataset.jsonl. */
  readonly dataset: string;
  /** The trust tables; absent where no text was built. */
  readonly trust?: string;
}

/** Reads `recorded:<study>`. Throws `UsageError` when there is no such build, and `DataError` when a byte of it was altered. */
export async function readRecordedBuild(modelId: string): Promise<RecordedBuild> {
  const path = findRecording(modelId, 'build');
  const { files, contentSha256 } = await readCheckedFiles(path, BUILD_FILES);
  const content = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0);
  const textOf = (name: string): string => content(name).toString('utf8');
  const lines = <T>(name: string, line: z.ZodType<T>): T[] => unpackLines(content(name), join(path, name), line);
  const manifest = parseJsonText(textOf(BUILD_MANIFEST_FILE), join(path, BUILD_MANIFEST_FILE), buildManifest);
  const answers = lines('responses.jsonl.gz', answerLine);
  return {
    path,
    manifest,
    contentSha256,
    store: storeOf(answers),
    keys: new Set(answers.map(({ key }) => key)),
    stages: lines('build.jsonl.gz', stageShape),
    dataset: textOf(DATASET_FILE),
    ...(files.has(TRUST_FILE) && { trust: textOf(TRUST_FILE) }),
  };
}
