import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import {
  DATASET_FILE,
  packLines,
  type RecordedAnswer,
  type RecordingFacts,
  SUMS_FILE,
} from '../../models/recorded/recording-files.ts';
import { BUILD_MANIFEST_FILE, checkStudyName, writeCheckedFiles } from '../../models/recorded/recording-folder.ts';
import { type FolderStore, openResponseStore } from '../../models/stored/response-store.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { readLines } from '../../storage/line-file.ts';
import { z } from '../../storage/schema.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import { RESULTS_FILE, type Result, resultShape } from '../build-dataset.ts';
import { callsOf } from '../calls-of.ts';
import { promptsSha256 } from '../prompts-hash.ts';
import { textsFrom } from '../texts.ts';
import { type BuildRecordingManifest, TRUST_FILE } from './build-recording.ts';

/** What a model that is small enough to be recorded here is evidence for; `--evidence` says something else. */
const SMALL_MODEL_EVIDENCE =
  'a small model shows how this pipeline behaves when its only writer is weak, on these texts; it is no evidence about larger ones.';

interface PackOptions {
  /** The folder of a finished build. */
  readonly build: string;
  readonly study: string;
  /** The folder that holds recordings. */
  readonly into: string;
  /** Where the build stored its answers. */
  readonly cache: string;
  readonly facts: Partial<RecordingFacts>;
}

interface PackedBuild {
  readonly path: string;
  readonly bytes: number;
  readonly manifest: BuildRecordingManifest;
}

const packable = z.object({
  origin: z.string(),
  textsSha256: z.string(),
  texts: z.int(),
  model: z.string(),
  isSimulated: z.boolean(),
  inputs: z.enum(['functions', 'values']),
  maxOutputTokens: z.int().positive(),
  modelSeed: z.int().exactOptional(),
  sandbox: z.enum(['docker', 'bubblewrap', 'process']),
  challenged: z.unknown().optional(),
  recording: z.unknown().optional(),
});
type Packable = z.infer<typeof packable>;

/**
 * Packs a finished build of a real model into a recording: its answers, what its stages made, the dataset and its tables. Equal builds give
 * equal bytes. Throws `UsageError` for a build that is not finished, or whose texts or answers a replay would not find again.
 */
export async function packBuild(options: PackOptions, environment: Environment): Promise<PackedBuild> {
  const { build, study, into, cache, facts } = options;
  checkStudyName(study);
  const path = join(into, study);
  if (existsSync(join(path, SUMS_FILE))) throw new UsageError(`${path} is recorded already; name another --study`);
  const manifestPath = join(build, 'manifest.json');
  if (!existsSync(manifestPath)) throw new UsageError(`--build ${build}: expected the folder of a build, found none`);
  const made = parseJsonText(await readUtf8(manifestPath), manifestPath, packable);
  const origin = originOf(made, build);
  const results = await finishedResults(build, made);
  const stages = results.flatMap((result) => result.stages);
  const taskIds = results.map(({ id }) => id);
  await checkTexts(made, origin, taskIds, { build, environment });
  const { answers, date } = await answersOf(
    results,
    openResponseStore(cache, () => new Date(0)),
  );
  const { model, inputs, maxOutputTokens, modelSeed, textsSha256, sandbox } = made;
  const seed = modelSeed === undefined ? {} : { modelSeed };
  const ends = stages.flatMap((stage) => (stage.stage === 'end' ? [stage] : []));
  const manifest: BuildRecordingManifest = {
    version: 1,
    study,
    date,
    evidence: SMALL_MODEL_EVIDENCE,
    ...facts,
    identity: {
      model,
      ...origin,
      inputs,
      taskIds,
      maxOutputTokens,
      ...seed,
      textsSha256,
      promptsSha256: promptsSha256(),
    },
    built: ends.filter(({ end }) => end.status === 'built').length,
    calls: ends.reduce((sum, { calls }) => sum + calls, 0),
    answers: answers.length,
    sandbox,
  };
  const trust = join(build, TRUST_FILE);
  const bytes = await writeCheckedFiles(
    path,
    new Map<string, Buffer>([
      [BUILD_MANIFEST_FILE, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)],
      ['responses.jsonl.gz', packLines(answers)],
      ['build.jsonl.gz', packLines(stages)],
      [DATASET_FILE, await readFile(join(build, DATASET_FILE))],
      ['build.md', await readFile(join(build, 'build.md'))],
      ...(existsSync(trust) ? [[TRUST_FILE, await readFile(trust)] as const] : []),
    ]),
  );
  return { path, bytes, manifest };
}

