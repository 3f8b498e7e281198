import { kindOf } from '../kinds/kinds.ts';
import { checkBudgets } from '../models/create-client.ts';
import { checkModelKind, isSynthetic } from '../models/providers/model-from-id.ts';
import { type Recording, readRecording } from '../models/recorded/read-recording.ts';
import * as replay from '../models/recorded/replay.ts';
import { type ResolvedModel, resolveModel, type SyntheticModels } from '../models/resolve-model.ts';
import { describePlan } from '../records/plan.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import type { Identity } from '../types/record.ts';
import { type CallPlan, rehearse } from './call-plan.ts';
import { describePower } from './describe-power.ts';
import { describeTime } from './describe-run.ts';
import { withInjection } from './fault-arms.ts';
import { createIdentity } from './identity.ts';
import { startDisplay } from './live/display.ts';
import { createRunWatch } from './live/run-watch.ts';
import { defaultConditions, loadConditions } from './load-conditions.ts';
import { describeStudyCalls, runStudy } from './run-study.ts';
import type { BenchOptions, BenchParts, Study } from './study.ts';

export type { BenchOptions, BenchParts };

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
    const stop = new AbortController();
    const resolve = (synthetic: SyntheticModels) => resolveAsked(synthetic, recording, stop, options, parts);
    const asked = isSynthetic(options.model) && parts.model === undefined ? undefined : await resolve({});
    // Its server is asked while the sandbox opens.
    const probed = options.probe === true && options.plan !== true ? troubleOf(asked, parts.signal) : undefined;
    const opening = { ...parts, say: display.note, needsIsolation, recording, isReplay };
    const setup = await kind.open(options, opening);
    try {
      display.note(`sandbox: ${setup.sandbox.why}`);
      const resolved = asked ?? (await resolve(setup.synthetic));
      checkBudgets(resolved, options);
      const identity = identityOf({ setup, conditions, resolved, recording }, options);
      const study: Study = { setup, conditions, resolved, identity, recording, stop, probed };
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

/** The model, answering from the recording or asked; one made from a dataset's tasks needs the word it is made by. */
async function resolveAsked(
  synthetic: SyntheticModels,
  recording: Recording | undefined,
  stop: AbortController,
  options: BenchOptions,
  parts: BenchParts,
): Promise<ResolvedModel> {
  if (parts.model !== undefined) return { model: parts.model, isRemote: false, price: options.price };
  return resolveModel(options.model, synthetic, {
    ...bindOptions(options, parts),
    ...(recording === undefined ? {} : { recording }),
    onMiss: (error) => stop.abort(error),
  });
}

/** What the probe of a model's server threw, as a value: it is thrown once it is known that the server is needed. */
async function troubleOf(asked: ResolvedModel | undefined, signal: AbortSignal): Promise<unknown> {
  if (asked?.isRemote !== true) return undefined;
  return asked.model.probe?.(signal).catch((error: unknown) => error);
}

function identityOf(
  { setup, conditions, resolved, recording }: Pick<Study, 'setup' | 'conditions' | 'resolved' | 'recording'>,
  options: BenchOptions,
): Identity {
  const price = options.price ?? (options.trialBudgetUsd === undefined ? undefined : resolved.price);
  const common = createIdentity(options, setup.dataset, conditions, resolved.model, setup.settings, price);
  const isReplay = recording !== undefined && replay.isRecorded(options.model);
  return isReplay ? { ...common, recording: recording.manifest.study } : common;
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
