import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { median } from '../../../statistics/median.ts';
import { cacheFolder, type Environment } from '../../../storage/cache-folder.ts';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import { z } from '../../../storage/schema.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import { type Layer, layersOf } from './image-layers.ts';

/** The bytes that each layer adds to those below it, by the name of its image. */
export type LayerSizes = ReadonlyMap<string, number>;

const sizesFile = z.object({ version: z.literal(1), ownBytes: z.record(z.string(), z.number()) });

/** One layer of a dataset, and how many instances stand upon it or are it. */
export interface LayerUse {
  readonly kind: Layer['kind'];
  readonly name: string;
  /** Of the layer below; `undefined` of a base. */
  readonly below: string | undefined;
  readonly instances: readonly string[];
}

/** Every layer that instances are built of, once, lowest kinds first; an instance without a specification has none. */
export function layerUses(
  problems: readonly PatchProblem[],
  environments: readonly EnvironmentSpecification[],
): readonly LayerUse[] {
  const uses = new Map<string, LayerUse & { readonly instances: string[]; readonly depth: number }>();
  for (const problem of problems) {
    const environment = environmentOf(environments, problem.task.repository, problem.version);
    if (environment === undefined) continue;
    for (const [depth, { kind, name }] of layersOf(problem, environment).entries()) {
      const below = depth === 0 ? undefined : layersOf(problem, environment)[depth - 1]?.name;
      const use = uses.get(name) ?? { kind, name, below, depth, instances: [] };
      use.instances.push(problem.task.id);
      uses.set(name, use);
    }
  }
  const sorted = [...uses.values()].sort((a, b) => a.depth - b.depth || (a.name < b.name ? -1 : 1));
  return sorted.map(({ depth: _, ...use }) => use);
}

/** Where the sizes of a dataset's layers are remembered. */
export const layerSizesPath = (datasetId: string, environment: Environment): string =>
  join(cacheFolder(datasetId, environment), 'layer-sizes.json');

/** What an image will take: what it took before, else the median of its kind; 0 where nothing of the kind was ever measured. */
export function expectedBytes(name: string, sizes: LayerSizes): number {
  const kindOf = (image: string): string => image.slice(0, image.indexOf(':') + 1);
  const ofKind = [...sizes].flatMap(([image, bytes]) => (kindOf(image) === kindOf(name) ? [bytes] : []));
  return sizes.get(name) ?? median(ofKind) ?? 0;
}

/** Measures the layers that the daemon has, and remembers those it had: a removed image keeps its size. Throws `SandboxLostError`. */
export async function measureLayers(
  engine: Pick<DockerEngine, 'image'>,
  uses: readonly LayerUse[],
  path: string,
): Promise<LayerSizes> {
  const sizes = new Map(await readLayerSizes(path));
  const whole = new Map<string, number>();
  for (const { name, below } of uses) {
    const image = await engine.image(name);
    if (image === undefined) continue;
    whole.set(name, image.sizeBytes);
    const under = below === undefined ? 0 : whole.get(below);
    if (under !== undefined) sizes.set(name, image.sizeBytes - under);
  }
  if (whole.size > 0) {
    const ownBytes = Object.fromEntries([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)));
    await mkdir(dirname(path), { recursive: true });
    await writeAtomically(path, `${JSON.stringify({ version: 1, ownBytes }, undefined, 1)}\n`);
  }
  return sizes;
}

/** What was measured before; nothing where nothing was. Throws `DataError` for a file that holds something else. */
export async function readLayerSizes(path: string): Promise<LayerSizes> {
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(parseJsonText(await readFile(path, 'utf8'), path, sizesFile).ownBytes));
}
