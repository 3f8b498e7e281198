import { createLimiter } from '../../../concurrency.ts';
import { isOrphan, LABEL_RUN } from '../../../sandbox/docker/owner.ts';
import { sha256 } from '../../../storage/hash.ts';
import type { Executed } from '../../../types/evaluator.ts';
import type { Execution } from '../../../types/execution.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { environmentOf, noSpecification } from '../environment.ts';
import type { ImageSupply } from '../images/image-supply.ts';
import { findInstanceImage, type InstanceImage, rememberedImage } from '../images/instance-image.ts';
import { executionOfSuite } from '../logs/execution-of-log.ts';
import { type Evaluation, evaluatePatch, type PatchSuite } from './evaluate.ts';
import { type EvaluationBounds, environmentFor, evaluationKey } from './evaluation-key.ts';
import type { EvaluationRecord, EvaluationStore } from './evaluation-store.ts';
import { createPhaseClock } from './phases.ts';
import { type PublicTests, passedIn, publishedTestsOf, requiring } from './public-tests.ts';
import { createWorkspaces, type WorkspaceOptions } from './workspaces.ts';

export type { PatchSuite } from './evaluate.ts';

export interface PatchExecutor {
  /** The hash a verdict on this patch is bound to. */
  gradedSha256(problem: PatchProblem, patch: string, suite: PatchSuite): string;
  /**
   * Throws `SandboxLostError`; everything the candidate does is a value. An empty patch is unsolved `empty` without a run; where there
   * is no image the execution is ungraded `image-missing`.
   */
  execute(problem: PatchProblem, patch: string, suite: PatchSuite): Promise<Executed>;
  close(): Promise<void>;
}

interface PatchExecutorOptions extends WorkspaceOptions, EvaluationBounds {
  /** Their images are looked up once, at the beginning. */
  readonly problems: readonly PatchProblem[];
  /** How many containers may be at work at a time. */
  readonly slots: number;
  /** The machine's load of the last minute. */
  load(): number;
  readonly store: EvaluationStore;
  readonly publicTests: PublicTests;
  /** Makes images that are missing; without it they are missing. */
  readonly supply?: ImageSupply | undefined;
}

export interface EvaluationVariant {
  readonly suite?: PatchSuite;
  readonly hashSeed?: number;
}

/** A `PatchExecutor` that also gives all that is known of an evaluation. */
export interface InstanceEvaluator extends PatchExecutor {
  /** How many evaluations are at work at a time. */
  readonly slots: number;
  /** The image that an instance is evaluated in; with a supply also one that was removed, and whose evaluations are kept. */
  imageOf(problem: PatchProblem): InstanceImage | undefined;
  /** Why there is none where a supply could not make it; empty elsewhere. */
  whyNoImage(problem: PatchProblem): string;
  /**
   * Does work on an instance. Where not all of `wanted` is kept and there is a supply, its image is there while the work is done, made first
   * where it must be.
   */
  withImage<T>(
    problem: PatchProblem,
    wanted: readonly (readonly [patch: string | undefined, variant?: EvaluationVariant])[],
    work: () => Promise<T>,
  ): Promise<T>;
  /** Whether an evaluation is kept already, so that asking for it runs nothing. */
  isKept(problem: PatchProblem, patch: string | undefined, variant?: EvaluationVariant): Promise<boolean>;
  /**
   * The evaluation that is stored, or a new one. `patch` `undefined`: the repository as it is. `undefined` where there is no image. Throws
   * `SandboxLostError`.
   */
  evaluate(
    problem: PatchProblem,
    patch: string | undefined,
    variant?: EvaluationVariant,
  ): Promise<EvaluationRecord | undefined>;
}

/** Of an empty patch, which is never run. */
export const NOTHING: Execution = {
  outcome: { status: 'unsolved', reason: 'empty' },
  assertions: '',
  failures: [],
  output: '',
};
export const NO_IMAGE: Execution = { ...NOTHING, outcome: { status: 'ungraded', reason: 'image-missing' } };

