import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '../../errors.ts';
import { cacheFolder, type Environment } from '../../storage/cache-folder.ts';
import { sha256 } from '../../storage/hash.ts';
import type { DockerEngine } from '../docker/engine.ts';
import { buildPythonImage, type ImageParts, pythonImageName } from '../docker/python-image.ts';
import { findPython, type Interpreter } from '../runner/python.ts';

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL('../../../docker/tools', import.meta.url));
const REQUIREMENTS = join(FOLDER, 'requirements.txt');

/** Where the tools' packages lie in a sandbox. */
export const TOOLS_PATH = '/opt/lucid-bench-tools';

/** The Python of docker/Dockerfile and docker/make-base.sh. */
const IMAGE_PYTHON = '3.11';

/** The tools that checks are run by, with their exact versions: part of what a check's outcome depends on. */
export function toolVersions(): Readonly<Record<string, string>> {
  const pins = [...readFileSync(REQUIREMENTS, 'utf8').matchAll(/^([\w.-]+)==(\S+)/gm)];
  return Object.fromEntries(pins.map(([, name = '', version = '']) => [name, version]));
}

/** The image with the tools: the Python image and the pinned packages, `lucid-bench/tools:<hash of both recipes>`. */
export function toolsImageName(): string {
  const recipes = [
    pythonImageName(),
    readFileSync(join(FOLDER, 'Dockerfile'), 'utf8'),
    readFileSync(REQUIREMENTS, 'utf8'),
  ];
  return `lucid-bench/tools:${sha256(recipes.join('\0')).slice(0, 12)}`;
}

/** The folder of the user's cache with the packages for this version of Python (`3.11`), whether it is there or not. */
export function toolsFolder(version: string, environment: Environment): string {
  return join(installationFolder(version, environment), PACKAGES);
}

/** The packages' folder's name, in the cache and beside the Dockerfile that copies it. */
const PACKAGES = 'packages';

function installationFolder(version: string, environment: Environment): string {
  const key = sha256(readFileSync(REQUIREMENTS)).slice(0, 12);
  return join(cacheFolder('tools', environment), `${key}-python${version}-${process.platform}-${process.arch}`);
}

/** `3.11` of `3.11.7`. */
export const minorOf = ({ version }: Interpreter): string => version.split('.').slice(0, 2).join('.');

/**
 * Puts the pinned packages into the cache by the user's own pip (its index, certificates and cache), each checked against its sum; nothing
 * to do when they are there. Throws `UsageError` with pip's decisive line.
 */
async function installTools(version: string, environment: Environment, say: (line: string) => void): Promise<void> {
  const folder = installationFolder(version, environment);
  if (existsSync(folder)) return;
  const python = await findPython();
  say(`installing ${Object.entries(toolVersions()).length} packages for Python ${version} by pip`);
  await mkdir(cacheFolder('tools', environment), { recursive: true });
  const part = await mkdtemp(`${folder}.part-`);
  try {
    const target = join(part, PACKAGES);
    const isForeign = minorOf(python) !== version;
    const flags = [
      ...[
        '--target',
        target,
        '--no-deps',
        '--require-hashes',
        '--only-binary=:all:',
        '--disable-pip-version-check',
        '--quiet',
      ],
      ...(isForeign ? ['--no-compile', '--python-version', version, '--implementation', 'cp', ...platforms()] : []),
    ];
    const command = [python.path, '-m', 'pip', 'install', ...flags, '-r', REQUIREMENTS];
    // Other users must be able to read them: checks run under uids of their own.
    await run('/bin/sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], { maxBuffer: 64 << 20 }).catch((error) => {
      throw new UsageError(`pip could not install the tools for Python ${version}: ${lastLine(error)}`, {
        cause: error,
      });
    });
    await rename(part, folder).catch((error) => {
      if (!existsSync(folder)) throw error; // another process was quicker
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** For pip's `--platform`: every Linux with a C library as old as that of our images or older. */
function platforms(): string[] {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const minors = Array.from({ length: 36 - 5 + 1 }, (_, index) => 36 - index);
  return [...minors.map((minor) => `manylinux_2_${minor}_${machine}`), `manylinux2014_${machine}`].flatMap((tag) => [
    '--platform',
    tag,
  ]);
}

export interface BuildParts extends ImageParts {
  readonly signal: AbortSignal;
}

/** Sees to it that the daemon has the image with the tools, and with it the Python image. Throws `UsageError` saying why not. */
async function buildToolsImage(
  engine: DockerEngine,
  parts: BuildParts,
): Promise<{ readonly name: string; readonly id: string }> {
  const name = toolsImageName();
  if ((await engine.image(name)) === undefined) {
    const { environment, say, signal } = parts;
    const base = await buildPythonImage(engine, parts);
    await installTools(IMAGE_PYTHON, environment, say);
    const context = installationFolder(IMAGE_PYTHON, environment);
    await copyFile(join(FOLDER, 'Dockerfile'), join(context, 'Dockerfile'));
    say(`building ${name}`);
    const build = { files: [PACKAGES], buildArguments: { BASE: base.name }, labels: {}, signal };
    await engine.images.build(context, name, build, say);
  }
  const image = await engine.image(name);
  if (image === undefined) throw new UsageError(`the Docker daemon said it had built ${name}, and does not have it`);
  return { name, id: image.id };
}

/**
 * Puts the tools where each sandbox looks for them: a folder of the cache for this machine's Python, and the image where there is a daemon
 * (`engine`). Returns a line for each. Throws `UsageError` when one could not be made.
 */
export async function buildTools(engine: DockerEngine | undefined, parts: BuildParts): Promise<string[]> {
  const { environment, say } = parts;
  const version = minorOf(await findPython());
  await installTools(version, environment, say);
  const lines = [`tools for Python ${version}\n  folder ${toolsFolder(version, environment)}`];
  if (engine === undefined) return lines;
  const { name, id } = await buildToolsImage(engine, parts);
  return [...lines, `${name}\n  id   ${id}`];
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  return lines.findLast((line) => line.startsWith('ERROR')) ?? lines.at(-1) ?? 'no reason given';
}
