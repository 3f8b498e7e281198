import type { createCommand } from '../../../command-line.ts';
import { loadEnvironments, loadPatchDataset } from '../../../loading/load-dataset.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import type { Environment } from '../../../storage/cache-folder.ts';
import { markdownTable } from '../../../text/markdown-table.ts';
import { addSelectionFlags } from '../patch-flags.ts';
import { type InstanceSelection, selectInstances } from '../select-instances.ts';
import { buildInstances, type InstanceBuild } from './build-instances.ts';
import { addSiteFlags, openBuildSite, type SiteFlags } from './build-site.ts';
import { describeDisk, diskMarkdown, summarizeDisk } from './disk-table.ts';
import { layerSizesPath, layerUses, measureLayers } from './layer-sizes.ts';

export interface ImageFlags extends InstanceSelection, SiteFlags {}

/** Flags of `npm run build-images` for a dataset of patches. */
export function addImageFlags(command: ReturnType<typeof createCommand>): void {
  addSelectionFlags(command);
  addSiteFlags(command);
}

interface BuildParts {
  readonly engine: DockerEngine;
  readonly environment: Environment;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  say(line: string): void;
  readonly signal: AbortSignal;
}

/**
 * Builds the images of the chosen instances; says before what layers and instances take, as far as it is known. Returns what came of each,
 * and a table of it.
 */
export async function buildDatasetImages(
  datasetId: string,
  options: ImageFlags,
  parts: BuildParts,
): Promise<{ readonly builds: readonly InstanceBuild[]; readonly table: string }> {
  const { engine, environment, now, say } = parts;
  const dataset = await loadPatchDataset(datasetId, { environment });
  const environments = await loadEnvironments(datasetId);
  const { problems } = selectInstances(dataset, options);
  const { site, published, bound } = openBuildSite(datasetId, options, parts);
  const sizesPath = layerSizesPath(datasetId, environment);
  const all = layerUses(dataset.problems, environments);
  const describe = async (): Promise<string> =>
    describeDisk(dataset.problems.length, summarizeDisk(all, await measureLayers(engine, all, sizesPath)));
  if (published === undefined) {
    const sizes = await measureLayers(engine, all, sizesPath);
    say(`${diskMarkdown(layerUses(problems, environments), sizes)}\n\n${await describe()}\n`);
  }
  const onEach = { published, now, bound };
  const progress = progressLine(problems.length, now);
  const builds = await buildInstances(site, problems, environments, onEach, async (build) => {
    say(progress(build));
    // With a bound it may be gone at the end.
    if (bound !== undefined && build.status === 'built') await measureLayers(engine, all, sizesPath);
  });
  const disk = published === undefined ? `\n${await describe()}` : '';
  return { builds, table: `${describeBuilds(builds)}${disk}` };
}

/** A line for each finished instance: how far it is, what came of this one, and how long the others may take. */
function progressLine(total: number, now: () => number): (build: InstanceBuild) => string {
  const startedAt = now();
  let done = 0;
  let worked = 0;
  return (build) => {
    done++;
    if (build.status !== 'there') worked++;
    const left = worked === 0 ? 0 : ((now() - startedAt) / worked) * (total - done);
    const eta = done === total ? '' : `, about ${minutes(left / 1000)} left`;
    const what = 'why' in build ? `${build.status}: ${build.why}` : build.status;
    return `${done}/${total} ${build.id} ${what} (${build.seconds.toFixed(0)} s${eta})`;
  };
}

const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

/** The table for the screen, in the order of ids, and a sentence that counts. */
export function describeBuilds(builds: readonly InstanceBuild[]): string {
  const rows = [...builds].sort((a, b) => (a.id < b.id ? -1 : 1)).map(rowOf);
  const header = ['instance', 'image', 'seconds', 'own MB', 'what stood in the way'];
  const counts = (['built', 'pulled', 'there', 'failed', 'image-missing', 'disk-too-small'] as const).flatMap(
    (status) => {
      const count = builds.filter((each) => each.status === status).length;
      return count === 0 ? [] : [`${count} ${status}`];
    },
  );
  return `${markdownTable({ header, rows, textColumns: [1, 4] })}\n\n${counts.join(', ')}`;
}

function rowOf(build: InstanceBuild): string[] {
  const seconds = build.seconds.toFixed(1);
  if ('image' in build) return [build.id, build.image, seconds, (build.ownBytes / 1e6).toFixed(1), ''];
  const log = build.status === 'failed' && build.logPath !== undefined ? ` (${build.logPath})` : '';
  return [build.id, '', seconds, '', `${build.status}: ${build.why}${log}`];
}
