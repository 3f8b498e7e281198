import type { createCommand } from '../../../command-line.ts';
import * as flags from '../../../command-line.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { createImageBound, type ImageBound } from '../../../sandbox/docker/image-bound.ts';
import { cacheFolder, type Environment } from '../../../storage/cache-folder.ts';
import { cloneMirror } from '../repository/clone-mirror.ts';
import { openMirror } from '../repository/mirror.ts';
import type { BuildSite } from './build-layer.ts';
import { interpretersFolder } from './interpreters.ts';
import { layerSizesPath } from './layer-sizes.ts';
import type { PullOptions } from './pull-published.ts';
import { registrySettings } from './registry-settings.ts';

/** Where images come from, and how much disk they may take. */
export interface SiteFlags {
  readonly interpreters?: string;
  readonly mirrors?: string;
  readonly published?: boolean;
  readonly registry?: string;
  readonly diskGb?: number;
}

/** Adds the flags of every command that makes images of instances; `scope` is put in front of their descriptions. */
export function addSiteFlags(command: ReturnType<typeof createCommand>, scope = ''): void {
  const missing = scope === '' ? '' : `${scope}with --disk-gb: `;
  command
    .option(
      '--interpreters <folder>',
      `${missing}one folder a Python version, as pyenv has them (default: pyenv’s own)`,
    )
    .option(
      '--mirrors <folder>',
      `${missing}existing copies of the repositories; else they are cloned into the cache folder`,
    )
    .option('--published', `${missing}pull the published images instead of building`)
    .option('--registry <host>', `${missing}with --published: a copy of Docker’s own registry`)
    .option(
      '--disk-gb <n>',
      scope === ''
        ? 'the most that images of instances may take together; those used longest ago are removed'
        : `${scope}make images that are missing, and hold all within so many GB; those used longest ago are removed`,
      flags.positiveNumber,
    );
}

interface SiteParts {
  readonly engine: DockerEngine;
  readonly environment: Environment;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  say(line: string): void;
  readonly signal: AbortSignal;
}

/** What a command's flags say of making images. */
export function openBuildSite(
  datasetId: string,
  options: SiteFlags,
  { engine, environment, now, say, signal }: SiteParts,
): {
  readonly site: BuildSite;
  readonly published: PullOptions | undefined;
  /** `undefined` without `--disk-gb`. */
  readonly bound: ImageBound | undefined;
} {
  const cache = cacheFolder(datasetId, environment);
  const { mirrors, diskGb } = options;
  const site: BuildSite = {
    engine,
    environment,
    settings: registrySettings(environment),
    interpreters: interpretersFolder(options.interpreters, environment),
    logs: `${cache}/build-logs`,
    sizesPath: layerSizesPath(datasetId, environment),
    say,
    signal,
    mirrorOf: async (repository) =>
      mirrors === undefined
        ? cloneMirror(`${cache}/mirrors`, repository, { environment, now, say, signal })
        : openMirror(mirrors, repository),
  };
  const bound =
    diskGb === undefined ? undefined : createImageBound({ store: engine.images, mostBytes: diskGb * 1e9, say });
  return { site, published: options.published === true ? { registry: options.registry } : undefined, bound };
}
