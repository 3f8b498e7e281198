import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workThrough } from '../concurrency.ts';
import { NotRecordedError, UsageError } from '../errors.ts';
import type { BuiltLine } from '../loading/built-line.ts';
import type { Sampler } from '../models/stored/sampling.ts';
import { createProgress, type ProgressOutput } from '../progress.ts';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import { openLineFile, writeAtomically } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import type { Sandbox } from '../types/execution.ts';
import type { KeyOf } from './asker.ts';
import { type End, endShape, type Stage, stageShape } from './build-record.ts';
import { buildText, type TextRequest } from './build-text.ts';
import { certify } from './certify.ts';
import { endsTable } from './ends-table.ts';
import type { InputForm } from './oracle.ts';
import { suspectsOf, toLine } from './product.ts';
import { createPrograms } from './programs.ts';
import { READINGS } from './readings.ts';

interface BuildOptions {
  readonly texts: readonly TextRequest[];
  /** `FILE.jsonl`, or `kata, text full`: for the manifest. */
  readonly origin: string;
  readonly form: InputForm;
  readonly out: string;
  readonly resume: boolean;
  readonly concurrency: number;
  readonly maxOutputTokens: number;
  readonly modelSeed?: number | undefined;
  /** What stands in the manifest of a challenged dataset: where it comes from. */
  readonly challenged?: { readonly datasetSha256: string; readonly challengesSha256: string };
  /** Results that are taken over as they are. */
  readonly kept?: readonly Result[];
}

export interface BuildParts {
  readonly sampler: Sampler;
  readonly isSimulated: boolean;
  /** One for each hash seed; texts are built in the first. */
  readonly sandboxes: readonly Sandbox[];
  readonly signal: AbortSignal;
  readonly progress: ProgressOutput;
  readonly replay?: Replay;
}

/** A recorded build that answers in the model's place. */
export interface Replay {
  /** For manifest and header: which recording, and what is known of its model. */
  readonly recording: Readonly<Record<string, string>>;
  /** Under which keys the calls of a text are answered. */
  follow(id: string): KeyOf;
  /** A text needs an answer that was not recorded: nothing is known of how it would end. */
  onNotRecorded(id: string, error: NotRecordedError): void;
}

/** What was found out of a text: written when it is whole, so that a stop loses a text and never a part of one. */
export const resultShape = z.strictObject({
  id: z.string(),
  stages: z.array(stageShape),
  line: z.string().exactOptional(),
});
export type Result = z.infer<typeof resultShape>;
export const RESULTS_FILE = 'results.jsonl';

/**
 * Builds a dataset into a folder: manifest.json, build.jsonl (a line a stage), dataset.jsonl (a line a task that was built). Gives the
 * table of ends. Throws `UsageError` for a folder of another build, and what model and sandbox throw; what was finished is kept.
 */
export async function buildDataset(options: BuildOptions, parts: BuildParts): Promise<string> {
  const { out, texts, resume, concurrency } = options;
  const manifest = manifestOf(options, parts);
  await mkdir(out, { recursive: true });
  await checkFolder(out, manifest, resume);
  const { lines: done, file } = await openLineFile<Result>(join(out, RESULTS_FILE), resultShape);
  const byId = new Map([...(options.kept ?? []), ...done].map((result) => [result.id, result]));
  const progress = createProgress('texts', texts.length, parts.progress);
  // Waits for all: a text that is still being built needs the sandboxes that are closed after a failure.
  await workThrough(texts, concurrency, async (request) => {
    parts.signal.throwIfAborted();
    const known = byId.get(request.id);
    if (known === undefined) {
      const result = await buildOrTell(request, options, parts);
      if (result !== undefined) await file.append(result);
      if (result !== undefined) byId.set(request.id, result);
    }
    progress.done(byId.get(request.id)?.line !== undefined, known === undefined);
  });
  progress.finish();
  const results = texts.flatMap(({ id }) => byId.get(id) ?? []);
  await file.rewrite(results);
  const stages = results.flatMap((result) => result.stages);
  await writeAtomically(join(out, 'build.jsonl'), stages.map((stage) => `${JSON.stringify(stage)}\n`).join(''));
  const built = results.flatMap(({ line }) => (line === undefined ? [] : [`${line}\n`]));
  await writeAtomically(join(out, 'dataset.jsonl'), built.join(''));
  const table = [...headerOf(manifest), '', endsTable([{ name: 'texts', stages }])].join('\n');
  await writeAtomically(join(out, 'build.md'), `${table}\n`);
  return table;
}

