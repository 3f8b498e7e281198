import { inspect } from 'node:util';
import { NOT_RECORDED_KIND } from '../errors.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { TaskKind, WorkOptions } from '../kinds/task-kind.ts';
import { unrecordedArms } from '../metrics/columns.ts';
import { type BudgetFlags, checkBudgets, createClient, type ModelClient } from '../models/create-client.ts';
import type { RetryParts } from '../models/middleware/retry.ts';
import { checkModelKind, isSynthetic } from '../models/providers/model-from-id.ts';
import type { Price } from '../models/providers/prices.ts';
import { type Recording, readRecording } from '../models/recorded/read-recording.ts';
import * as replay from '../models/recorded/replay.ts';
import { type ResolvedModel, resolveModel } from '../models/resolve-model.ts';
import { createProgress, type ProgressOutput } from '../progress.ts';
import { chooseFolder } from '../records/choose-folder.ts';
import { describePlan, planTrials } from '../records/plan.ts';
import { openRunFolder, type RunFolder, writeRunFiles } from '../records/run-folder.ts';
import { writeReport } from '../report/write-report.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import type { PatchTaskParts } from '../tasks/patch/open-tasks.ts';
import type { TaskSetup } from '../tasks/task-setup.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { Model } from '../types/model.ts';
import type { Identity, Run } from '../types/record.ts';
import { type CallPlan, planCalls } from './call-plan.ts';
import { describeCalls } from './describe-calls.ts';
import { describePower } from './describe-power.ts';
import { type InjectionSweep, withInjection } from './fault-arms.ts';
import { createIdentity, type StudyOptions } from './identity.ts';
import { defaultConditions, type LoadedCondition, loadConditions } from './load-conditions.ts';
import { createManifest } from './manifest.ts';
import { estimatedMeans, meanTokens } from './mean-tokens.ts';
import { runTrials } from './run-trials.ts';

export interface BenchOptions extends StudyOptions, WorkOptions, BudgetFlags {
  readonly dataset: string;
  readonly extractor: 'default' | 'published';
  readonly seed: number;
  readonly conditions?: readonly string[] | undefined;
  /** Faults put in on purpose, one arm per rate. */
  readonly inject?: InjectionSweep | undefined;
  readonly model: string;
  readonly concurrency: number;
  readonly out?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly plan?: boolean | undefined;
  /** `strict`: stored answers only. */
  readonly replay: 'strict' | 'cache';
  /** The folder where answers outlive a run. */
  readonly cache: string;
  readonly price?: Price | undefined;
  /** Seconds. */
  readonly callTimeout?: number | undefined;
  readonly idleTimeout?: number | undefined;
  /** Attempts a call in all. */
  readonly attempts?: number | undefined;
}

export interface BenchParts extends PatchTaskParts {
  readonly signal: AbortSignal;
  readonly progress: ProgressOutput;
  /** Lines for the person who waits. */
  say(line: string): void;
  /** Replaces the model the id names; for tests. */
  readonly model?: Model;
  /** How failed calls are tried again. */
  readonly retry: RetryParts;
  readonly conditionsFolder?: string;
  /** Further files of the run folder, by name. */
  readonly files?: ReadonlyMap<string, string>;
  /** Kinds of task in place of those there are; for tests. */
  readonly kinds?: readonly TaskKind[];
  /** A recording that a run with a real model completes: its answers and verifier texts are taken first. */
  readonly recording?: Recording;
  readonly date: () => Date;
  /** Milliseconds, for timings. */
  readonly now: () => number;
}

/** What is asked of which model, before anything is. */
interface Study {
  readonly setup: TaskSetup;
  readonly conditions: readonly LoadedCondition[];
  readonly resolved: ResolvedModel;
  readonly identity: Identity;
  /** The recording that is replayed or completed. */
  readonly recording: Recording | undefined;
  /** Aborted when no further trial shall begin: a budget was reached, the model refuses, an answer is not stored. */
  readonly stop: AbortController;
}

interface BenchResult {
  readonly screen: string;
  readonly folder?: string;
  /** Under `--plan`: the calls that would be made; absent where a recording answers. */
  readonly plan?: CallPlan;
}

