import { UsageError } from '../errors.ts';
import { matchedCondition } from '../metrics/matched.ts';
import type { OpenAiApi } from '../models/providers/accepts.ts';
import type { Price } from '../models/providers/prices.ts';
import { countTrials } from '../records/manifest-shape.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import type { TaskSetup } from '../tasks/task-setup.ts';
import type { Model } from '../types/model.ts';
import type { Identity } from '../types/record.ts';
import type { AnyProblem, Dataset } from '../types/task.ts';
import type { LoadedCondition } from './load-conditions.ts';
import { checkStart, samplesOf } from './start.ts';

/** The flags that decide a run's numbers. */
export interface StudyOptions {
  readonly k: readonly number[];
  readonly samples: number;
  /** Arms with more samples than the others. */
  readonly samplesOf?: Readonly<Record<string, number>> | undefined;
  /** Where step 0 comes from, where the model does not write it. */
  readonly start?: Identity['start'] | undefined;
  readonly protocol: 'nested' | 'independent';
  readonly stop: 'verdict' | 'never';
  readonly temperature: 'published' | 'provider-default' | number;
  readonly maxOutputTokens: number;
  readonly maxClaims: number;
  readonly randomAcceptance: string;
  readonly extractor: 'default' | 'published';
  readonly seed: number;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly modelSeed?: number | undefined;
  readonly reasoningEffort?: string | undefined;
  readonly openaiApi?: OpenAiApi | undefined;
  readonly trialBudgetUsd?: number | undefined;
  readonly trialBudgetTokens?: number | undefined;
  /** Of searches under contracts. */
  readonly exploration?: number | undefined;
  readonly breadth?: number | undefined;
  readonly depth?: number | undefined;
}

type GivenOnly = Pick<
  Identity,
  | 'topP'
  | 'topK'
  | 'modelSeed'
  | 'reasoningEffort'
  | 'openaiApi'
  | 'trialBudgetUsd'
  | 'trialBudgetTokens'
  | 'price'
  | 'search'
  | 'criticPrice'
>;

/** Of both models, where a flag gave them or a budget in dollars depends on them. */
interface Prices {
  readonly price?: Price | undefined;
  readonly criticPrice?: Price | undefined;
}

/**
 * Everything a number of the run depends on; `prices` where a flag gave them or a budget in dollars depends on them. Throws `UsageError`
 * when flags contradict each other.
 */
export function createIdentity(
  options: StudyOptions,
  dataset: Dataset<AnyProblem>,
  conditions: readonly LoadedCondition[],
  { model, critic }: { readonly model: Model; readonly critic?: Model },
  { patches, job, pools, limits, extractorVersion, graderVersion }: TaskSetup['settings'],
  prices: Prices = {},
): Identity {
  const matched = matchedCondition(options);
  const target = conditions.find(({ identity }) => identity.name === matched)?.identity;
  if (matched !== undefined && (target === undefined || target.verifier === 'none' || target.verifier === 'coin')) {
    throw new UsageError(
      `--random-acceptance match:${matched}: expected a condition of this run that has a verifier of its own`,
    );
  }
  refuseUnlessApplicable(dataset, conditions);
  checkStart(dataset, options.start);
  refuseFewerSamples(options, conditions);
  const samples = samplesOf(options.samples, options.start);
  const { k, start, protocol, stop, temperature, maxOutputTokens, maxClaims, randomAcceptance, extractor, seed } =
    options;
  const identity = {
    dataset: dataset.id,
    datasetSha256: dataset.sha256,
    taskIds: dataset.problems.map(({ task }) => task.id),
    conditions: conditions.map(({ identity }) => identity),
    k,
    samples,
    ...(options.samplesOf === undefined ? {} : { samplesOf: options.samplesOf }),
    model: model.id,
    ...(model.contentSha256 === undefined ? {} : { modelContentSha256: model.contentSha256 }),
    ...(critic === undefined ? {} : { critic: critic.id }),
    ...(critic?.contentSha256 === undefined ? {} : { criticContentSha256: critic.contentSha256 }),
    ...(start === undefined ? {} : { start }),
    protocol,
    stop,
    temperature,
    maxOutputTokens,
    maxClaims,
    ...givenOnly(options, prices),
    ...(patches === undefined ? {} : { patches }),
    ...(job === undefined ? {} : { job }),
    ...(pools === undefined ? {} : { pools }),
    limits,
    randomAcceptance,
    extractor,
    extractorVersion,
    graderVersion,
    seed,
  };
  const trials = countTrials(identity);
  if (trials <= STUDY_BOUNDS.trials) return identity;
  throw new UsageError(
    `expected a study of at most ${STUDY_BOUNDS.trials} trials, got ${trials}: give fewer --samples`,
  );
}

