import { messageOf, UsageError } from '../../errors.ts';
import { loadEnvironments } from '../../loading/load-dataset.ts';
import type { Recording } from '../../models/recorded/read-recording.ts';
import { createProgress, type ProgressOutput } from '../../progress.ts';
import { connectDocker } from '../../sandbox/docker/engine.ts';
import { createImageBound, DiskTooSmallError } from '../../sandbox/docker/image-bound.ts';
import { DEFAULT_LIMITS } from '../../sandbox/limits.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { SandboxInfo } from '../../types/evaluator.ts';
import type { ExecutionLimits } from '../../types/execution.ts';
import type { Manifest } from '../../types/record.ts';
import type { Dataset, PatchProblem } from '../../types/task.ts';
import type { TaskSetup } from '../task-setup.ts';
import { type Standing, standingOf } from './evaluation/certificates.ts';
import { WORKSPACE_LIMITS } from './evaluation/container.ts';
import { openStudyEvaluations } from './evaluation/evaluation-store.ts';
import type { InstanceEvaluator, PatchExecutor } from './evaluation/executor.ts';
import { cachedCertificates, describeMissingImages, openEvaluator } from './evaluation/open-evaluator.ts';
import type { GradingRules } from './logs/grading-rules.ts';
import { describeFindings, isSound, preflightPatches } from './preflight.ts';
import { createRecordedExecutor, type RecordedExecutor } from './recorded/recorded-executor.ts';
import { readRecordedLogs } from './recorded/recorded-logs.ts';

interface OpenPatchOptions {
  readonly dataset: string;
  readonly swebenchRules: GradingRules;
  /** Seconds. */
  readonly instanceTimeout: number;
  readonly allowUnvalidated?: boolean | undefined;
  readonly maxSandboxes: number;
  readonly isMaxSandboxesGiven?: boolean | undefined;
  readonly plan?: boolean | undefined;
  readonly diskGb?: number | undefined;
}

export interface OpenPatchParts {
  readonly environment: Environment;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  readonly signal: AbortSignal;
  readonly progress: ProgressOutput;
  say(line: string): void;
  /** In place of containers; for tests. */
  readonly patchExecutor?: PatchExecutor;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
  /** The recording that is replayed or completed: what was shown, and what loops are told. */
  readonly recording?: Recording | undefined;
  /** Where an instance has no image here, its recorded logs are graded. */
  readonly isReplay?: boolean;
}

interface OpenedPatchExecutor {
  readonly executor: PatchExecutor;
  readonly sandbox: SandboxInfo;
  /** For the identity: what one test run may use. */
  readonly limits: ExecutionLimits;
  readonly check: TaskSetup['check'];
  /** Of the image an instance is evaluated in; `undefined` where there is none. */
  imageDigest(problem: PatchProblem): string | undefined;
  /** In a replay: whether a patch's grade is read from a recorded log. */
  readonly readsLog?: RecordedExecutor['readsLog'];
}

/**
 * Where patches run: containers, each evaluation kept in the cache folder under what it is bound to, so that equal ones are made once
 * on this machine. For `--plan` nothing is opened. Throws `UsageError` when no daemon answers.
 */
export async function openPatchExecutor(
  dataset: Dataset<PatchProblem>,
  options: OpenPatchOptions,
  parts: OpenPatchParts,
): Promise<OpenedPatchExecutor> {
  const limits = limitsFor(options.instanceTimeout);
  const given = parts.patchExecutor ?? (options.plan === true ? NOWHERE : undefined);
  if (given !== undefined) {
    const description = given === NOWHERE ? 'none: nothing is executed' : 'given by the program that runs this one';
    const sandbox: SandboxInfo = { kind: 'process', description, why: description };
    return { executor: given, sandbox, limits, check: async () => ({ references: [] }), imageDigest: () => undefined };
  }
  const { recording } = parts;
  if (recording !== undefined && parts.isReplay === true)
    return openForReplay(dataset, limits, recording, options, parts);
  const evaluator = await openContainers(dataset, options, parts);
  return {
    executor: evaluator,
    sandbox: dockerInfo(evaluator),
    limits,
    check: () => checkInstances(dataset, evaluator, options, parts),
    imageDigest: (problem) => evaluator.imageOf(problem)?.digest,
  };
}

