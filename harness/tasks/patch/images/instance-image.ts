import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import { ACTIVATE, instanceLayer, layersOf } from './image-layers.ts';
import { TESTBED } from './layer-scripts.ts';
import { markedName, publishedName } from './published-image.ts';

/** An image with an instance's environment and its repository at the base commit. */
export interface InstanceImage {
  readonly name: string;
  /** The image's own sha256; goes into every row. */
  readonly digest: string;
  /** Where the repository lies. */
  readonly testbed: string;
  /** Shell lines that bring the interpreter. */
  readonly activate: readonly string[];
  readonly origin: 'built' | 'published';
  /** Its tests talk to httpbin.org: they need the server of that name beside them. */
  readonly needsHttpbin?: boolean;
}

/**
 * The image that an instance had when it was evaluated, of the name that it would have today; it may have been removed since. `undefined`
 * where today's name is another one.
 */
export function rememberedImage(
  problem: PatchProblem,
  environments: readonly EnvironmentSpecification[],
  { name, digest, origin }: Pick<InstanceImage, 'name' | 'digest' | 'origin'>,
): InstanceImage | undefined {
  const { id, repository } = problem.task;
  const environment = environmentOf(environments, repository, problem.version);
  const built = environment && instanceLayer(layersOf(problem, environment)).name;
  const isToday = origin === 'built' ? name === built : [markedName(id), publishedName(id)].includes(name);
  if (!isToday) return undefined;
  const activate = origin === 'built' ? [ACTIVATE] : PUBLISHED_ACTIVATE;
  const needsHttpbin = repository === 'psf/requests';
  return { name, digest, testbed: TESTBED, activate, origin, ...(needsHttpbin ? { needsHttpbin } : {}) };
}

const PUBLISHED_ACTIVATE = ['source /opt/miniconda3/bin/activate', 'conda activate testbed'];

/** The image of an instance that the daemon has: built here, or else pulled; `undefined` when there is none. Throws `SandboxLostError`. */
export async function findInstanceImage(
  engine: DockerEngine,
  problem: PatchProblem,
  environments: readonly EnvironmentSpecification[],
): Promise<InstanceImage | undefined> {
  const { id, repository } = problem.task;
  const needsHttpbin = repository === 'psf/requests';
  const common = { testbed: TESTBED, ...(needsHttpbin ? { needsHttpbin } : {}) };
  const environment = environmentOf(environments, repository, problem.version);
  const built = environment === undefined ? undefined : instanceLayer(layersOf(problem, environment)).name;
  const image = built === undefined ? undefined : await engine.image(built);
  if (built !== undefined && image !== undefined) {
    return { ...common, name: built, digest: image.id, activate: [ACTIVATE], origin: 'built' };
  }
  for (const name of [markedName(id), publishedName(id)]) {
    const pulled = await engine.image(name);
    if (pulled !== undefined) {
      return { ...common, name, digest: pulled.id, activate: PUBLISHED_ACTIVATE, origin: 'published' };
    }
  }
  return undefined;
}
