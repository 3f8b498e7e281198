import { DiskTooSmallError, type ImageBound } from '../../../sandbox/docker/image-bound.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { environmentOf, noSpecification } from '../environment.ts';
import { keepAttempt } from './attempts.ts';
import { buildInstances, bytesToBuild, imageNames, tooSmall } from './build-instances.ts';
import type { BuildSite } from './build-layer.ts';
import { layersOf } from './image-layers.ts';
import { findInstanceImage, type InstanceImage } from './instance-image.ts';
import { layerUses, measureLayers } from './layer-sizes.ts';
import type { PullOptions } from './pull-published.ts';

/** Makes images of instances when their turn comes, within a bound on their disk. */
export interface ImageSupply {
  /**
   * Works with an instance's image, made first where it is missing; it stays until the work has ended. `undefined` and why where there can
   * be none: then the work is to grade nothing.
   */
  withImage<T>(problem: PatchProblem, work: (image: InstanceImage | undefined, why: string) => Promise<T>): Promise<T>;
}

interface SupplyOptions {
  readonly site: BuildSite;
  readonly environments: readonly EnvironmentSpecification[];
  readonly published: PullOptions | undefined;
  readonly bound: ImageBound;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
}

export function createImageSupply({ site, environments, published, bound, now }: SupplyOptions): ImageSupply {
  const make = async (problem: PatchProblem): Promise<{ image: InstanceImage | undefined; why: string }> => {
    const there = await findInstanceImage(site.engine, problem, environments);
    if (there !== undefined) return { image: there, why: '' };
    site.say(`${problem.task.id}: its image is ${published === undefined ? 'built' : 'pulled'} …`);
    const [build] = await buildInstances(site, [problem], environments, { published, now }, () => undefined);
    if (build !== undefined && 'why' in build) return { image: undefined, why: `${build.status}: ${build.why}` };
    // Room is made for what it took when it is made again.
    await measureLayers(site.engine, layerUses([problem], environments), site.sizesPath);
    return { image: await findInstanceImage(site.engine, problem, environments), why: '' };
  };
  return {
    async withImage(problem, work) {
      const environment = environmentOf(environments, problem.task.repository, problem.version);
      const without = (why: string) => {
        site.say(`${problem.task.id}: not graded: ${why}`);
        return work(undefined, why);
      };
      // Without one nobody knows how its tests are run, whatever image a registry has.
      if (environment === undefined) return without(noSpecification(problem));
      const names = imageNames(problem, layersOf(problem, environment));
      try {
        return await bound.withImages(
          names,
          () => make(problem),
          ({ image, why }) => (image === undefined ? without(why) : work(image, '')),
          () => bytesToBuild(site, names, published),
        );
      } catch (error) {
        if (!(error instanceof DiskTooSmallError)) throw error;
        const why = tooSmall(error);
        await keepAttempt(site.logs, problem.task.id, names.at(-1) ?? '', { cause: 'disk-too-small', why });
        return without(why);
      }
    },
  };
}