function refuseUnlessApplicable({ id, problems }: Dataset<AnyProblem>, conditions: readonly LoadedCondition[]): void {
  const names = new Set(conditions.map(({ identity }) => identity.name));
  const kinds = [...new Set(problems.map(({ task }) => task.kind))];
  for (const { condition, identity } of conditions) {
    const { appliesTo = ['function', 'patch'] } = condition;
    const missing = kinds.find((kind) => !appliesTo.includes(kind));
    if (missing !== undefined) {
      throw new UsageError(
        `${identity.name} does not apply to ${id}: it works on tasks of kind ${appliesTo.join(', ')}, not ${missing}`,
      );
    }
    const { languages = ['dafny', 'python'] } = condition;
    const unknown = problems.flatMap(({ task }) => (task.kind === 'contract' ? [task.language] : []));
    const other = unknown.find((language) => !languages.includes(language));
    if (other !== undefined) {
      throw new UsageError(
        `${identity.name} does not apply to ${id}: its prompts know ${languages.join(' and ')}, not ${other}; expected --conditions such as search-exploration,search-treefinement`,
      );
    }
    if (condition.matches !== undefined && !names.has(condition.matches)) {
      throw new UsageError(
        `${identity.name} judges at the rates of ${condition.matches}: add that one to --conditions`,
      );
    }
    if (condition.spends !== undefined && !names.has(condition.spends)) {
      throw new UsageError(
        `${identity.name} may use as many tokens as ${condition.spends}: add that one to --conditions`,
      );
    }
  }
}

/** More samples of one arm than of the others, not fewer: every arm has those that are compared. */
function refuseFewerSamples({ samples, samplesOf = {} }: StudyOptions, conditions: readonly LoadedCondition[]): void {
  for (const [name, count] of Object.entries(samplesOf)) {
    if (!conditions.some(({ identity }) => identity.name === name) || count < samples) {
      throw new UsageError(
        `--samples-of ${name}=${count}: expected a condition of this run and a number of at least --samples ${samples}`,
      );
    }
  }
}

/** Fields of flags that were not given are left out, so that they change no identity. */
function givenOnly(options: StudyOptions, { price, criticPrice }: Prices): GivenOnly {
  const { topP, topK, modelSeed, reasoningEffort, openaiApi, trialBudgetUsd, trialBudgetTokens } = options;
  return {
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(modelSeed === undefined ? {} : { modelSeed }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(openaiApi === undefined ? {} : { openaiApi }),
    ...(trialBudgetUsd === undefined ? {} : { trialBudgetUsd }),
    ...(trialBudgetTokens === undefined ? {} : { trialBudgetTokens }),
    ...(price === undefined ? {} : { price: onlyNumbers(price) }),
    ...searchOf(options),
    ...(criticPrice === undefined ? {} : { criticPrice: onlyNumbers(criticPrice) }),
  };
}

function searchOf({ exploration, breadth, depth }: StudyOptions): Pick<Identity, 'search'> {
  const given = Object.entries({ exploration, breadth, depth }).filter(([, count]) => count !== undefined);
  return given.length === 0 ? {} : { search: Object.fromEntries(given) };
}

/** Where a price comes from is no part of an identity. */
function onlyNumbers({ inputUsd, cachedInputUsd, outputUsd }: Price): Price {
  return { inputUsd, ...(cachedInputUsd === undefined ? {} : { cachedInputUsd }), outputUsd };
}
