import { kindOf } from '../kinds/kinds.ts';
import type { TaskKind, WorkOptions } from '../kinds/task-kind.ts';
import { type BudgetFlags, checkBudgets } from '../models/create-client.ts';
import type { RetryParts } from '../models/middleware/retry.ts';
import { checkModelKind, isSynthetic } from '../models/providers/model-from-id.ts';
import type { Price } from '../models/providers/prices.ts';
import { type Recording, readRecording } from '../models/recorded/read-recording.ts';
import * as replay from '../models/recorded/replay.ts';
import { type ResolvedModel, resolveModel } from '../models/resolve-model.ts';
import type { ProgressOutput } from '../progress.ts';
import { describePlan } from '../records/plan.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import type { PatchTaskParts } from '../tasks/patch/open-tasks.ts';
import type { TaskSetup } from '../tasks/task-setup.ts';
import type { Model } from '../types/model.ts';
import type { Identity } from '../types/record.ts';
import { type CallPlan, rehearse } from './call-plan.ts';
import { describePower } from './describe-power.ts';
import { describeTime } from './describe-run.ts';
import { startDisplay } from './display.ts';
import { type InjectionSweep, withInjection } from './fault-arms.ts';
import { createIdentity, type StudyOptions } from './identity.ts';
import { createRunWatch } from './live.ts';
import { defaultConditions, type LoadedCondition, loadConditions } from './load-conditions.ts';
import { describeStudyCalls, runStudy } from './run-study.ts';

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
  /** Asks the model's server before anything else whether calls can begin. */
  readonly probe?: boolean | undefined;
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
  /** The flags the run is begun with, for `--resume FOLDER`. */
  readonly flags?: readonly string[];
  /** Replaces the model the id names; for tests. */
  readonly model?: Model;
  /** Replaces sleeping and chance between attempts; for tests. */
  readonly retry?: RetryParts;
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
export interface Study {
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
  /** Every trial ended in an error: nothing was measured. */
  readonly isFailed?: boolean;
  /** Under `--plan`: the calls that would be made; absent where a recording answers. */
  readonly plan?: CallPlan;
}

/**
 * The main job: generate, grade, report. Returns the text for the screen and the run folder. Throws `UsageError` for bad
 * input, `ModelStoppedError` when the model cannot go on (`BudgetError`: the budget was reached); both leave a run to resume.
 */
export async function bench(options: BenchOptions, given: BenchParts): Promise<BenchResult> {
  const watch = createRunWatch(given.now);
  const display = startDisplay(given.progress, watch, given.say);
  const parts = { ...given, say: display.say };
  try {
    const kind = await kindOf(options.dataset, parts.datasetsFolder, parts.kinds);
    const names = options.conditions ?? (await defaultConditions(parts.conditionsFolder, kind.kind));
    const conditions = withInjection(await loadConditions(names, parts.conditionsFolder), options.inject);
    if (parts.model === undefined) checkModelKind(options.model);
    const isReplay = parts.model === undefined && replay.isRecorded(options.model);
    const recording = isReplay ? await readRecording(options.model) : parts.recording;
    const isKnown = parts.model?.isSimulated ?? isSynthetic(options.model);
    const needsIsolation = !isKnown && !(isReplay && replay.mayRunOutside(recording));
    const opening = { ...parts, say: display.note, needsIsolation, recording, isReplay };
    const setup = await kind.open(options, opening);
    try {
      display.note(`sandbox: ${setup.sandbox.why}`);
      const study = await createStudy(setup, conditions, recording, options, parts);
      await rehearse(study.identity, conditions, setup.evaluators(memoryExecutions(), []));
      if (options.plan === true) return await planStudy(study, options);
      return await runStudy(study, options, parts, { watch, display });
    } finally {
      await setup.close();
    }
  } finally {
    display.finish();
  }
}

async function planStudy(study: Study, options: BenchOptions): Promise<BenchResult> {
  const { lines, expected } = await describeStudyCalls(study, options);
  const time = expected === undefined ? [] : [`  ${describeTime(expected)}`];
  const screen = [describePlan(study.identity), ...describePower(study.identity), ...lines, ...time].join('\n');
  return { screen, ...(expected === undefined ? {} : { plan: expected.plan }) };
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
