import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../errors.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { debootstrapBase } from '../../../sandbox/docker/python-image.ts';
import type { Environment } from '../../../storage/cache-folder.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { decisiveLine } from '../logs/decisive-line.ts';
import { packCheckout, packDifference } from '../repository/checkout.ts';
import type { Mirror } from '../repository/mirror.ts';
import { LABEL_IMAGE, type Layer } from './image-layers.ts';
import { findInterpreter, packInterpreter } from './interpreters.ts';
import { TESTBED, TESTER } from './layer-scripts.ts';
import type { RegistrySettings } from './registry-settings.ts';
import { readRequirements } from './requirement-files.ts';

/** What builds have in common. */
export interface BuildSite {
  readonly engine: DockerEngine;
  readonly environment: Environment;
  readonly settings: RegistrySettings;
  /** One folder a Python version. */
  readonly interpreters: string;
  /** For the logs of builds. */
  readonly logs: string;
  /** Where the sizes of layers are remembered. */
  readonly sizesPath: string;
  mirrorOf(repository: string): Promise<Mirror>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A layer could not be built. `message` is the log's decisive line, or says what its recipe adds and is not here. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  readonly layer: Layer;
  readonly logPath: string;
  constructor(layer: Layer, line: string, logPath: string, cause: unknown) {
    super(line, { cause });
    this.layer = layer;
    this.logPath = logPath;
  }
}

/** Where the log of a layer's last build lies. */
export const logPathOf = (logs: string, { name }: Layer): string =>
  join(logs, `${name.replace(/^.*swebench-/, '').replace(':', '-')}.log`);

/**
 * Builds one layer upon the ones before it; one that is there already is left alone. Throws `BuildError`, also where what its recipe adds
 * is not here.
 */
export async function buildLayer(
  site: BuildSite,
  layer: Layer,
  problem: PatchProblem,
  environment: EnvironmentSpecification,
): Promise<'built' | 'there'> {
  if ((await site.engine.image(layer.name)) !== undefined) return 'there';
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-build-'));
  try {
    const parts = join(folder, 'lucid-build');
    await mkdir(parts);
    await writeFile(join(folder, 'Dockerfile'), layer.dockerfile);
    await writeFile(join(parts, 'build.sh'), layer.script);
    await writeFile(join(parts, 'ca.pem'), site.settings.certificates ?? '');
    const labels = await gatherParts(site, layer, problem, environment, folder).catch(async (error: unknown) => {
      site.signal.throwIfAborted();
      const logPath = logPathOf(site.logs, layer);
      await writeLog(logPath, [messageOf(error)]);
      throw new BuildError(layer, messageOf(error), logPath, error);
    });
    if (layer.kind === 'base') await buildBase(site, layer, folder);
    else await runBuild(site, layer, folder, labels, {});
    return 'built';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes what the layer's recipe adds into the context folder; returns labels that say what it was. */
async function gatherParts(
  site: BuildSite,
  { kind, checkout }: Layer,
  { task, environmentCommit, version }: PatchProblem,
  environment: EnvironmentSpecification,
  folder: string,
): Promise<Record<string, string>> {
  const { python, requirementFiles = [] } = environment;
  if (kind === 'interpreter') {
    const interpreter = findInterpreter(site.interpreters, python);
    await packInterpreter(interpreter, join(folder, 'interpreter.tar'));
    await writeFile(join(folder, 'lucid-build', 'interpreter'), `${interpreter.folder}\n`);
    return { 'lucid-bench.python': interpreter.version };
  }
  if (kind === 'environment' && requirementFiles.length > 0) {
    const text = await readRequirements(await site.mirrorOf(task.repository), environmentCommit, requirementFiles);
    await writeFile(join(folder, 'lucid-build', 'requirements.txt'), text);
  }
  if (checkout === undefined) return {};
  const mirror = await site.mirrorOf(task.repository);
  const tarPath = join(folder, 'testbed.tar');
  const options = { otherTag: `${version}.0`, tester: TESTER };
  const name = TESTBED.slice(1);
  const { commit, below } = checkout;
  if (below === undefined) {
    return { 'lucid-bench.tag': await packCheckout(mirror, commit, name, tarPath, options, site.environment) };
  }
  const tag = await packDifference(mirror, { below, commit }, name, tarPath, options, site.environment);
  await writeFile(join(folder, 'lucid-build', 'tag'), `${tag}\n`);
  return { 'lucid-bench.tag': tag };
}

/** From its registry; where that does not answer, upon a Debian made here. */
async function buildBase(site: BuildSite, layer: Layer, folder: string): Promise<void> {
  try {
    await runBuild(site, layer, folder, {}, {});
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    site.say(`its Debian could not be pulled: ${why}`);
    const name = `lucid-bench/swebench-debian:${layer.name.slice(-16)}`;
    if ((await site.engine.image(name)) === undefined) {
      const tarPath = await debootstrapBase('make-debian.sh', why, site);
      await site.engine.importImage(tarPath, name, [`LABEL ${LABEL_IMAGE}="debian"`, 'CMD ["/bin/bash"]']);
    }
    await runBuild(site, layer, folder, { 'lucid-bench.base': 'debootstrap' }, { DEBIAN: name });
  }
}

async function runBuild(
  site: BuildSite,
  layer: Layer,
  folder: string,
  labels: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const log: string[] = [];
  const tar = ['interpreter.tar', 'testbed.tar'].filter((name) => existsSync(join(folder, name)));
  const buildArguments = { ...site.settings.buildArguments, ...more };
  const files = ['lucid-build', ...tar];
  const logPath = logPathOf(site.logs, layer);
  try {
    const options = { files, buildArguments, labels, signal: site.signal };
    await site.engine.images.build(folder, layer.name, options, (line) => log.push(line));
    await writeLog(logPath, log);
  } catch (error) {
    // A build that was stopped has not failed: it leaves no log that could be read so.
    site.signal.throwIfAborted();
    log.push(messageOf(error));
    await writeLog(logPath, log);
    throw new BuildError(layer, decisiveLine(log), logPath, error);
  }
}

async function writeLog(path: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${lines.join('\n')}\n`);
}
