import { messageOf } from '../../../errors.ts';
import { DiskTooSmallError, type ImageBound } from '../../../sandbox/docker/image-bound.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { environmentOf, noSpecification } from '../environment.ts';
import type { NoImageCause } from '../unsound-causes.ts';
import { forgetAttempt, keepAttempt } from './attempts.ts';
import { BuildError, type BuildSite, buildLayer } from './build-layer.ts';
import { HTTPBIN_USER, httpbinLayers } from './httpbin-image.ts';
import { instanceLayer, type Layers, layersOf } from './image-layers.ts';
import { expectedBytes, readLayerSizes } from './layer-sizes.ts';
import { missingCommit } from './missing-commit.ts';
import { markedName } from './published-image.ts';
import { type PullOptions, pullPublished } from './pull-published.ts';

/** What came of an instance's image. */
export type InstanceBuild = {
  readonly id: string;
  readonly seconds: number;
} & (
  | { readonly status: 'built' | 'there' | 'pulled'; readonly image: string; readonly ownBytes: number }
  /** `why` is the decisive line of the log. */
  | { readonly status: 'failed'; readonly cause: NoImageCause; readonly why: string; readonly logPath?: string }
  /** A registry that does not answer, or not now; a mirror without the commit: nothing was tried and found wanting. */
  | { readonly status: 'image-missing'; readonly cause: NoImageCause; readonly why: string }
  /** It was made, and takes more than it may. */
  | { readonly status: 'disk-too-small'; readonly cause: NoImageCause; readonly why: string }
);

interface BuildOptions {
  readonly published?: PullOptions | undefined;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  /** On the disk that images may take; none when absent. */
  readonly bound?: ImageBound | undefined;
}

interface Plan {
  readonly problem: PatchProblem;
  readonly environment: EnvironmentSpecification | undefined;
  readonly layers: Layers | undefined;
}

/**
 * Builds (or pulls) the images of instances one after the other, those that share layers together; one that fails does not stop
 * the others, a layer that failed is not tried again. With `published` they are pulled. `onDone` is told of each, and what stood in the way of
 * one is remembered (attempts.ts). Within a bound an image may be removed again for a later one.
 */
export async function buildInstances(
  site: BuildSite,
  problems: readonly PatchProblem[],
  environments: readonly EnvironmentSpecification[],
  { published, now, bound }: BuildOptions,
  onDone: (build: InstanceBuild) => void | Promise<void>,
): Promise<readonly InstanceBuild[]> {
  const failed = new Map<string, BuildError>();
  const builds: InstanceBuild[] = [];
  for (const plan of inOrder(problems, environments)) {
    const startedAt = now();
    const make = (): Promise<Outcome> =>
      published !== undefined ? pullPublished(site, plan.problem, published) : buildOne(site, plan, failed);
    const names = imageNames(plan.problem, plan.layers);
    const outcome = await within(bound, names, make, () => bytesToBuild(site, names, published));
    const { id } = plan.problem.task;
    const build = { id, seconds: (now() - startedAt) / 1000, ...outcome };
    if ('cause' in outcome) await keepAttempt(site.logs, id, names.at(-1) ?? '', outcome);
    else await forgetAttempt(site.logs, id);
    builds.push(build);
    await onDone(build);
  }
  return builds;
}

/** All that an instance's image may be made of; the image itself comes last. */
export function imageNames({ task }: PatchProblem, layers: Layers | undefined): readonly string[] {
  if (layers === undefined) return [markedName(task.id)];
  const server = task.repository === HTTPBIN_USER ? httpbinLayers(layers).slice(-1) : [];
  return [markedName(task.id), ...[...layers.slice(0, -1), ...server, instanceLayer(layers)].map(({ name }) => name)];
}

/** The bytes that building an instance's image will take, by what its layers took before; 0 where an image of it is there, or is pulled. */
export async function bytesToBuild(
  { engine, sizesPath }: BuildSite,
  names: readonly string[],
  published: PullOptions | undefined,
): Promise<number> {
  const found = await Promise.all(names.map((name) => engine.image(name)));
  if (published !== undefined || found[0] !== undefined || found.at(-1) !== undefined) return 0;
  const sizes = await readLayerSizes(sizesPath);
  return names.reduce((sum, name, index) => sum + (found[index] === undefined ? expectedBytes(name, sizes) : 0), 0);
}