const dockerInfo = ({ slots }: InstanceEvaluator): SandboxInfo => ({
  kind: 'docker',
  description:
    'a container for each evaluation, of an image for each instance: no network, limited, removed afterwards',
  why: `docker, ${slots} containers at a time`,
});

/** Containers whose evaluations are kept in the cache folder. Throws `UsageError` when no daemon answers. */
async function openContainers(
  dataset: Dataset<PatchProblem>,
  options: OpenPatchOptions,
  parts: OpenPatchParts,
): Promise<InstanceEvaluator> {
  const { dataset: id, swebenchRules, instanceTimeout } = options;
  const store = openStudyEvaluations(id, parts.environment);
  const concurrency = options.isMaxSandboxesGiven === false ? undefined : options.maxSandboxes;
  const how = { dataset: id, swebenchRules, instanceTimeout, concurrency, store };
  const evaluator = await openEvaluator(dataset.problems, how, parts);
  if (options.diskGb !== undefined) await keepImages(dataset.problems, evaluator, options.diskGb, parts.say);
  // Tests may run for half an hour: whoever stops a run does not wait for them.
  parts.signal.addEventListener('abort', () => void evaluator.close(), { once: true });
  return evaluator;
}

/** Containers for the instances that have an image here, if a daemon answers; the recording's logs for the others. */
async function openForReplay(
  dataset: Dataset<PatchProblem>,
  limits: ExecutionLimits,
  recording: Recording,
  options: OpenPatchOptions,
  parts: OpenPatchParts,
): Promise<OpenedPatchExecutor> {
  const logs = readRecordedLogs(recording);
  const silence = await connectDocker()
    .about()
    .then(() => undefined, messageOf);
  const evaluator = silence === undefined ? await openContainers(dataset, options, parts) : undefined;
  const environments = await loadEnvironments(options.dataset, parts.datasetsFolder);
  const bounds = { environments, rules: options.swebenchRules, timeoutMs: options.instanceTimeout * 1000 };
  const executor = createRecordedExecutor(evaluator, logs, bounds);
  const missing = evaluator && describeMissingImages(options.dataset, dataset.problems, evaluator);
  const isHere = dataset.problems.some((problem) => evaluator?.imageOf(problem) !== undefined);
  const instead = logs.all.length === 0 ? 'nothing is graded: the recording holds no logs' : 'recorded logs are graded';
  return {
    executor,
    sandbox:
      evaluator !== undefined && isHere
        ? dockerInfo(evaluator)
        : { kind: 'none', description: `nothing is run: ${instead}`, why: `none: ${silence ?? missing}; ${instead}` },
    limits,
    check: async () =>
      evaluator !== undefined && isHere ? checkInstances(dataset, evaluator, options, parts) : { references: [] },
    imageDigest: (problem) => evaluator?.imageOf(problem)?.digest,
    readsLog: executor.readsLog,
  };
}

/**
 * A run asks for its images until its end: they are kept, and the disk bound removes others around them. Throws `UsageError` where they
 * alone are over it.
 */
async function keepImages(
  problems: readonly PatchProblem[],
  evaluator: InstanceEvaluator,
  diskGb: number,
  say: (line: string) => void,
): Promise<void> {
  const names = problems.flatMap((problem) => evaluator.imageOf(problem)?.name ?? []);
  const bound = createImageBound({ store: connectDocker().images, mostBytes: diskGb * 1e9, say });
  await bound.keep(names).catch(async (error: unknown) => {
    await evaluator.close();
    if (!(error instanceof DiskTooSmallError)) throw error;
    throw new UsageError(`--disk-gb ${diskGb}: of this run ${error.message}: choose fewer instances, or give more`);
  });
}

