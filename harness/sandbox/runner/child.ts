import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunnerConnection } from './client.ts';

/** Uids a runner hands out to its verdicts, one after the other: half to candidates, half to checkers. */
export const UIDS = 50_001;

/** No user site, no site packages, no bytecode files. Not -I: it would ignore PYTHONHASHSEED, and verdicts must not depend on it. */
export const PYTHON_FLAGS: readonly string[] = ['-s', '-S', '-B'];

/**
 * All a runner sees of an environment. One malloc arena per thread would eat the address space that a verdict may have; functions of
 * shared libraries are looked up once and not in every candidate (candidates have no LD_BIND_NOW).
 */
const RUNNER_ENVIRONMENT: Readonly<Record<string, string>> = {
  PYTHONHASHSEED: '0',
  PYTHONUTF8: '1',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  MALLOC_ARENA_MAX: '2',
  LD_BIND_NOW: '1',
};

/** The same with another order of sets: for certificates, which must not rest on one. */
export const runnerEnvironment = (hashSeed = 0): Readonly<Record<string, string>> => ({
  ...RUNNER_ENVIRONMENT,
  PYTHONHASHSEED: String(hashSeed),
});

/** Uids from here on are given to verdicts where the runner may change its uid: a range no distribution hands out. */
const UID_BASE = 1_900_000_000;
/** How many such ranges there are; those of `tools/sandbox.ts` begin after them. */
const RANGES = 990;
let started = 0;

/**
 * The first uid of a runner's verdicts. All of a uid's processes are ended after its verdict, so no two runners of this machine may share
 * one.
 */
export const nextUidBase = (): number => UID_BASE + ((process.pid * 521 + started++) % RANGES) * UIDS;

/** The path of a program on this process's PATH (the runner is given another one); its bare name when it is not there. */
export function locate(program: string): string {
  const found = (process.env.PATH ?? '').split(delimiter).find((folder) => isExecutable(join(folder, program)));
  return found === undefined ? program : join(found, program);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How long a runner has to end by itself, once its input is closed. */
const STOP_MS = 3_000;

/** Starts a runner as a child process in a session of its own: Ctrl-C reaches the bench, which then ends the runner in order. */
export function startChild(
  command: readonly string[],
  whenGone: () => Promise<void>,
  hashSeed?: number,
): RunnerConnection {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    env: runnerEnvironment(hashSeed),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let words = '';
  let ending = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-1_000);
  });
  const gone = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      ending = error.message;
      resolve();
    });
    child.on('exit', (code, signal) => {
      ending = `exit ${code ?? signal}`;
      resolve();
    });
  }).then(whenGone);
  child.on('error', () => child.stdout.destroy());

  return {
    input: child.stdin,
    output: child.stdout,
    lastWords: () => [ending, words.trim()].filter(Boolean).join(': '),
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}

/** The connection with its program sent, which `BOOTSTRAP` waits for. */
export function given(connection: RunnerConnection, program: Buffer): RunnerConnection {
  connection.input.write(program);
  return connection;
}
