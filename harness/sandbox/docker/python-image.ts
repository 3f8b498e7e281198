import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { messageOf, UsageError } from '../../errors.ts';
import { cacheFolder, type Environment } from '../../storage/cache-folder.ts';
import { sha256 } from '../../storage/hash.ts';
import { locate } from '../runner/child.ts';
import type { DockerEngine } from './engine.ts';

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL('../../../docker', import.meta.url));
const BASE_SCRIPT = join(FOLDER, 'make-base.sh');

/** The image that Python programs run in: `lucid-bench/python:<hash of its recipes>`, so that a changed recipe is another image. */
export function pythonImageName(): string {
  const recipes = [join(FOLDER, 'Dockerfile'), BASE_SCRIPT].map((path) => readFileSync(path, 'utf8'));
  return `lucid-bench/python:${sha256(recipes.join('\0')).slice(0, 12)}`;
}

interface BuiltImage {
  readonly name: string;
  readonly id: string;
  /** What it was made from. */
  readonly base: string;
}

export interface ImageParts {
  /** Says where the cache folder is. */
  readonly environment: Environment;
  say(line: string): void;
}

/**
 * Sees to it that the daemon has our image: it is there already, or is built from docker/Dockerfile, or, where no registry
 * answers, from a Debian made on this machine. Throws `UsageError` saying why neither works.
 */
export async function buildPythonImage(engine: DockerEngine, parts: ImageParts): Promise<BuiltImage> {
  const { say } = parts;
  const name = pythonImageName();
  const there = await engine.image(name);
  if (there === undefined) {
    try {
      say(`building ${name} from docker/Dockerfile`);
      await engine.build(FOLDER, name, say);
    } catch (error) {
      say(`that did not work: ${messageOf(error).trim()}`);
      await buildWithoutRegistry(engine, name, messageOf(error).trim(), parts);
    }
  }
  const image = there ?? (await engine.image(name));
  if (image === undefined) throw new UsageError(`the Docker daemon said it had built ${name}, and does not have it`);
  return { name, id: image.id, base: image.labels[LABEL_BASE] ?? 'unknown' };
}

const LABEL_BASE = 'lucid-bench.base';

async function buildWithoutRegistry(engine: DockerEngine, name: string, why: string, parts: ImageParts): Promise<void> {
  const tarPath = await debootstrapBase('make-base.sh', why, parts);
  const digest = sha256(readFileSync(tarPath));
  await engine.importImage(tarPath, name, [
    `LABEL ${LABEL_BASE}="debootstrap sha256:${digest}"`,
    'CMD ["python3"]',
    'WORKDIR /',
  ]);
}

/**
 * A Debian made on this machine by a script of docker/ as a tar file: that of an earlier time, or a new one. Throws `UsageError` saying
 * what is missing; `why` is the reason it is needed at all.
 */
export async function debootstrapBase(script: string, why: string, { environment, say }: ImageParts): Promise<string> {
  const recipe = join(FOLDER, script);
  const folder = cacheFolder('images', environment);
  const tarPath = join(folder, `debian-${sha256(readFileSync(recipe)).slice(0, 12)}.tar`);
  if (existsSync(tarPath)) {
    say(`using the Debian made earlier: ${tarPath}`);
  } else {
    const missing = [
      ...(process.getuid?.() === 0 ? [] : ['root']),
      ...(locate('debootstrap') === 'debootstrap' ? ['debootstrap (apt-get install debootstrap)'] : []),
    ];
    if (missing.length > 0) {
      throw new UsageError(
        `the image could not be built from its registry (${why}); making it here needs ${missing.join(' and ')}`,
      );
    }
    say('making a small Debian by debootstrap: one to three minutes');
    await mkdir(folder, { recursive: true });
    await run('/bin/sh', [recipe, tarPath], { maxBuffer: 64 << 20 }).catch((error) => {
      throw new UsageError(`docker/${script} failed: ${messageOf(error).trim().slice(-500)}`, { cause: error });
    });
  }
  return tarPath;
}
