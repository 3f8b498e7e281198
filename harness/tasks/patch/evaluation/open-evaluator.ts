import { loadavg } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../errors.ts';
import { loadEnvironments } from '../../../loading/load-dataset.ts';
import { connectDocker, type DockerEngine } from '../../../sandbox/docker/engine.ts';
import { cacheFolder, type Environment } from '../../../storage/cache-folder.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { openBuildSite, type SiteFlags } from '../images/build-site.ts';
import { createImageSupply, type ImageSupply } from '../images/image-supply.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { instancesAtATime } from './at-a-time.ts';
import { type Certificates, openCertificates } from './certificates.ts';
import type { EvaluationStore } from './evaluation-store.ts';
import { createPatchExecutor, type InstanceEvaluator } from './executor.ts';
import { openHttpbin } from './httpbin.ts';
import { openPublicTests } from './public-tests.ts';

interface OpenEvaluatorOptions extends SiteFlags {
  readonly dataset: string;
  readonly swebenchRules: GradingRules;
  /** Seconds for one instance. */
  readonly instanceTimeout: number;
  /** Containers at work at a time; as many as the daemon's cores and memory allow when absent. */
  readonly concurrency?: number | undefined;
  readonly store: EvaluationStore;
}

/** Containers for the patches of a dataset, with what this machine has measured of it; says how many at a time. Throws `UsageError` when no daemon answers. */
export async function openEvaluator(
  problems: readonly PatchProblem[],
  options: OpenEvaluatorOptions,
  parts: EvaluatorParts,
): Promise<InstanceEvaluator> {
  const { dataset, swebenchRules: grading, instanceTimeout, concurrency, store } = options;
  const { environment, now, say } = parts;
  const engine = connectDocker();
  const daemon = await engine.about().catch((error: Error) => {
    throw new UsageError(`patches are evaluated in containers: ${error.message}`, { cause: error });
  });
  const { slots, why } = instancesAtATime(daemon, concurrency);
  say(why);
  const environments = await loadEnvironments(dataset, parts.datasetsFolder);
  return createPatchExecutor({
    engine,
    problems,
    environments,
    supply: supplyOf(options, environments, { ...parts, engine }),
    rules: grading,
    timeoutMs: instanceTimeout * 1000,
    slots,
    load: () => loadavg()[0] ?? 0,
    store,
    now,
    openNeighbour: async (image, labels) => (image.needsHttpbin === true ? openHttpbin(engine, labels) : undefined),
    publicTests: openPublicTests(join(cacheFolder(dataset, environment), 'public-tests')),
  });
}

/** Makes missing images with `--disk-gb`. */
function supplyOf(
  options: OpenEvaluatorOptions,
  environments: readonly EnvironmentSpecification[],
  parts: EvaluatorParts & { readonly engine: DockerEngine },
): ImageSupply | undefined {
  if (options.diskGb === undefined) return undefined;
  const { site, published, bound } = openBuildSite(options.dataset, options, parts);
  return bound && createImageSupply({ site, environments, published, bound, now: parts.now });
}

export interface EvaluatorParts {
  readonly environment: Environment;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  readonly signal: AbortSignal;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
  say(line: string): void;
}

/**
 * Opens containers for the length of a command's work, whose evaluations are kept in a folder. A stop says so and ends the
 * containers: tests may run for half an hour.
 */
export async function withEvaluator<T>(
  problems: readonly PatchProblem[],
  options: OpenEvaluatorOptions,
  parts: EvaluatorParts & { readonly folder: string },
  work: (evaluator: InstanceEvaluator) => Promise<T>,
): Promise<T> {
  const evaluator = await openEvaluator(problems, options, parts);
  const { folder, signal, say } = parts;
  const onStop = () => {
    say(`\nstopped; the same command goes on: what was evaluated is in ${folder}`);
    void evaluator.close();
  };
  signal.addEventListener('abort', onStop, { once: true });
  try {
    return await work(evaluator);
  } finally {
    signal.removeEventListener('abort', onStop);
    await evaluator.close();
  }
}

/** The certificates that preflight has left on this machine. */
export const cachedCertificates = (dataset: string, environment: Environment): Certificates =>
  openCertificates(join(cacheFolder(dataset, environment), 'certificates'));

/** What is said of instances that cannot be evaluated, or whose images are to be made; `undefined` when there are none. */
export function describeMissingImages(
  dataset: string,
  problems: readonly PatchProblem[],
  evaluator: Pick<InstanceEvaluator, 'imageOf'>,
  diskGb?: number,
): string | undefined {
  const missing = problems.filter((problem) => evaluator.imageOf(problem) === undefined).map(({ task }) => task.id);
  if (missing.length === 0) return undefined;
  if (diskGb !== undefined)
    return `${missing.length} of ${problems.length} instances have no image: made when their turn comes, all images within ${diskGb} GB`;
  const named = missing.length <= 5 ? missing.join(',') : `${missing.slice(0, 5).join(',')},…`;
  return `${missing.length} of ${problems.length} instances have no image: npm run build-images -- ${dataset} --instances ${named}`;
}