/** Which dataset's prompts the texts are. Throws `UsageError` for a build that no replay could make again. */
function originOf({ origin, isSimulated, challenged, recording }: Packable, build: string) {
  const refuse = (found: string) =>
    new UsageError(`--build ${build}: expected a build of a real model with --from, found ${found}`);
  if (isSimulated) throw refuse('one of a simulated model');
  if (recording !== undefined) throw refuse('the replay of a recording');
  if (challenged !== undefined) throw refuse('a challenged version');
  const named = z
    .object({
      from: z.enum(['kata', 'humaneval', 'mbpp-plus']),
      text: z.enum(['full', 'no-examples', 'first-sentence']),
    })
    .safeParse(/^(?<from>[\w-]+), text (?<text>[\w-]+)$/.exec(origin)?.groups);
  if (!named.success) throw refuse(`the texts of ${origin}, which a replay could not make again`);
  return named.data;
}

/** Every text's result. Throws `UsageError` where one is missing, or a file of the build is not of these results. */
async function finishedResults(build: string, { texts }: Packable): Promise<readonly Result[]> {
  const results = await readLines<Result>(join(build, RESULTS_FILE), resultShape);
  const files = [join(build, DATASET_FILE), join(build, 'build.jsonl')] as const;
  if (results.length !== texts || !files.every((file) => existsSync(file)))
    throw new UsageError(
      `--build ${build}: expected a finished build, found ${results.length} of ${texts} texts; go on with --resume`,
    );
  const made = [
    results.flatMap(({ line }) => (line === undefined ? [] : [`${line}\n`])),
    results.flatMap(({ stages }) => stages.map((stage) => `${JSON.stringify(stage)}\n`)),
  ];
  for (const [index, file] of files.entries()) {
    if ((await readUtf8(file)) === made[index]?.join('')) continue;
    throw new UsageError(
      `${file}: expected what ${RESULTS_FILE} says, found other lines; build it again with --resume`,
    );
  }
  return results;
}

async function checkTexts(
  { textsSha256 }: Packable,
  { from, text }: ReturnType<typeof originOf>,
  taskIds: readonly string[],
  { build, environment }: Pick<PackOptions, 'build'> & { readonly environment: Environment },
): Promise<void> {
  const texts = (await textsFrom(from, text, environment)).filter(({ id }) => taskIds.includes(id));
  if (sha256(canonicalJson(texts)) === textsSha256) return;
  throw new UsageError(`--build ${build}: expected the texts that ${from} gives today, found others; build it again`);
}

/** The answers of all calls by their keys, and the day the first was given. Throws `UsageError` where one is not in the store. */
async function answersOf(results: readonly Result[], store: FolderStore) {
  const answers = new Map<string, RecordedAnswer>();
  const days: string[] = [];
  for (const { id, stages } of results) {
    for (const { key, responseSha256 } of stages.flatMap(callsOf)) {
      const stored = await store.read(key);
      if (stored === undefined || sha256(stored.response.text) !== responseSha256)
        throw new UsageError(
          `--cache ${store.path}: expected the answers of the build, found ${stored === undefined ? 'none' : 'another'} under ${key} (${id}); give the --cache that it was built with`,
        );
      const { text, finishReason, rawFinishReason, usage } = stored.response;
      answers.set(key, {
        key,
        text,
        finishReason,
        ...(rawFinishReason === undefined ? {} : { rawFinishReason }),
        ...(usage === undefined ? {} : { usage }),
      });
      days.push(stored.provenance?.storedAt?.slice(0, 10) ?? '');
    }
  }
  const sorted = [...answers.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  return { answers: sorted, date: days.sort()[0] ?? '' };
}
