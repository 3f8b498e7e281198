import { UsageError } from './errors.ts';
import { GRADER_VERSION } from './executor.ts';
import { EXTRACTOR_VERSION } from './extract.ts';
import type { LoadedCondition } from './load-conditions.ts';
import { matchedCondition } from './matched.ts';
import type { Dataset, ExecutionLimits, Identity, Model } from './types.ts';

/** The flags that decide a run's numbers. */
export interface StudyOptions {
  readonly k: readonly number[];
  readonly samples: number;
  readonly protocol: 'nested' | 'independent';
  readonly stop: 'verdict' | 'never';
  readonly temperature: 'published' | 'provider-default' | number;
  readonly maxOutputTokens: number;
  readonly maxClaims: number;
  readonly randomAcceptance: string;
  readonly extractor: 'default' | 'published';
  readonly seed: number;
}

/** Everything a number of the run depends on. Throws `UsageError` when flags contradict each other. */
export function createIdentity(
  options: StudyOptions,
  dataset: Dataset,
  conditions: readonly LoadedCondition[],
  model: Model,
  limits: ExecutionLimits,
): Identity {
  const matched = matchedCondition(options);
  const target = conditions.find(({ identity }) => identity.name === matched)?.identity;
  if (matched !== undefined && (target === undefined || target.verifier === 'none' || target.verifier === 'coin')) {
    throw new UsageError(
      `--random-acceptance match:${matched}: expected a condition of this run that has a verifier of its own`,
    );
  }
  const { k, samples, protocol, stop, temperature, maxOutputTokens, maxClaims, randomAcceptance, extractor, seed } =
    options;
  return {
    dataset: dataset.id,
    datasetSha256: dataset.sha256,
    taskIds: dataset.problems.map(({ task }) => task.id),
    conditions: conditions.map(({ identity }) => identity),
    k,
    samples,
    model: model.id,
    ...(model.contentSha256 === undefined ? {} : { modelContentSha256: model.contentSha256 }),
    protocol,
    stop,
    temperature,
    maxOutputTokens,
    maxClaims,
    limits,
    randomAcceptance,
    extractor,
    extractorVersion: EXTRACTOR_VERSION,
    graderVersion: GRADER_VERSION,
    seed,
  };
}