/** The bounds of a container, in the words every run has for them. */
function limitsFor(seconds: number): ExecutionLimits {
  const { memoryMb, processes, fileMb, outputMb } = WORKSPACE_LIMITS;
  const wallMs = seconds * 1000;
  // No clock of its own: as much as the cores give within the time.
  const cpuSeconds = seconds * WORKSPACE_LIMITS.cpus;
  return { ...DEFAULT_LIMITS, wallMs, cpuSeconds, memoryMb, processes, fileMb, outputBytes: outputMb << 20 };
}

/** For `--plan`. */
const NOWHERE: PatchExecutor = {
  gradedSha256: () => '',
  execute: () => Promise.reject(new Error('nothing is executed for a plan')),
  close: async () => undefined,
};

/**
 * Runs preflight for the instances that have an image and no certificate yet. One that is not sound refuses the run, or is named by its
 * tables with `--allow-unvalidated`; one without an image will be ungraded, `image-missing`.
 */
async function checkInstances(
  { problems, knownDefects }: Dataset<PatchProblem>,
  evaluator: InstanceEvaluator,
  { dataset, swebenchRules: grading, allowUnvalidated }: OpenPatchOptions,
  { environment, signal, progress: output, say, isReplay }: OpenPatchParts,
) {
  const missing = describeMissingImages(dataset, problems, evaluator);
  const withImage = problems.filter((problem) => evaluator.imageOf(problem) !== undefined);
  if (withImage.length === 0) throw new UsageError(missing ?? 'no instance');
  if (missing !== undefined)
    say(
      `${missing}; until then ${isReplay === true ? 'their recorded logs are graded' : 'they are ungraded, image-missing'}`,
    );
  const certificates = cachedCertificates(dataset, environment);
  const standing = async (wanted: Standing): Promise<PatchProblem[]> => {
    const found = await Promise.all(
      withImage.map((problem) => standingOf(certificates, problem, evaluator.imageOf(problem), grading)),
    );
    return withImage.filter((_, index) => found[index] === wanted);
  };
  const unchecked = await standing('none');
  if (unchecked.length > 0) {
    const progress = createProgress('preflight', unchecked.length, output);
    const parts = { evaluator, certificates, knownDefects, grading, concurrency: evaluator.slots, progress, signal };
    const findings = await preflightPatches(unchecked, parts);
    progress.finish();
    const unsoundly = findings.filter((finding) => !isSound(finding));
    if (unsoundly.length > 0) say(describeFindings(unsoundly));
  }
  const sound = new Set(await standing('sound'));
  const unsound = withImage.filter((problem) => !sound.has(problem)).map(({ task }) => task.id);
  say(`preflight: ${sound.size} of ${withImage.length} instances sound: gold patch solved, repository as it is not`);
  if (unsound.length > 0 && allowUnvalidated !== true) {
    throw new UsageError(
      `preflight failed for ${unsound.join(', ')}: a grader that errs here cannot be trusted. Leave them out, or go on with --allow-unvalidated`,
    );
  }
  return { references: [], provenance: provenanceOf(withImage, evaluator, unsound) };
}

function provenanceOf(
  problems: readonly PatchProblem[],
  evaluator: InstanceEvaluator,
  unsound: readonly string[],
): Manifest['provenance'] {
  const images = problems.flatMap((problem) => evaluator.imageOf(problem) ?? []);
  const built = images.filter(({ origin }) => origin === 'built').length;
  return {
    images: `images: ${built} built here, ${images.length - built} published; digests in attempts.csv`,
    ...(unsound.length === 0 ? {} : { uncertified: `NOT VALIDATED, these failed preflight: ${unsound.join(', ')}` }),
  };
}