/**
 * Evaluates patches, each in a fresh container; each (patch, suite, settings) once. An evaluation that lost its container is tried
 * once more. Removes what dead runs have left behind. Throws `SandboxLostError` when no daemon answers.
 */
export async function createPatchExecutor(options: PatchExecutorOptions): Promise<InstanceEvaluator> {
  const { engine, problems, environments, slots, store, rules, timeoutMs, now } = options;
  await engine.removeContainers(LABEL_RUN, isOrphan);
  const images = new Map<string, InstanceImage>();
  const hasSpecification = ({ task, version }: PatchProblem): boolean =>
    environmentOf(environments, task.repository, version) !== undefined;
  for (const problem of problems.filter(hasSpecification)) {
    const image = await findInstanceImage(engine, problem, environments);
    if (image !== undefined) images.set(problem.task.id, image);
  }
  if (options.supply !== undefined) await remember(images, options);
  const whyNot = new Map(
    problems.filter((each) => !hasSpecification(each)).map((each) => [each.task.id, noSpecification(each)]),
  );
  const imageOf = (problem: PatchProblem): InstanceImage | undefined => images.get(problem.task.id);
  const limit = createLimiter(slots);
  const { inWorkspace, close } = createWorkspaces(options);
  const running = new Map<string, Promise<EvaluationRecord>>();
  const atWork = new Set<{ most: number }>();

  /** Does the work in a slot, and says how long it took and what else went on. */
  const measured = <T>(work: () => Promise<T>) =>
    limit(async () => {
      const startedAt = now();
      const loadBefore = Math.round(options.load() * 100) / 100;
      const own = { most: 0 };
      atWork.add(own);
      for (const each of atWork) each.most = Math.max(each.most, atWork.size);
      try {
        const done = await work();
        const seconds = Math.round((now() - startedAt) / 100) / 10;
        return { done, seconds, machine: { loadBefore, atWork: own.most } };
      } finally {
        atWork.delete(own);
      }
    });

  const hashOf = (problem: PatchProblem, patch: string, variant: EvaluationVariant): string =>
    evaluationKey(problem, patch, { ...variant, imageDigest: imageOf(problem)?.digest }, options);

  async function run(
    problem: PatchProblem,
    patch: string | undefined,
    variant: EvaluationVariant,
    image: InstanceImage,
  ) {
    const { suite = 'hidden', hashSeed } = variant;
    const environment = environmentFor(problem, environments);
    const required = suite === 'public' ? await requiredOf(problem, patch, variant, image) : problem;
    const clock = createPhaseClock(now);
    const { done, seconds, machine } = await measured(() =>
      inWorkspace({ image, environment, hashSeed, clock }, async (workspace) => {
        const options = { rules, timeoutMs, suite, clock };
        const evaluation = await evaluatePatch(workspace, patch, required, environment, options);
        return { evaluation, peakMemoryMb: await workspace.peakMemoryMb() };
      }),
    );
    const { evaluation, peakMemoryMb } = done;
    const key = hashOf(problem, patch ?? '', variant);
    const times = { seconds, phases: clock.seconds(), machine };
    const record = recordOf(evaluation, problem, { key, suite, hashSeed, image, peakMemoryMb, ...times });
    if (record.grade.outcome.status !== 'ungraded') await store.put(record, evaluation.log);
    return record;
  }

  /** The problem with the public tests that pass without any patch; measuring them requires all that the published list names. */
  async function requiredOf(
    problem: PatchProblem,
    patch: string | undefined,
    variant: EvaluationVariant,
    image: InstanceImage,
  ): Promise<PatchProblem> {
    const published = publishedTestsOf(problem);
    if (patch === undefined || published.length === 0) return requiring(problem, published);
    const key = hashOf(problem, '', variant);
    const measure = async () => passedIn((await once(problem, undefined, variant, image)).grade);
    return requiring(problem, await options.publicTests.of(key, measure));
  }

  function once(problem: PatchProblem, patch: string | undefined, variant: EvaluationVariant, image: InstanceImage) {
    const key = hashOf(problem, patch ?? '', variant);
    const already = running.get(key);
    if (already !== undefined) return already;
    const record = store.get(key).then((stored) => stored ?? run(problem, patch, variant, image));
    running.set(key, record);
    const forget = () => running.delete(key);
    record.then(forget, forget);
    return record;
  }

  async function evaluate(problem: PatchProblem, patch: string | undefined, variant: EvaluationVariant = {}) {
    const image = imageOf(problem);
    return image === undefined ? undefined : once(problem, patch, variant, image);
  }

  // What has no specification was never evaluated.
  const isKept = async (problem: PatchProblem, patch: string | undefined, variant: EvaluationVariant = {}) =>
    hasSpecification(problem) && (await store.get(hashOf(problem, patch ?? '', variant))) !== undefined;

  return {
    slots,
    imageOf,
    whyNoImage: ({ task }) => whyNot.get(task.id) ?? '',
    async withImage(problem, wanted, work) {
      const kept = await Promise.all(wanted.map(([patch, variant]) => isKept(problem, patch, variant)));
      if (options.supply === undefined || kept.every((each) => each)) return work();
      return options.supply.withImage(problem, (image, why) => {
        if (image === undefined) images.delete(problem.task.id);
        else images.set(problem.task.id, image);
        if (why !== '') whyNot.set(problem.task.id, why);
        return work();
      });
    },
    isKept,
    evaluate,
    close,
    gradedSha256: (problem, patch, suite) => hashOf(problem, patch, { suite }),
    async execute(problem, patch, suite) {
      const gradedSha256 = hashOf(problem, patch, { suite });
      if (patch.trim() === '') return { execution: NOTHING, gradedSha256 };
      const record = await evaluate(problem, patch, { suite });
      return { execution: record?.execution ?? NO_IMAGE, gradedSha256 };
    },
  };
}