async function within(
  bound: ImageBound | undefined,
  names: readonly string[],
  make: () => Promise<Outcome>,
  expected: () => Promise<number>,
): Promise<Outcome> {
  if (bound === undefined) return make();
  try {
    return await bound.withImages(names, make, async (made) => made, expected);
  } catch (error) {
    if (!(error instanceof DiskTooSmallError)) throw error;
    return { status: 'disk-too-small', cause: 'disk-too-small', why: tooSmall(error) };
  }
}

/** What a user reads of an instance whose image does not fit. */
export const tooSmall = ({ message }: DiskTooSmallError): string =>
  `${message}: give more with --disk-gb, and run the same command again`;

function inOrder(problems: readonly PatchProblem[], environments: readonly EnvironmentSpecification[]): Plan[] {
  const plans = problems.map((problem) => {
    const environment = environmentOf(environments, problem.task.repository, problem.version);
    return { problem, environment, layers: environment && layersOf(problem, environment) };
  });
  const buildOrder = ({ layers, problem }: Plan): string =>
    `${(layers ?? []).map(({ name }) => name).join(' ')} ${problem.task.id}`;
  return plans.sort((a, b) => (buildOrder(a) < buildOrder(b) ? -1 : 1));
}

type Outcome = InstanceBuild extends infer Each
  ? Each extends InstanceBuild
    ? Omit<Each, 'id' | 'seconds'>
    : never
  : never;

async function buildOne(site: BuildSite, plan: Plan, failed: Map<string, BuildError>): Promise<Outcome> {
  const { problem, environment, layers } = plan;
  if (environment === undefined || layers === undefined) {
    return { status: 'failed', cause: 'no-specification', why: noSpecification(problem) };
  }
  const instance = instanceLayer(layers);
  try {
    let last: 'built' | 'there' = (await site.engine.image(instance.name)) === undefined ? 'built' : 'there';
    if (last === 'built') {
      const lack = await lackOfMirror(site, problem, environment);
      if (lack !== undefined) return lack;
      for (const layer of layers) {
        const before = failed.get(layer.name);
        if (before !== undefined) throw before;
        last = await buildLayer(site, layer, problem, environment);
      }
    }
    if (problem.task.repository === HTTPBIN_USER) {
      for (const layer of httpbinLayers(layers)) await buildLayer(site, layer, problem, environment);
    }
    return { status: last, image: instance.name, ownBytes: await ownBytes(site, layers) };
  } catch (error) {
    site.signal.throwIfAborted();
    if (!(error instanceof BuildError)) return { status: 'failed', cause: 'docker-lost', why: messageOf(error) };
    failed.set(error.layer.name, error);
    const { kind } = error.layer;
    const why = `${kind === 'instance' ? '' : `${kind} layer: `}${error.message}`;
    return { status: 'failed', cause: `${kind}-failed`, why, logPath: error.logPath };
  }
}

/**
 * What is to be said where the repository's mirror lacks a commit, or there is no mirror; asked before anything is built, since the layers
 * below would be built for nothing.
 */
async function lackOfMirror(
  site: BuildSite,
  problem: PatchProblem,
  environment: EnvironmentSpecification,
): Promise<Outcome | undefined> {
  try {
    const mirror = await site.mirrorOf(problem.task.repository);
    const why = await missingCommit(mirror, problem, environment);
    return why === undefined ? undefined : { status: 'image-missing', cause: 'no-commit', why };
  } catch (error) {
    site.signal.throwIfAborted();
    return { status: 'failed', cause: 'no-commit', why: messageOf(error) };
  }
}

/** What the last layer adds to those it shares. */
async function ownBytes({ engine }: BuildSite, layers: Layers): Promise<number> {
  const [parent, whole] = await Promise.all(layers.slice(-2).map(({ name }) => engine.image(name)));
  return (whole?.sizeBytes ?? 0) - (parent?.sizeBytes ?? 0);
}