/**
 * The main job: generate, grade, report. Returns the text for the screen and the run folder. Throws `UsageError` for bad
 * input, `ModelStoppedError` when the model cannot go on (`BudgetError`: the budget was reached); both leave a run to resume.
 */
export async function bench(options: BenchOptions, parts: BenchParts): Promise<BenchResult> {
  const kind = await kindOf(options.dataset, parts.datasetsFolder, parts.kinds);
  const names = options.conditions ?? (await defaultConditions(parts.conditionsFolder, kind.kind));
  const conditions = withInjection(await loadConditions(names, parts.conditionsFolder), options.inject);
  if (parts.model === undefined) checkModelKind(options.model);
  const isReplay = parts.model === undefined && replay.isRecorded(options.model);
  const recording = isReplay ? await readRecording(options.model) : parts.recording;
  const isKnown = parts.model?.isSimulated ?? isSynthetic(options.model);
  const needsIsolation = !isKnown && !(isReplay && replay.mayRunOutside(recording));
  const setup = await kind.open(options, { ...parts, needsIsolation, recording, isReplay });
  try {
    parts.say(`sandbox: ${setup.sandbox.why}`);
    const study = await createStudy(setup, conditions, recording, options, parts);
    if (options.plan === true) {
      const { lines, plan } = await describeStudyCalls(study);
      const screen = [describePlan(study.identity), ...describePower(study.identity), ...lines].join('\n');
      return { screen, ...(plan === undefined ? {} : { plan }) };
    }
    return await runStudy(study, options, parts);
  } finally {
    await setup.close();
  }
}

async function createStudy(
  setup: TaskSetup,
  conditions: readonly LoadedCondition[],
  recording: Recording | undefined,
  options: BenchOptions,
  parts: BenchParts,
): Promise<Study> {
  const stop = new AbortController();
  const resolved: ResolvedModel = parts.model
    ? { model: parts.model, isRemote: false, price: options.price }
    : await resolveModel(options.model, setup.synthetic, {
        ...bindOptions(options, parts),
        ...(recording === undefined ? {} : { recording }),
        onMiss: (error) => stop.abort(error),
      });
  checkBudgets(resolved, options);
  const price = options.price ?? (options.trialBudgetUsd === undefined ? undefined : resolved.price);
  const common = createIdentity(options, setup.dataset, conditions, resolved.model, setup.settings, price);
  const isReplay = recording !== undefined && replay.isRecorded(options.model);
  const identity = isReplay ? { ...common, recording: recording.manifest.study } : common;
  return { setup, conditions, resolved, identity, recording, stop };
}

