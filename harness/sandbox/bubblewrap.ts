import { lstat, readlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SandboxLostError } from '../errors.ts';
import type { Sandbox } from '../types/execution.ts';
import { runnersFor, type SandboxOptions } from './process.ts';
import { given, locate, nextUidBase, PYTHON_FLAGS, runnerEnvironment, startChild } from './runner/child.ts';
import type { RunnerConnection } from './runner/client.ts';
import { findPython, type Interpreter } from './runner/python.ts';
import { createRunnerSandbox } from './runner/runner-sandbox.ts';
import { BOOTSTRAP, runnerProgram } from './runner/source.ts';

/** Scratch space of all verdicts under way, in bytes: it is memory. */
const TMP_BYTES = 256 << 20;

/**
 * Runs programs in bubblewrap, in a container for each slot: no network, read-only system, own process, ipc, host name and (for an ordinary
 * user) user namespaces, /tmp in memory, no capabilities. Throws `UsageError` without a usable Python; without a usable bwrap the first
 * `execute` throws `SandboxLostError` (`chooseSandbox` tries it first).
 */
export async function createBubblewrapSandbox(options: SandboxOptions): Promise<Sandbox> {
  const python = await findPython(options.python);
  const isRoot = process.getuid?.() === 0;
  return createRunnerSandbox({
    kind: 'bubblewrap',
    ...runnersFor(options.slots),
    description: `bubblewrap: no network, read-only system, own process and ipc namespaces, /tmp in memory, no capabilities, one verdict at a time in each${
      isRoot ? ', under a uid of its own' : ''
    }, behind a system call filter; shares the kernel`,
    start: async () =>
      given(
        await startInBubblewrap(python, {
          arguments: ['-c', BOOTSTRAP, '--slots=1'],
          readable: {},
          uidBase: nextUidBase(),
          ...(options.hashSeed === undefined ? {} : { hashSeed: options.hashSeed }),
          executesPython: true, // it does not, but its candidates' own library is nearer by a path than by a descriptor
        }),
        runnerProgram(),
      ),
  });
}

/** A Python program in a bubblewrap container. */
interface JailedProgram {
  /** What follows the interpreter and its flags, before the runner's flags that say where it is. */
  readonly arguments: readonly string[];
  /** What of this machine it may read: where it finds it, and where it is. */
  readonly readable: Readonly<Record<string, string>>;
  /** The first uid that it may give away, where this process is root's. */
  readonly uidBase: number;
  /** It starts the interpreter anew under those uids, and not only forks: the folders on the way to it must be open to them. */
  readonly executesPython: boolean;
  readonly hashSeed?: number;
}

/** Starts a program in a bubblewrap container of its own. Throws `SandboxLostError` where there is no bwrap. */
export async function startInBubblewrap(python: Interpreter, program: JailedProgram): Promise<RunnerConnection> {
  const isRoot = process.getuid?.() === 0;
  const command = [
    locateBubblewrap(),
    ...(isRoot ? ROOT_FLAGS : ['--unshare-all', '--cap-drop', 'ALL']),
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--clearenv'],
    ...Object.entries(runnerEnvironment(program.hashSeed)).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(await fileSystem(python, program)),
    ...['--', python.path, ...PYTHON_FLAGS, ...program.arguments, '--scratch=/tmp', '--private-tmp'],
    ...(isRoot ? [`--uid-base=${program.uidBase}`] : []),
  ];
  return startChild(command, async () => {}, program.hashSeed);
}

/** The path of bwrap. Throws `SandboxLostError` where it is not installed. */
export function locateBubblewrap(): string {
  const found = locate('bwrap');
  if (found === 'bwrap') throw new SandboxLostError('there is no bwrap on the PATH');
  return found;
}

/** Root needs no user namespace, and keeps what giving every verdict its own uid takes: changing uid, and ending that uid's processes. */
const ROOT_FLAGS: readonly string[] = [
  ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_KILL'],
];

async function fileSystem(python: Interpreter, { readable, executesPython }: JailedProgram): Promise<string[]> {
  const links = await Promise.all(['/bin', '/sbin', '/lib', '/lib32', '/lib64'].map(linkOrBind));
  const outside = python.folders.filter((folder) => !folder.startsWith('/usr/'));
  return [
    ...['--ro-bind', '/usr', '/usr', ...links.flat()],
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
    ...(executesPython ? [...outside, ...Object.keys(readable)].flatMap(parentsOf) : []).flatMap((folder) => [
      '--perms',
      '0755',
      '--dir',
      folder,
    ]),
    ...outside.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(TMP_BYTES), '--tmpfs', '/tmp'],
    ...['--perms', '1777', '--size', String(TMP_BYTES / 4), '--tmpfs', '/dev/shm'],
    ...Object.entries(readable).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/'], // an ordinary user owns both in here
  ];
}

/** The folders above one, the outermost first, without the root. */
function parentsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder || parent === '/' ? [] : [...parentsOf(parent), parent];
}

/** Where /lib and its like are links into /usr they stay links; where they are folders they are bound. */
async function linkOrBind(path: string): Promise<string[]> {
  const status = await lstat(path).catch(() => undefined);
  if (!status) return [];
  return status.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}