/** A text's result; none where a replay holds no answer to it. */
async function buildOrTell(
  request: TextRequest,
  options: BuildOptions,
  parts: BuildParts,
): Promise<Result | undefined> {
  try {
    return await buildOne(request, options, parts);
  } catch (error) {
    if (!(error instanceof NotRecordedError) || parts.replay === undefined) throw error;
    parts.replay.onNotRecorded(request.id, error);
    return undefined;
  }
}

async function buildOne(request: TextRequest, options: BuildOptions, parts: BuildParts): Promise<Result> {
  const { form, maxOutputTokens, modelSeed } = options;
  const { sampler, signal, sandboxes, replay } = parts;
  const [first] = sandboxes;
  if (first === undefined) throw new Error('expected a sandbox for each hash seed');
  const programs = createPrograms(first, request.id);
  const keyOf = replay?.follow(request.id);
  const result = await buildText(request, { form, maxOutputTokens, modelSeed, keyOf, sampler, signal, programs });
  const finish = (end: End, line?: BuiltLine): Result => {
    const last: Stage = { id: request.id, stage: 'end', end, calls: result.calls, dropped: result.dropped };
    const stages = [...result.stages, last].map((stage) => stageShape.parse(stage));
    return { id: request.id, stages, ...(line && { line: JSON.stringify(line) }) };
  };
  if (result.built === undefined) return finish(result.end);
  const line = toLine(request, result.built, sampler.modelId, form);
  const certified = await certify(line, suspectsOf(request.id, result.built), sandboxes);
  if ('reason' in certified) return finish({ status: 'none', ...certified });
  return finish(endShape.parse({ status: 'built' }), certified);
}

function manifestOf(options: BuildOptions, parts: BuildParts) {
  const { texts, origin, form, maxOutputTokens, modelSeed, challenged } = options;
  return {
    version: 1,
    origin,
    textsSha256: sha256(canonicalJson(texts)),
    texts: texts.length,
    model: parts.sampler.modelId,
    isSimulated: parts.isSimulated,
    inputs: form,
    maxOutputTokens,
    ...(modelSeed === undefined ? {} : { modelSeed }),
    sandbox: parts.sandboxes[0]?.kind ?? 'none',
    ...(challenged && { challenged }),
    ...(parts.replay && { recording: parts.replay.recording }),
    readings: READINGS,
  };
}

type BuildManifest = ReturnType<typeof manifestOf>;

async function checkFolder(out: string, manifest: BuildManifest, resume: boolean): Promise<void> {
  const path = join(out, 'manifest.json');
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  if (!existsSync(path)) return writeAtomically(path, text);
  if (!resume) throw new UsageError(`--out ${out}: expected a new folder, found a build; go on with --resume`);
  if ((await readFile(path, 'utf8')) === text) return;
  throw new UsageError(
    `--resume ${out}: expected the build of these texts, model and flags, found another; see ${path} or give another --out`,
  );
}

function headerOf({
  origin,
  texts,
  model,
  isSimulated,
  inputs,
  sandbox,
  recording,
  readings,
}: BuildManifest): string[] {
  return [
    `texts: ${origin} (${texts}), inputs as ${inputs}`,
    `model: ${model}${isSimulated ? ' (SIMULATED, not measured)' : ''}`,
    ...Object.entries(recording ?? {}).map(([name, said]) => `${name}: ${said}`),
    `sandbox: ${sandbox}`,
    'graded by a built dataset: whoever uses it is told what this model took for right, not what is',
    ...readings.map((reading) => `reading: ${reading}`),
  ];
}
