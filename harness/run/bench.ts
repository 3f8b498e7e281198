import { UsageError } from '../errors.ts';
import { kindOf } from '../kinds/kinds.ts';
import { checkBudgets } from '../models/create-client.ts';
import { checkModelKind, isSynthetic } from '../models/providers/model-from-id.ts';
import type { Price } from '../models/providers/prices.ts';
import { type Recording, readRecording } from '../models/recorded/read-recording.ts';
import * as replay from '../models/recorded/replay.ts';
import { type ResolvedModel, resolveModel, type SyntheticModels } from '../models/resolve-model.ts';
import { describePlan } from '../records/plan.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import type { Model } from '../types/model.ts';
import type { Identity } from '../types/record.ts';
import { type CallPlan, rehearse } from './call-plan.ts';
import { type CriticModel, criticOf } from './critic.ts';
import { describePower } from './describe-power.ts';
import { describeProofs, describeTime } from './describe-run.ts';
import { withInjection } from './fault-arms.ts';
import { createIdentity } from './identity.ts';
import { checkJobOf, refuseOtherPrompts } from './job.ts';
import { startDisplay } from './live/display.ts';
import { createRunWatch } from './live/run-watch.ts';
import { defaultConditions, loadConditions } from './load-conditions.ts';
import { describeStudyCalls, runStudy } from './run-study.ts';
import { checkStartOf } from './start.ts';
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
    checkStartOf(options.dataset, kind.kind, options.start);
    checkJobOf(options, kind.kind);
    const names = options.conditions ?? (await defaultConditions(parts.conditionsFolder, kind.kind));
    const conditions = withInjection(await loadConditions(names, parts.conditionsFolder), options.inject);
    if (parts.model === undefined) checkModelKind(options.model);
    const isReplay = parts.model === undefined && replay.isRecorded(options.model);
    const recording = isReplay ? await readRecording(options.model) : parts.recording;
    const isKnown = parts.model?.isSimulated ?? isSynthetic(options.model);
    const second = criticOf(options, conditions, isReplay ? recording : undefined);
    const isCriticKnown = second === undefined || isSynthetic(second.model);
    const needsIsolation = !(isKnown && isCriticKnown) && !(isReplay && replay.mayRunOutside(recording));
    const stop = new AbortController();
    const resolve = (synthetic: SyntheticModels) => resolveAsked(synthetic, recording, stop, options, parts);
    const resolveCritic = (synthetic: SyntheticModels) =>
      second && resolveAsked(synthetic, recording, stop, asCritic(options, second), { ...parts, model: undefined });
    const asked = isSynthetic(options.model) && parts.model === undefined ? undefined : await resolve({});
    const askedCritic = isCriticKnown ? undefined : await resolveCritic({});
    // Their servers are asked while the sandbox opens.
    const isProbed = options.probe === true && options.plan !== true;
    const probed = isProbed ? troubleOf(asked, parts.signal) : undefined;
    const criticProbed = isProbed ? troubleOf(askedCritic, parts.signal) : undefined;
    const opening = { ...parts, say: display.note, needsIsolation, recording, isReplay };
    const setup = await kind.open(options, opening);
    try {
      refuseOtherPrompts(setup, conditions, options.pools);
      display.note(`sandbox: ${setup.sandbox.why}`);
      const resolved = asked ?? (await resolve(setup.synthetic));
      const critic = askedCritic ?? (await resolveCritic(setup.synthetic));
      checkBudgets(resolved, options);
      if (critic !== undefined) checkCriticBudgets(critic, options);
      const identity = identityOf({ setup, conditions, resolved, critic, recording }, options);
      const study: Study = { setup, conditions, resolved, critic, identity, recording, stop, probed, criticProbed };
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
  const proofTime = expected === undefined ? undefined : await study.setup.proofTime?.();
  const proofs =
    expected === undefined || proofTime === undefined ? [] : [`  ${describeProofs(expected.plan, proofTime)}`];
  const power = describePower(study.identity);
  const screen = [describePlan(study.identity), ...power, ...lines, ...time, ...proofs].join('\n');
  return { screen, ...(expected === undefined ? {} : { plan: expected.plan }) };
}

/** The options by which the second model is resolved. */
function asCritic(
  options: BenchOptions,
  { model, recordedAs }: CriticModel,
): BenchOptions & Pick<CriticModel, 'recordedAs'> {
  return { ...options, model, price: options.criticPrice, ...(recordedAs === undefined ? {} : { recordedAs }) };
}

/** Throws `UsageError` where a budget in dollars cannot be counted for the critic's calls. */
function checkCriticBudgets({ model, price }: ResolvedModel, { budgetUsd, trialBudgetUsd }: BenchOptions): void {
  if (model.isSimulated || price !== undefined || (budgetUsd ?? trialBudgetUsd) === undefined) return;
  throw new UsageError(
    `a budget in dollars needs the price of the critic ${model.id}, which is not in the table: give --critic-price IN/OUT`,
  );
}

/** The model, answering from the recording or asked; one made from a dataset's tasks needs the word it is made by. */
async function resolveAsked(
  synthetic: SyntheticModels,
  recording: Recording | undefined,
  stop: AbortController,
  options: BenchOptions & Pick<CriticModel, 'recordedAs'>,
  parts: Omit<BenchParts, 'model'> & { readonly model?: Model | undefined },
): Promise<ResolvedModel> {
  if (parts.model !== undefined) return { model: parts.model, isRemote: false, price: options.price };
  return resolveModel(options.model, synthetic, {
    ...bindOptions(options, parts),
    ...(recording === undefined ? {} : { recording }),
    recordedAs: options.recordedAs,
    onMiss: (error) => stop.abort(error),
  });
}

/** What the probe of a model's server threw, as a value: it is thrown once it is known that the server is needed. */
async function troubleOf(asked: ResolvedModel | undefined, signal: AbortSignal): Promise<unknown> {
  if (asked?.isRemote !== true) return undefined;
  return asked.model.probe?.(signal).catch((error: unknown) => error);
}

function identityOf(
  { setup, conditions, resolved, critic, recording }: Omit<Study, 'identity' | 'stop' | 'probed' | 'criticProbed'>,
  options: BenchOptions,
): Identity {
  const priceOf = (given: Price | undefined, of: ResolvedModel | undefined) =>
    given ?? (options.trialBudgetUsd === undefined ? undefined : of?.price);
  const prices = { price: priceOf(options.price, resolved), criticPrice: priceOf(options.criticPrice, critic) };
  const models = { model: resolved.model, ...(critic === undefined ? {} : { critic: critic.model }) };
  const common = createIdentity(options, setup.dataset, conditions, models, setup.settings, prices);
  const isReplay = recording !== undefined && replay.isRecorded(options.model);
  return isReplay ? { ...common, recording: recording.manifest.study } : common;
}

/** How a study's flags resolve its model. */
export function bindOptions(
  options: BenchOptions,
  { date, now, environment }: Pick<BenchParts, 'date' | 'now' | 'environment'>,
) {
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
