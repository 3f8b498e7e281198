import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf, UsageError } from '../../errors.ts';
import { sha256 } from '../../storage/hash.ts';
import type { DockerEngine } from '../docker/engine.ts';
import { buildPythonImage, pythonImageName } from '../docker/python-image.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { BuildParts } from './install.ts';
import type { ToolSet } from './tool-set.ts';

const FOLDER = fileURLToPath(new URL('../../../docker/provers', import.meta.url));

/** Where Debian's packages have what jobs start. */
export const PROVER_PATHS = {
  mono: '/usr/bin/mono',
  dafny: '/usr/lib/dafny/Dafny.exe',
  why3: '/usr/bin/why3',
  cvc4: '/usr/bin/cvc4',
  z3: '/usr/bin/z3',
} as const;

/** Mono's machine configuration; under bubblewrap, where nothing in /etc can be read, it has another folder. */
const MONO_SETTINGS = '/etc/mono';
export const PROVER_FOLDER = '/opt/lucid-bench-provers';

/** Said wherever a prover is absent. */
const INSTALL_PROVERS = 'apt-get install dafny why3 cvc4 z3, or with Docker npm run build-images -- --provers';

/** Size and time of each tool on this machine: another one in its place has others. */
export const proverFilesHere = (): readonly (readonly [path: string, bytes: number, changedMs: number])[] =>
  Object.values(PROVER_PATHS).map((path) => {
    const { size, mtimeMs } = statSync(path);
    return [path, size, mtimeMs];
  });

/** The image with the provers: the Python image and Debian's packages, `lucid-bench/provers:<hash of both recipes>`. */
function proversImageName(): string {
  const recipes = [pythonImageName(), readFileSync(join(FOLDER, 'Dockerfile'), 'utf8')];
  return `lucid-bench/provers:${sha256(recipes.join('\0')).slice(0, 12)}`;
}

/** Dafny, Why3 and their solvers, as Debian installs them. */
export const PROVER_TOOLS: ToolSet = {
  imageName: proversImageName,
  install: INSTALL_PROVERS,
  locate() {
    const absent = Object.entries(PROVER_PATHS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
    if (absent.length > 0) return { missing: `${absent.join(', ')} not installed (${INSTALL_PROVERS})` };
    return { folders: existsSync(MONO_SETTINGS) ? { [`${PROVER_FOLDER}/mono`]: MONO_SETTINGS } : {} };
  },
  probe: { files: { 'probe.py': '' }, program: 'probe.py', limits: DEFAULT_LIMITS },
};

/** Sees to it that the daemon has the image with the provers; its build asks a Debian mirror. Throws `UsageError` saying why not. */
export async function buildProversImage(engine: DockerEngine, parts: BuildParts): Promise<string> {
  const { say, signal } = parts;
  const name = proversImageName();
  if ((await engine.image(name)) === undefined) {
    const base = await buildPythonImage(engine, parts);
    say(`building ${name}: one to five minutes`);
    const build = { files: [], buildArguments: { BASE: base.name }, labels: {}, signal };
    await engine.images.build(FOLDER, name, build, say).catch((error) => {
      signal.throwIfAborted();
      throw new UsageError(`${name} could not be built: ${messageOf(error)}`, {
        cause: error,
      });
    });
  }
  const image = await engine.image(name);
  if (image === undefined) throw new UsageError(`the Docker daemon said it had built ${name}, and does not have it`);
  return `${name}\n  id   ${image.id}`;
}
