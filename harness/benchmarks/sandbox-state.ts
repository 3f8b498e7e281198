import { SandboxLostError } from '../errors.ts';
import { DEFAULT_LIMITS } from '../sandbox/limits.ts';
import { suiteOfDataset } from '../sandbox/trusted-suite.ts';
import { z } from '../storage/schema.ts';
import type { Sandbox } from '../types/execution.ts';

/** What a program finds where it runs, by kind: processes, IPC objects, files, sockets, keys, and what it was given itself. */
export type SandboxState = Readonly<Record<string, readonly string[]>>;

const stateSchema = z.record(z.string(), z.array(z.string()));

/**
 * Asks a program what it finds. Two programs one after the other must find the same, whatever the first one did. Names of its own (its uid,
 * its scratch folder, its process id) are left out. Throws `SandboxLostError`.
 */
export async function readState(sandbox: Sandbox, taskId: string): Promise<SandboxState> {
  const { kept, failures } = await sandbox.execute({
    taskId,
    prelude: '',
    code: PROBE,
    entryPoint: 'state',
    suite: suiteOfDataset('found = state()\nassert found\nkeep(found)\n'),
    limits: DEFAULT_LIMITS,
  });
  if (kept === undefined) throw new SandboxLostError(`the state could not be read: ${failures[0]?.message}`);
  const [text] = z.array(z.string()).parse(JSON.parse(kept));
  return stateSchema.parse(JSON.parse(text ?? ''));
}

/** What the second state has and the first had not, and the other way round; a line each. */
export function differences(before: SandboxState, after: SandboxState): string[] {
  return Object.keys({ ...before, ...after }).flatMap((kind) => [
    ...without(after[kind] ?? [], before[kind] ?? []).map((line) => `${kind}: ${line}`),
    ...without(before[kind] ?? [], after[kind] ?? []).map((line) => `${kind} no more: ${line}`),
  ]);
}

/** As often as it stands in one list more than in the other. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

const PROBE = `
import ctypes, gc, json, locale, os, resource, signal, sys, time
def read(path):
    try:
        with open(path, encoding='latin-1') as file:
            return file.read()
    except OSError:
        return ''
def parent_of(pid):
    return int((read(f'/proc/{pid}/stat').rpartition(')')[2].split() or '00')[1])
def is_ours(pid, runner):
    while pid not in (0, 1, runner):  # process numbers begin again at some point: a child's may be the smaller one
        pid = parent_of(pid)
    return pid == runner
def processes():
    runner = parent_of(os.getppid()) or 1
    return sorted(read(f'/proc/{pid}/comm').strip() for pid in map(int, filter(str.isdigit, os.listdir('/proc'))) if is_ours(pid, runner))
def ipc():
    own = lambda uid: uid == os.getuid() or uid >= 1_000_000_000
    for kind, owner in ('shm', 7), ('sem', 4), ('msg', 7):
        for line in read(f'/proc/sysvipc/{kind}').splitlines()[1:]:
            words = line.split()
            if own(int(words[owner])):
                yield f'{kind} {words[0]} {words[2]}'
    libc = ctypes.CDLL(None)
    for name in 'left', 'held':
        if libc.mq_open(f'/{name}'.encode(), os.O_RDONLY) >= 0:
            yield f'queue {name}'
def files():
    own = os.path.realpath('.')
    top = os.path.dirname(own)
    for folder in {top, '/tmp', '/dev/shm', '/dev/mqueue'} if top == '/tmp' else {top}:
        for path, folders, names in os.walk(folder):
            for name in sorted(folders + names):
                if not os.path.join(path, name).startswith(own) and not own.startswith(os.path.join(path, name)):
                    yield f'{path}/{name}'.replace(top, '…')
def sockets():
    return sorted(line.split()[-1] for line in read('/proc/net/unix').splitlines() if '@left' in line or '@held' in line)
def keys():
    return sorted(line.split(None, 8)[-1] for line in read('/proc/keys').splitlines() if 'left' in line or 'held' in line)
def status(*names):
    lines = dict(line.split(':', 1) for line in read('/proc/self/status').splitlines())
    return [f'{name} {lines.get(name, "").strip()}' for name in names]
def given():
    mask = os.umask(0)
    os.umask(mask)
    libc = ctypes.CDLL(None)
    for name in 'oom_score_adj', 'coredump_filter', 'timerslack_ns', 'personality':
        yield f'{name} {read(f"/proc/self/{name}").strip()}'
    yield from status('SigIgn', 'SigBlk', 'SigCgt', 'NoNewPrivs', 'Seccomp', 'CapEff', 'THP_enabled', 'Threads', 'Cpus_allowed_list', 'Mems_allowed_list')
    yield f'umask {mask:o}, nice {os.getpriority(os.PRIO_PROCESS, 0)}, policy {os.sched_getscheduler(0)}, io {libc.syscall(252 if os.uname().machine == "x86_64" else 31, 1, 0)}'
    yield f'locale {locale.setlocale(locale.LC_ALL)}, zone {time.tzname}, host {os.uname().nodename}, recursion {sys.getrecursionlimit()}'
    yield f'descriptors {len(os.listdir("/proc/self/fd"))}, collector {gc.get_threshold()} {gc.isenabled()}'
    for name in sorted(os.environ):
        if name not in ('HOME', 'TMPDIR'):
            yield f'{name}={os.environ[name]}'
    for name in sorted(n for n in dir(resource) if n.startswith('RLIMIT_')):
        yield f'{name} {resource.getrlimit(getattr(resource, name))}'
def mounts():
    if parent_of(os.getppid()) > 1:
        return []  # no container: those of the machine come and go
    return sorted(' '.join(line.split()[4:6]) for line in read('/proc/self/mountinfo').splitlines())
def state():
    found = dict(processes=processes(), ipc=list(ipc()), files=sorted(files()), sockets=sockets(), keys=keys(), given=list(given()), mounts=mounts())
    return json.dumps(found)
`;
