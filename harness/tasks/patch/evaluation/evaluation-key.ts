import { canonicalJson, sha256 } from '../../../storage/hash.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { WORKSPACE_LIMITS, type WorkspaceLimits } from './container.ts';
import { evaluationSha256, type PatchSuite } from './evaluate.ts';

/** What decides all evaluations of a run beside patch, instance and image. */
export interface EvaluationBounds {
  readonly environments: readonly EnvironmentSpecification[];
  readonly rules: GradingRules;
  readonly timeoutMs: number;
  readonly limits?: WorkspaceLimits;
}

interface EvaluatedIn {
  readonly suite?: PatchSuite | undefined;
  readonly hashSeed?: number | undefined;
  /** `undefined`: there is no image. */
  readonly imageDigest: string | undefined;
}

/**
 * `evaluationSha256` of a patch in a run's bounds; `''`: the repository as it is. An instance without a specification is never evaluated;
 * its patches have a hash all the same.
 */
export function evaluationKey(
  problem: PatchProblem,
  patch: string,
  { suite, hashSeed, imageDigest }: EvaluatedIn,
  { environments, rules, timeoutMs, limits = WORKSPACE_LIMITS }: EvaluationBounds,
): string {
  const environment = environmentOf(environments, problem.task.repository, problem.version);
  if (environment === undefined) return sha256(canonicalJson({ id: problem.task.id, patch, suite, environment: null }));
  return evaluationSha256(patch, problem, environment, {
    rules,
    timeoutMs,
    limits,
    ...(imageDigest === undefined ? {} : { imageDigest }),
    ...(hashSeed === undefined ? {} : { hashSeed }),
    ...(suite === 'public' ? { suite } : {}),
  });
}

/** The specification of an instance. Throws where there is none: whoever evaluates has looked before. */
export function environmentFor(
  { task, version }: PatchProblem,
  environments: readonly EnvironmentSpecification[],
): EnvironmentSpecification {
  const environment = environmentOf(environments, task.repository, version);
  if (environment === undefined) throw new Error(`${task.id}: no environment of ${task.repository} ${version}`);
  return environment;
}
