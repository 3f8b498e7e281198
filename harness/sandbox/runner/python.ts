import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from '../../errors.ts';

const run = promisify(execFile);

/** A Python interpreter that can run the runner. */
export interface Interpreter {
  /** The real executable, not a shim that chooses one. */
  readonly path: string;
  readonly version: string;
  /** Folders it needs to see: its prefixes and its standard library. */
  readonly folders: readonly string[];
}

const OLDEST: readonly [number, number] = [3, 8];
const QUESTION =
  'import sys, os, json; print(json.dumps([os.path.realpath(sys.executable), sys.version_info[0], sys.version_info[1], ' +
  'sys.version.split()[0], sorted({sys.prefix, sys.base_prefix, sys.base_exec_prefix, os.path.dirname(os.__file__)})]))';

async function ask(command: string): Promise<Interpreter | string> {
  try {
    const { stdout } = await run(command, ['-I', '-S', '-B', '-c', QUESTION], { timeout: 20_000 });
    const [path, major, minor, version, folders] = JSON.parse(stdout) as [string, number, number, string, string[]];
    if (major !== OLDEST[0] || minor < OLDEST[1]) return `${command} is Python ${version}`;
    return { path, version, folders };
  } catch (error) {
    return isMissing(error) ? `no ${command}` : `${command} does not run`;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Finds Python 3.8 or later: the given command, else `LUCID_BENCH_PYTHON`, else `python3` or `python` on the PATH.
 * Asks it once for its real path, because version managers put a shim there. Throws `UsageError` saying what was found.
 */
export async function findPython(command = process.env.LUCID_BENCH_PYTHON): Promise<Interpreter> {
  const found: string[] = [];
  for (const name of command ? [command] : ['python3', 'python', '/usr/bin/python3']) {
    const answer = await ask(name);
    if (typeof answer !== 'string') return answer;
    found.push(answer);
  }
  throw new UsageError(
    `Python ${OLDEST.join('.')} or later is needed to run programs; found: ${found.join(', ')}. Install python3, or set LUCID_BENCH_PYTHON to its path.`,
  );
}
