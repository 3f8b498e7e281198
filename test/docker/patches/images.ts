import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { buildPythonImage } from '../../../harness/sandbox/docker/python-image.ts';
import { sha256 } from '../../../harness/storage/hash.ts';
import { instanceLayer, layersOf } from '../../../harness/tasks/patch/images/image-layers.ts';
import { docker } from '../daemon.ts';
import { checkOut, problemOf, REPOSITORIES, type SmallRepository, write } from './repositories.ts';

const TOOLS = 'git patch python3-pytest';

/** Git, patch and pytest on top of our own image: kept from run to run. */
async function buildBase(): Promise<string> {
  const { name } = await buildPythonImage(connectDocker(), { environment: process.env, say: () => {} });
  const lines = [
    `FROM ${name}`,
    `RUN apt-get -qq update && apt-get -qq install -y --no-install-recommends ${TOOLS} && rm -rf /var/lib/apt/lists/*`,
    'RUN mkdir /opt/lucid-bench && echo "export CALC_ACTIVE=1" > /opt/lucid-bench/activate',
  ];
  const recipe = `${lines.join('\n')}\n`;
  const tag = `lucid-bench/test-repositories:${sha256(recipe).slice(0, 12)}`;
  build(tag, { Dockerfile: recipe });
  return tag;
}

/** Brings an interpreter as a published image does; `pytest` is the system's. */
const CONDA = 'conda() { :; }\npytest() { python3 -m pytest "$@"; }\n';

/** An image in the shape of a published one: the repository in /testbed, what brings the interpreter where they have it. */
export async function buildPublishedImage(repository: SmallRepository, tag: string): Promise<void> {
  const recipe = `FROM ${await buildBase()}\nCOPY activate /opt/miniconda3/bin/activate\nCOPY testbed /testbed\n`;
  build(tag, { Dockerfile: recipe, activate: CONDA }, repository);
}

function build(tag: string, files: Readonly<Record<string, string>>, repository?: SmallRepository): void {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  try {
    write(folder, files);
    if (repository !== undefined) checkOut(repository, join(folder, 'testbed'));
    docker('build', '-q', '-t', tag, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const imageName = (repository: SmallRepository): string =>
  instanceLayer(layersOf(problemOf(repository), repository.environment)).name;

/** An image of each repository under the name an instance's image has. Throws where Debian's packages cannot be had. */
export async function buildRepositoryImages(repositories: readonly SmallRepository[] = REPOSITORIES): Promise<void> {
  const base = await buildBase();
  for (const repository of repositories) {
    if (docker('images', '-q', imageName(repository)).length > 0) continue; // its name tells its commit
    build(imageName(repository), { Dockerfile: `FROM ${base}\nCOPY testbed /testbed\n` }, repository);
  }
}

/** Whether patches can be evaluated here; says loudly what is not tested when they cannot. */
export async function hasRepositoryImages(what: string, repositories = REPOSITORIES): Promise<boolean> {
  try {
    docker('version');
    await buildRepositoryImages(repositories);
    return true;
  } catch (error) {
    console.warn(`NOT TESTED: ${what} (${error instanceof Error ? error.message : error})`);
    return false;
  }
}