/** Adds the images of kept evaluations that were removed since: what is kept need not be evaluated again. */
async function remember(
  images: Map<string, InstanceImage>,
  { problems, environments, store }: PatchExecutorOptions,
): Promise<void> {
  const records = Map.groupBy(await store.all(), ({ record }) => record.instanceId);
  for (const problem of problems) {
    const { id } = problem.task;
    if (images.has(id)) continue;
    const remembered = (records.get(id) ?? []).flatMap(
      ({ record }) => rememberedImage(problem, environments, record.image) ?? [],
    );
    const byDigest = [...Map.groupBy(remembered, ({ digest }) => digest).values()];
    const [most] = byDigest.sort((a, b) => b.length - a.length)[0] ?? [];
    if (most !== undefined) images.set(id, most);
  }
}

function recordOf(
  evaluation: Evaluation,
  problem: PatchProblem,
  facts: {
    readonly key: string;
    readonly suite: PatchSuite;
    readonly hashSeed: number | undefined;
    readonly image: InstanceImage;
    readonly peakMemoryMb: number | undefined;
  } & Required<Pick<EvaluationRecord, 'seconds' | 'phases' | 'machine'>>,
): EvaluationRecord {
  const { grade, log, application, forgedMarkers } = evaluation;
  const { key, suite, hashSeed, image, peakMemoryMb, seconds, phases, machine } = facts;
  const { name, digest, origin } = image;
  return {
    version: 1,
    evaluationSha256: key,
    instanceId: problem.task.id,
    suite,
    image: { name, digest, origin },
    ...(hashSeed === undefined ? {} : { hashSeed }),
    ...(application === undefined
      ? {}
      : { appliedBy: application.status === 'applied' ? application.by : application.status }),
    forgedMarkers,
    seconds,
    phases,
    machine,
    ...(peakMemoryMb === undefined ? {} : { peakMemoryMb }),
    logSha256: sha256(log),
    grade,
    execution: executionOfSuite(log, grade, suite, problem),
  };
}
