import { chmod, mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../types/execution.ts';
import { removeScratch } from './remove-scratch.ts';
import { given, nextUidBase, PYTHON_FLAGS, startChild } from './runner/child.ts';
import type { RunnerConnection } from './runner/client.ts';
import { findPython } from './runner/python.ts';
import { createRunnerSandbox } from './runner/runner-sandbox.ts';
import { BOOTSTRAP, runnerProgram } from './runner/source.ts';

export interface SandboxOptions {
  /** The interpreter; default as `findPython`. */
  readonly python?: string;
  /** How many verdicts may be under way at a time. */
  readonly slots: number;
  /** In Docker: how many containers are started before a task asks for one; as many as `slots` when absent, none where tasks share theirs. */
  readonly warm?: number;
  /** PYTHONHASHSEED of every program; 0 when absent. */
  readonly hashSeed?: number;
}

/**
 * Runs programs as ordinary processes of this machine, with resource limits, a clean environment and a scratch folder each.
 * For programs that are known: what it does not protect is in its `description`. Throws `UsageError` without a usable Python.
 */
export async function createProcessSandbox(options: SandboxOptions): Promise<Sandbox> {
  const python = await findPython(options.python);
  return createRunnerSandbox({
    kind: 'process',
    ...runnersFor(options.slots),
    description: `processes with resource limits, a clean environment and a scratch folder each; not isolated: programs can ${
      process.getuid?.() === 0
        ? 'read what anyone on this machine may read and write what anyone may write'
        : 'read, change and remove all files of this user, this repository and the records of runs among them'
    }`,
    start: () => startProcessRunner(python.path, 1, options.hashSeed),
  });
}

/**
 * How so many verdicts at a time are run: each has a runner of its own, so that no program runs beside another that has its uid, its
 * sockets or its shared memory.
 */
export function runnersFor(slots: number): {
  readonly runners: number;
  readonly slots: number;
  readonly cores: number;
} {
  return { runners: slots, slots: 1, cores: availableParallelism() };
}

/** Starts a runner with `slots` verdicts under way at a time as a child of this process, with a scratch folder that goes when it goes. */
export async function startProcessRunner(python: string, slots: number, hashSeed?: number): Promise<RunnerConnection> {
  const scratch = await mkdtemp(join(tmpdir(), 'lucid-bench-'));
  if (process.getuid?.() === 0) await chmod(scratch, 0o1777); // every verdict makes its own folder in it, under its own uid
  const flags = [`--scratch=${scratch}`, `--slots=${slots}`, `--uid-base=${nextUidBase()}`];
  const command = [python, ...PYTHON_FLAGS, '-c', BOOTSTRAP, ...flags];
  return given(
    startChild(command, () => removeScratch(scratch), hashSeed),
    runnerProgram(),
  );
}
