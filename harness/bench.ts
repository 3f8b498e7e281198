import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './errors.ts';
import { createExecutor, type Executor } from './executor.ts';
import { extractDefault, extractPublished } from './extract.ts';
import { createIdentity, type StudyOptions } from './identity.ts';
import { limitsFor } from './limits.ts';
import { type LoadedCondition, listConditions, loadConditions } from './load-conditions.ts';
import { loadDataset } from './load-dataset.ts';
import { createManifest } from './manifest.ts';
import { memoryExecutions } from './memory-executions.ts';
import { bindModel } from './models/bind-model.ts';
import { describePlan } from './plan.ts';
import { describeFaults, preflight } from './preflight.ts';
import { createProgress, type ProgressOutput } from './progress.ts';
import { writeReport } from './report.ts';
import { openRunFolder, type RunFolder, readManifest } from './run-folder.ts';
import { runTrials } from './run-trials.ts';
import { createSampler, type Sampler } from './sampling.ts';
import { type ChosenSandbox, chooseSandbox, type SandboxName } from './sandbox/choose.ts';
import { type Selection, selectProblems } from './select.ts';
import type { Dataset, Manifest, Model, Run, Sandbox } from './types.ts';

export interface BenchOptions extends StudyOptions, Selection {
  readonly dataset: string;
  readonly conditions?: readonly string[] | undefined;
  readonly model: string;
  readonly sandbox: SandboxName;
  readonly verdictTimeout: number;
  readonly concurrency: number;
  readonly sandboxes: number;
  readonly out?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly plan?: boolean | undefined;
}

export interface BenchParts {
  readonly signal: AbortSignal;
  readonly progress: ProgressOutput;
  /** Lines for the person who waits. */
  say(line: string): void;
  /** Replaces the model the id names; for tests. */
  readonly model?: Model;
  readonly conditionsFolder?: string;
  readonly date: () => Date;
}

interface Study {
  readonly dataset: Dataset;
  readonly conditions: readonly LoadedCondition[];
  readonly sampler: Sampler;
  readonly sandbox: Sandbox;
  readonly manifest: Manifest;
}

/** The main job: generate, grade, report. Returns the text for the screen and the run folder; throws `UsageError` for bad input. */
export async function bench(options: BenchOptions, parts: BenchParts): Promise<{ screen: string; folder?: string }> {
  const dataset = selectProblems(await loadDataset(options.dataset), options);
  const names = options.conditions ?? listConditions(parts.conditionsFolder);
  const conditions = await loadConditions(names, parts.conditionsFolder);
  const isSimulated = parts.model?.isSimulated ?? options.model.startsWith('simulated:');
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: !isSimulated, slots: options.sandboxes });
  try {
    return await benchIn(sandbox, dataset, conditions, options, parts);
  } finally {
    await sandbox.close();
  }
}

async function benchIn(
  sandbox: ChosenSandbox,
  dataset: Dataset,
  conditions: readonly LoadedCondition[],
  options: BenchOptions,
  parts: BenchParts,
): Promise<{ screen: string; folder?: string }> {
  const limits = limitsFor(options.verdictTimeout);
  parts.say(`sandbox: ${sandbox.why}`);
  const scratch = createExecutor(sandbox, limits, memoryExecutions());
  const bindOptions = { temperature: options.temperature, concurrency: options.concurrency, date: parts.date };
  const { model, store } = parts.model
    ? { model: parts.model }
    : await bindModel(options.model, dataset, scratch, bindOptions);
  const identity = createIdentity(options, dataset, conditions, model, limits);
  if (options.plan === true) return { screen: describePlan(identity) };
  await refuseUnlessSound(dataset, scratch, parts);
  const manifest = createManifest(identity, model.isSimulated, sandbox);
  const folder = await openRunFolder(await chooseFolder(manifest, options), manifest);
  parts.say(`run folder: ${folder.path}`);
  const run = await generateAndGrade(
    { dataset, conditions, sampler: createSampler(model, store), sandbox, manifest },
    folder,
    options,
    parts,
  );
  const { screen } = await writeReport(run, folder.path);
  return { screen, folder: folder.path };
}

async function refuseUnlessSound(dataset: Dataset, executor: Executor, { say }: BenchParts): Promise<void> {
  const { lines, faults } = await preflight(dataset, executor, false);
  say(`preflight: ${lines.join(', ')}`);
  if (faults.length === 0) return;
  throw new UsageError(
    `preflight failed, so nothing was started: a grader that errs here cannot be trusted.\n${describeFaults(faults).join('\n')}`,
  );
}

async function generateAndGrade(
  study: Study,
  folder: RunFolder,
  options: BenchOptions,
  parts: BenchParts,
): Promise<Run> {
  const { dataset, conditions, sampler, sandbox, manifest } = study;
  const { identity } = manifest;
  const trials = identity.taskIds.length * identity.conditions.length * identity.samples;
  const total = identity.protocol === 'nested' ? trials : trials * identity.k.length;
  const progress = createProgress('trials', total, parts.progress);
  try {
    await runTrials({
      folder,
      conditions,
      problems: dataset.problems,
      sampler,
      executor: createExecutor(sandbox, identity.limits, folder.executions),
      extract: extractDefault,
      ...(identity.extractor === 'published' ? { publishedExtract: extractPublished } : {}),
      progress,
      concurrency: options.concurrency,
      signal: parts.signal,
      clock: { now: () => performance.now(), date: parts.date },
    });
  } catch (error) {
    if (parts.signal.aborted) parts.say(`\nstopped; go on with the same flags and --resume --out ${folder.path}`);
    throw error;
  } finally {
    progress.finish();
  }
  return folder.finish();
}

/** A new folder for a new run; with --resume the given one, or the newest of the same identity. */
async function chooseFolder(manifest: Manifest, { out, resume }: BenchOptions): Promise<string> {
  if (out !== undefined) {
    if (resume === true || (await readManifest(out)) === undefined) return out;
    throw new UsageError(`${out} holds a run already; add --resume to go on with it, or give another --out`);
  }
  const slug = manifest.identity.model.replaceAll(/[^\w.-]+/g, '-');
  const name = join('results', `${manifest.identity.dataset}-${slug}-${manifest.identitySha256.slice(0, 8)}`);
  let newest: string | undefined;
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(path)) return resume === true ? (newest ?? path) : path;
    newest = path;
  }
}
