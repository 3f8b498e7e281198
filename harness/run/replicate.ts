import { ModelStoppedError, UsageError } from '../errors.ts';
import { forReplay, isRecorded } from '../models/recorded/replay.ts';
import { readRuns } from '../published/read-runs.ts';
import { replicatedStudy } from '../published/replication/replicated-study.ts';
import { type ReadStudy, readStudyFile, type StudyFileBenchmark } from '../published/replication/study-file.ts';
import { STUDY_FILE } from '../records/study-file.ts';
import type { Run } from '../types/record.ts';
import { type BenchOptions, type BenchParts, bench } from './bench.ts';
import { describeStudyCosts } from './describe-study-costs.ts';
import { type LoadedCondition, loadConditions } from './load-conditions.ts';

export interface ReplicateOptions {
  /** A study's id, its file, or the folder of an exported one. */
  readonly study: string;
  /** A run folder of the study's own records (import), for comparisons task by task. */
  readonly records?: string | undefined;
  /** Also runs the condition that does each arm's work without the study's faults, and all of them under both extractors. */
  readonly twoByTwo?: boolean | undefined;
}

/**
 * Runs a published study's arms again through bench, with the study's settings wherever no flag says otherwise, and keeps the study beside
 * the run, so that every report sets the two against each other. Throws as bench does, and `UsageError` or `DataError` naming the
 * line of the study's file that does not fit.
 */
export async function replicate(
  { study: name, records, twoByTwo }: ReplicateOptions,
  options: BenchOptions,
  isGiven: (flag: string) => boolean,
  parts: BenchParts,
): Promise<{ screen: string; folder?: string }> {
  const read = readStudyFile(name);
  const { study } = read;
  const position = benchmarkFor(read, isGiven('dataset') ? options.dataset : undefined);
  const benchmark = study.benchmarks[position];
  if (benchmark === undefined) throw new Error('a study has a benchmark');
  const arms = await armsOf(read, position, parts.conditionsFolder);
  // A study is data: it names no file that would be run.
  if (!isGiven('model') && (options.plan !== true || study.model.startsWith('file:'))) {
    throw new UsageError(`--model: expected the model to replicate ${study.id} with; its own was ${study.model}`);
  }
  const model = isGiven('model') ? options.model : study.model;
  const conditions = twoByTwo === true ? await asTwoByTwo(arms, benchmark, parts.conditionsFolder) : arms;
  const merged = withStudy({ ...options, model }, benchmark, conditions, isGiven);
  const chosen = isRecorded(model) ? await forReplay(merged, isGiven) : merged;
  const isOwnData = chosen.dataset === benchmark.dataset;
  const published = records === undefined ? undefined : await publishedRun(records, read, position);
  const kept = replicatedStudy(study, benchmark, isOwnData ? published : undefined, isOwnData);
  const files = new Map([[STUDY_FILE, `${JSON.stringify(kept, undefined, 2)}\n`]]);
  const price = chosen.price ?? (model === study.model ? study.price : undefined);
  try {
    const done = await bench({ ...chosen, price }, { ...parts, files });
    if (done.plan === undefined) return done;
    const costs = describeStudyCosts(study, benchmark, done.plan);
    return { screen: [done.screen, ...costs].join('\n') };
  } catch (error) {
    throw refusesSystemPrompts(error) ? systemRefusal(read, model, error) : error;
  }
}

/** The benchmark of the dataset; of a dataset that the study did not use, its first one. */
function benchmarkFor({ study }: ReadStudy, dataset: string | undefined): number {
  return Math.max(
    0,
    study.benchmarks.findIndex((benchmark) => benchmark.dataset === dataset),
  );
}

/** The conditions of a benchmark's arms, each checked to be there and to have the extractor that the study says. */
async function armsOf({ study, at }: ReadStudy, position: number, folder?: string): Promise<LoadedCondition[]> {
  const arms = study.benchmarks[position]?.arms ?? [];
  const loaded: LoadedCondition[] = [];
  for (const [index, { condition, extractor, mended }] of arms.entries()) {
    const path = ['benchmarks', position, 'arms', index];
    for (const [field, arm] of [
      ['condition', condition],
      ['mended', mended ?? condition],
    ] as const) {
      const [one] = await loadConditions([arm], folder).catch((cause: Error) => {
        throw new UsageError(`${at([...path, field])}: unknown arm: ${cause.message}`, { cause });
      });
      if (field === 'condition' && one !== undefined) loaded.push(one);
    }
    const own = loaded.at(-1)?.identity.extractor ?? 'default';
    if (own !== extractor) {
      throw new UsageError(
        `${at([...path, 'extractor'])}: ${condition} has the extractor ${own}, the study says ${extractor}`,
      );
    }
  }
  return loaded;
}

/** Published and mended loops, each under its own extractor and the other one. */
async function asTwoByTwo(
  arms: readonly LoadedCondition[],
  { arms: described }: StudyFileBenchmark,
  folder?: string,
): Promise<LoadedCondition[]> {
  const names = [...arms.map(({ identity }) => identity.name), ...described.flatMap(({ mended }) => mended ?? [])];
  const loaded = await loadConditions([...new Set(names)], folder);
  const others = loaded.map(
    ({ identity: { name, extractor } }) => `${name}+extractor=${extractor === 'published' ? 'default' : 'published'}`,
  );
  return [...loaded, ...(await loadConditions(others, folder))];
}

/** The study's settings wherever no flag was given. */
function withStudy(
  options: BenchOptions,
  { dataset, k, protocol, samples, temperature, maxOutputTokens, verdictTimeout, tasks, patches }: StudyFileBenchmark,
  arms: readonly LoadedCondition[],
  isGiven: (flag: string) => boolean,
): BenchOptions {
  const conditions = arms.map(({ identity }) => identity.name);
  const own = {
    ...{ dataset, k, protocol, samples, temperature, maxOutputTokens, conditions },
    ...(verdictTimeout === undefined ? {} : { verdictTimeout }),
    ...(tasks === undefined || isGiven('subset') || isGiven('limit') ? {} : { tasks }),
    ...(patches === undefined ? {} : { context: patches.context, hints: patches.hints, testNames: patches.testNames }),
  };
  return { ...options, ...Object.fromEntries(Object.entries(own).filter(([flag]) => !isGiven(flag))) };
}

/** The study's own records of a benchmark. */
async function publishedRun(folder: string, { study, at }: ReadStudy, position: number): Promise<Run> {
  const { runs } = await readRuns(folder);
  const dataset = study.benchmarks[position]?.dataset;
  const found = runs.find(({ manifest }) => manifest.identity.dataset === dataset);
  if (found !== undefined) return found;
  const held = runs.map(({ manifest }) => manifest.identity.dataset).join(', ');
  throw new UsageError(
    `${at(['benchmarks', position, 'dataset'])}: expected records of ${dataset}, ${folder} holds those of ${held}`,
  );
}

const refusesSystemPrompts = (error: unknown): error is Error =>
  error instanceof ModelStoppedError && /\bsystem\b/i.test(error.message);

function systemRefusal({ study, at }: ReadStudy, model: string, error: Error): UsageError {
  const line = at([study.systems === undefined ? 'prompts' : 'systems']);
  const told = error.message.split('\n')[0];
  return new UsageError(`${line}: the study asks with system prompts, and ${model} refuses them: ${told}`, {
    cause: error,
  });
}
