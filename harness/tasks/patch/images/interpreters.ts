import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../../errors.ts';
import type { Environment } from '../../../storage/cache-folder.ts';

const run = promisify(execFile);

/** A Python with its standard library in one folder, as pyenv lays it out; it works at this path only. */
interface Interpreter {
  /** Absolute, without links. */
  readonly folder: string;
  /** Of three numbers. */
  readonly version: string;
}

/** Where interpreters are looked for: `--interpreters`, else pyenv's folder. */
export function interpretersFolder(given: string | undefined, environment: Environment): string {
  return given ?? join(environment.PYENV_ROOT || join(environment.HOME || homedir(), '.pyenv'), 'versions');
}

/** The newest release of a Python version (`3.9`) in the folder. Throws `UsageError` saying what to install. */
export function findInterpreter(folder: string, version: string): Interpreter {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const releases = names
    .filter((name) => name.startsWith(`${version}.`) && /^\d+\.\d+\.\d+$/.test(name))
    .filter((name) => existsSync(join(folder, name, 'bin', `python${version}`)))
    .sort((a, b) => patchOf(a) - patchOf(b));
  const newest = releases.at(-1);
  if (newest !== undefined) return { folder: realpathSync(join(folder, newest)), version: newest };
  throw new UsageError(
    `no Python ${version} in ${folder}: install one there (pyenv install ${version}), or name the folder that has it with --interpreters`,
  );
}

const patchOf = (release: string): number => Number(release.split('.')[2]);

/** Packages that the machine's own users installed, their commands and compiled files stay behind. */
const LEFT_BEHIND = ['*/site-packages/*', '*/__pycache__', '*/share/man', '*.a'];

/** Packs an interpreter so that it comes out at its own absolute path. */
export async function packInterpreter({ folder }: Interpreter, tarPath: string): Promise<void> {
  const inside = relative('/', folder);
  const commands = readdirSync(join(folder, 'bin')).filter((name) => !/^(?:python[\d.]*m?|pydoc[\d.]*)$/.test(name));
  const excluded = [...LEFT_BEHIND, ...commands.map((name) => `${inside}/bin/${name}`)];
  const flags = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const exclusions = excluded.map((pattern) => `--exclude=${pattern}`);
  await run('tar', ['-cf', tarPath, '-C', '/', ...flags, ...exclusions, inside], { maxBuffer: 1 << 24 });
}