function bindOptions(options: BenchOptions, { date, now, environment }: BenchParts) {
  const { temperature, topP, topK, modelSeed, reasoningEffort, price, openaiApi, replay, cache } = options;
  const { callTimeout, idleTimeout } = options;
  return {
    sampling: {
      temperature,
      ...(topP === undefined ? {} : { topP }),
      ...(topK === undefined ? {} : { topK }),
      ...(modelSeed === undefined ? {} : { seed: modelSeed }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    },
    ...(price === undefined ? {} : { price }),
    ...(openaiApi === undefined ? {} : { openAiApi: openaiApi }),
    timeouts: {
      ...(callTimeout === undefined ? {} : { callMs: callTimeout * 1000 }),
      ...(idleTimeout === undefined ? {} : { idleMs: idleTimeout * 1000 }),
    },
    replay,
    cache,
    environment,
    isAsked: options.plan !== true,
    date,
    now,
  };
}

async function describeStudyCalls({ identity, conditions, setup, resolved, recording }: Study) {
  if (identity.recording !== undefined && recording !== undefined)
    return { lines: replay.describeRecording(recording, setup.dataset.sha256) };
  const { model, store, folder, price } = resolved;
  const plan = await planCalls(identity, conditions, setup.evaluators(memoryExecutions(), []), store);
  const means = await meanTokens(model.id, folder);
  // Means of functions say nothing of prompts that hold files of a repository.
  const used = identity.patches === undefined ? means : estimatedMeans(means, plan, identity);
  return { lines: describeCalls(plan, used, price), plan };
}

async function runStudy(
  study: Study,
  options: BenchOptions,
  parts: BenchParts,
): Promise<{ screen: string; folder: string }> {
  const { identity, setup, resolved } = study;
  const { references, provenance: found } = await setup.check();
  const provenance = { ...(await replayProvenance(study, parts)), ...setup.provenance, ...found };
  const manifest = createManifest(identity, resolved.model.isSimulated, setup.sandbox, {
    startedAt: parts.date().toISOString(),
    ...provenance,
  });
  const folder = await openRunFolder(await chooseFolder(manifest, options), manifest);
  await writeRunFiles(folder.path, new Map([...setup.files, ...(parts.files ?? [])]));
  const evaluators = setup.evaluators(folder.executions, await folder.reconcileReferenceTimes(references));
  parts.say(`run folder: ${folder.path}`);
  for (const line of describePower(identity)) parts.say(line);
  if (resolved.store !== undefined) for (const line of (await describeStudyCalls(study)).lines) parts.say(line);
  const client = createClient(resolved, {
    budgetUsd: options.budgetUsd,
    budgetTokens: options.budgetTokens,
    retry: retryParts(options, parts),
    concurrency: options.concurrency,
    usedBefore: folder.usedBefore,
    date: parts.date,
    record: folder.recordEvent,
    onStop: (error) => study.stop.abort(error),
  });
  const run = await generateAndGrade(study, client, evaluators, folder, options, parts);
  sayErrors(run, folder, parts);
  const { screen } = await writeReport(run, folder.path);
  return { screen, folder: folder.path };
}

async function replayProvenance({ identity, recording }: Study, { conditionsFolder }: BenchParts) {
  if (identity.recording === undefined || recording === undefined) return {};
  return replay.recordingProvenance(recording.manifest, await defaultConditions(conditionsFolder));
}

function sayErrors(run: Run, { path }: RunFolder, { say }: BenchParts): void {
  const unrecorded = [...unrecordedArms(run)];
  if (unrecorded.length > 0) {
    say(
      `not recorded with these prompts: ${unrecorded.join(', ')}; npm run record -- --study ${run.manifest.identity.recording} --stale asks for what is missing`,
    );
  }
  const messages = run.trajectories.flatMap(({ end }) =>
    end.status === 'error' && end.kind !== NOT_RECORDED_KIND ? [end.message] : [],
  );
  if (messages.length === 0) return;
  say(`${messages.length} trials ended in an error and are in no rate; --resume --out ${path} tries them again`);
  say(`  the first: ${messages[0]}`);
}

function retryParts({ attempts }: BenchOptions, { retry }: BenchParts): RetryParts {
  return attempts === undefined ? retry : { ...retry, policy: { ...retry.policy, attempts } };
}

async function generateAndGrade(
  { conditions, identity, stop }: Study,
  { sampler, account }: ModelClient,
  evaluators: readonly Evaluator[],
  folder: RunFolder,
  options: BenchOptions,
  parts: BenchParts,
): Promise<Run> {
  const progress = createProgress('trials', planTrials(identity).length, parts.progress, account?.progress);
  try {
    await runTrials({
      folder,
      conditions,
      evaluators,
      sampler,
      progress,
      concurrency: options.concurrency,
      signal: parts.signal,
      stop: stop.signal,
      clock: { now: parts.now, date: parts.date },
      onBug: (error) => parts.say(inspect(error)),
    });
  } catch (error) {
    const isStopped = parts.signal.aborted || stop.signal.aborted;
    if (isStopped) parts.say(`\nstopped; go on with the same flags and --resume --out ${folder.path}`);
    throw stop.signal.aborted && !parts.signal.aborted ? stop.signal.reason : error;
  } finally {
    progress.finish();
    await folder.flushEvents();
    const { asked, shared } = sampler.counts;
    parts.say(account?.summary() ?? `model calls: ${asked} made, ${shared} shared`);
  }
  return folder.finish();
}
