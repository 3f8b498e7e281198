import { lstat, readlink } from 'node:fs/promises';
import { SandboxLostError } from '../errors.ts';
import type { Sandbox } from '../types.ts';
import { locate, PYTHON_FLAGS, RUNNER_ENVIRONMENT, RUNNER_PATH, startChild, UID_BASE } from './child.ts';
import type { RunnerConnection } from './client.ts';
import type { SandboxOptions } from './process.ts';
import { findPython, type Interpreter } from './python.ts';
import { createRunnerSandbox } from './runner-sandbox.ts';

/** Scratch space of all verdicts under way, in bytes: it is memory. */
const TMP_BYTES = 256 << 20;

/**
 * Runs programs in one bubblewrap container: no network, read-only system, own process, ipc, host name and (for an ordinary user) user
 * namespaces, /tmp in memory, no capabilities. Throws `UsageError` without a usable Python; without a usable bwrap the
 * first `execute` throws `SandboxLostError` (`chooseSandbox` tries it first).
 */
export async function createBubblewrapSandbox(options: SandboxOptions): Promise<Sandbox> {
  const python = await findPython(options.python);
  const isRoot = process.getuid?.() === 0;
  return createRunnerSandbox({
    kind: 'bubblewrap',
    slots: options.slots,
    description: `bubblewrap: no network, read-only system, own process and ipc namespaces, /tmp in memory, no capabilities${
      isRoot ? ', a uid of its own for every verdict' : ', one uid for all verdicts behind a system call filter'
    }; shares the kernel`,
    start: () => startRunner(python, isRoot),
  });
}

async function startRunner(python: Interpreter, isRoot: boolean): Promise<RunnerConnection> {
  const bwrap = locate('bwrap');
  if (bwrap === 'bwrap') throw new SandboxLostError('there is no bwrap on the PATH');
  const command = [
    bwrap,
    ...(isRoot ? ROOT_FLAGS : ['--unshare-all', '--cap-drop', 'ALL']),
    ...['--die-with-parent', '--new-session', '--as-pid-1', '--clearenv'],
    ...Object.entries(RUNNER_ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(await fileSystem(python)),
    ...['--', python.path, ...PYTHON_FLAGS, '/runner.py', '--scratch=/tmp', '--private-tmp'],
    ...(isRoot ? [`--uid-base=${UID_BASE}`] : []),
  ];
  return startChild(command, async () => {});
}

/** Root needs no user namespace, and keeps what giving every verdict its own uid takes: changing uid, and ending that uid's processes. */
const ROOT_FLAGS: readonly string[] = [
  ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_KILL'],
];

async function fileSystem(python: Interpreter): Promise<string[]> {
  const links = await Promise.all(['/bin', '/sbin', '/lib', '/lib32', '/lib64'].map(linkOrBind));
  const outside = python.folders.filter((folder) => !folder.startsWith('/usr/'));
  return [
    ...['--ro-bind', '/usr', '/usr', ...links.flat()],
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
    ...outside.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(TMP_BYTES), '--tmpfs', '/tmp'],
    ...['--perms', '1777', '--size', String(TMP_BYTES / 4), '--tmpfs', '/dev/shm'],
    ...['--ro-bind', RUNNER_PATH, '/runner.py', '--remount-ro', '/', '--chdir', '/'],
  ];
}

/** Where /lib and its like are links into /usr they stay links; where they are folders they are bound. */
async function linkOrBind(path: string): Promise<string[]> {
  const status = await lstat(path).catch(() => undefined);
  if (!status) return [];
  return status.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}
