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

/** Where a Dafny of the user's own is in a job, whatever its folder is called outside. */
const OWN_DAFNY_FOLDER = '/opt/lucid-bench-dafny';
export const OWN_DAFNY = `${OWN_DAFNY_FOLDER}/dafny`;

/** Where a Verus of the user's own is in a job, and the Rust toolchain it needs. */
export const VERUS_FOLDERS = {
  verus: '/opt/lucid-bench-verus',
  /** `RUSTUP_HOME`: the toolchains. */
  rustup: '/opt/lucid-bench-rustup',
  /** Where `rustup` itself is. */
  cargo: '/opt/lucid-bench-cargo',
} as const;
export const OWN_VERUS = `${VERUS_FOLDERS.verus}/verus`;

/** Folders of this machine with provers of the user's own, in place of Debian's or beside them. */
export interface OwnProvers {
  readonly dafny?: string | undefined;
  readonly verus?: { readonly folder: string; readonly rust: RustFolders } | undefined;
}

/** What of Rust a Verus is started with, where it is there. */
export interface RustFolders {
  readonly rustup?: string;
  readonly cargo?: string;
}

/** Said wherever a prover is absent. */
const INSTALL_PROVERS = 'apt-get install dafny why3 cvc4 z3, or with Docker npm run build-images -- --provers';

/** Size and time of each tool on this machine: another one in its place has others. */
export const proverFilesHere = (): readonly (readonly [path: string, bytes: number, changedMs: number])[] =>
  Object.values(PROVER_PATHS).flatMap((path) => {
    if (!existsSync(path)) return [];
    const { size, mtimeMs } = statSync(path);
    return [[path, size, mtimeMs] as const];
  });

/** The image with the provers: the Python image and Debian's packages, `lucid-bench/provers:<hash of both recipes>`. */
function proversImageName(): string {
  const recipes = [pythonImageName(), readFileSync(join(FOLDER, 'Dockerfile'), 'utf8')];
  return `lucid-bench/provers:${sha256(recipes.join('\0')).slice(0, 12)}`;
}

/**
 * Dafny, Why3 and their solvers, as Debian installs them; the user's own Dafny stands in place of Debian's. With a Verus none of them is needed: one that
 * a task asks for and that is not there is found by its conformance set.
 */
export function proverTools({ dafny, verus }: OwnProvers = {}): ToolSet {
  const names = ['mono', 'dafny', 'why3', 'cvc4', 'z3'] as const;
  const isOwn = (name: (typeof names)[number]): boolean => dafny !== undefined && (name === 'mono' || name === 'dafny');
  const needed = verus === undefined ? names.filter((name) => !isOwn(name)) : [];
  return {
    imageName: proversImageName,
    install: INSTALL_PROVERS,
    locate() {
      const lacking = needed.flatMap((name) => whyUnusable(PROVER_PATHS[name], name === 'dafny') ?? []);
      if (lacking.length > 0) return { missing: `${lacking.join(', ')} (${INSTALL_PROVERS})` };
      const settings = existsSync(MONO_SETTINGS) ? { [`${PROVER_FOLDER}/mono`]: MONO_SETTINGS } : {};
      const own = dafny === undefined ? {} : { [OWN_DAFNY_FOLDER]: dafny };
      return { folders: { ...settings, ...own, ...(verus === undefined ? {} : verusFolders(verus)) } };
    },
    probe: { files: { 'probe.py': '' }, program: 'probe.py', limits: DEFAULT_LIMITS },
  };
}

const verusFolders = ({ folder, rust }: NonNullable<OwnProvers['verus']>): Readonly<Record<string, string>> => ({
  [VERUS_FOLDERS.verus]: folder,
  ...(rust.rustup === undefined ? {} : { [VERUS_FOLDERS.rustup]: rust.rustup }),
  ...(rust.cargo === undefined ? {} : { [VERUS_FOLDERS.cargo]: rust.cargo }),
});

/** Mono reads its programs: they need no right to be executed. */
export function whyUnusable(path: string, isForMono = false): string | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return `${path} is not there`;
  if (!status.isFile()) return `${path} is no file`;
  return isForMono || (status.mode & 0o111) !== 0 ? undefined : `${path} is not executable`;
}

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
