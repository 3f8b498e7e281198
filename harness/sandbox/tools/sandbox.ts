import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLimiter } from '../../concurrency.ts';
import { SandboxLostError } from '../../errors.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { Sandbox } from '../../types/execution.ts';
import { locateBubblewrap, startInBubblewrap } from '../bubblewrap.ts';
import { connectDocker } from '../docker/engine.ts';
import { ownerLabels } from '../docker/owner.ts';
import { containerSpec, uidBase } from '../docker/spec.ts';
import { removeScratch } from '../remove-scratch.ts';
import { given, PYTHON_FLAGS, startChild } from '../runner/child.ts';
import type { RunnerConnection } from '../runner/client.ts';
import { findPython } from '../runner/python.ts';
import { BOOTSTRAP } from '../runner/source.ts';
import { TOOLS_PATH } from './install.ts';
import { runToolJob, type ToolJob, type ToolRun, toolHostProgram } from './job.ts';
import { CHECK_TOOLS, type ToolSet, type ToolsMissing } from './tool-set.ts';

/** Runs whole programs beside untrusted code, each in a sandbox of its own that is gone afterwards. */
export interface ToolSandbox {
  readonly kind: Sandbox['kind'];
  /** sha256 of the image with the tools, where there is one. */
  readonly imageDigest?: string;
  /** What the program and the code beside it do is a value; a sandbox that is lost twice throws `SandboxLostError`. */
  run(job: ToolJob): Promise<ToolRun>;
  close(): Promise<void>;
}

interface ToolSandboxOptions {
  /** How many jobs may be under way at a time. */
  readonly slots: number;
  readonly environment: Environment;
  /** The interpreter outside Docker; default as `findPython`. */
  readonly python?: string;
  /** What its jobs run; the tools for checks of claims when absent. */
  readonly tools?: ToolSet;
}

/** How a backend starts a tool host; it waits for its source, and then for one job. */
interface Backend {
  readonly path: readonly string[];
  readonly imageDigest?: string;
  start(source: Buffer): Promise<RunnerConnection>;
}

/**
 * The sandbox of this kind for tools, with the restrictions that verdicts have there; or why its tools are absent. Throws
 * `SandboxLostError` where no daemon answers or no bwrap is installed, `UsageError` without a usable Python.
 */
export async function openToolSandbox(
  kind: Sandbox['kind'],
  options: ToolSandboxOptions,
): Promise<ToolSandbox | ToolsMissing> {
  const { tools = CHECK_TOOLS } = options;
  const backend = await (kind === 'docker' ? inDocker(tools) : outsideDocker(kind, tools, options));
  if ('missing' in backend) return backend;
  const sandbox = createToolSandbox(kind, backend, options.slots);
  if (kind !== 'process') return sandbox;
  // Started as root, programs run under uids of their own, which may not enter a home folder.
  const { exit, output } = await sandbox.run(tools.probe);
  if (exit === 'exit 0') return sandbox;
  await sandbox.close();
  return { missing: `other users cannot reach this Python or the tools (${output.trim().split('\n').at(-1)})` };
}

/** Uids of tool jobs outside Docker begin here: the runner's end before (child.ts). */
const FIRST_UID = 1_950_000_000;

/** Containers of tools count from here: those of verdicts count from 0, and no two may share a uid. */
let containers = 8_500;

async function inDocker({ imageName, install }: ToolSet): Promise<Backend | ToolsMissing> {
  const engine = connectDocker();
  const { mapsUids } = await engine.about();
  const name = imageName();
  const image = await engine.image(name);
  if (image === undefined) return { missing: `the image ${name} is not there (${install})` };
  const labels = ownerLabels();
  return {
    path: [TOOLS_PATH],
    imageDigest: image.id,
    start: (source) =>
      engine.start(
        containerSpec({ image: image.id, uidBase: uidBase(mapsUids, process.pid, containers++), labels }),
        source,
      ),
  };
}

async function outsideDocker(
  kind: 'bubblewrap' | 'process',
  { locate }: ToolSet,
  { environment, python: command }: ToolSandboxOptions,
): Promise<Backend | ToolsMissing> {
  const python = await findPython(command);
  const located = locate(python, environment);
  if ('missing' in located) return located;
  const { folders: readable } = located;
  if (kind === 'bubblewrap') locateBubblewrap();
  let started = process.pid * 64;
  const nextUid = (): number => FIRST_UID + (started++ % 40_000_000);
  if (kind === 'process') {
    return { path: Object.values(readable), start: (source) => startProcess(python.path, nextUid(), source) };
  }
  return {
    path: Object.keys(readable),
    async start(source) {
      const program = { arguments: ['-c', BOOTSTRAP], readable, uidBase: nextUid(), executesPython: true };
      return given(await startInBubblewrap(python, program), source);
    },
  };
}

async function startProcess(python: string, uid: number, source: Buffer): Promise<RunnerConnection> {
  const scratch = await mkdtemp(join(tmpdir(), 'lucid-bench-tool-'));
  if (process.getuid?.() === 0) await chmod(scratch, 0o1777);
  const command = [python, ...PYTHON_FLAGS, '-c', BOOTSTRAP, `--scratch=${scratch}`, `--uid-base=${uid}`];
  return given(
    startChild(command, () => removeScratch(scratch)),
    source,
  );
}

function createToolSandbox(kind: Sandbox['kind'], backend: Backend, slots: number): ToolSandbox {
  const limiter = createLimiter(slots);
  const source = toolHostProgram();
  const live = new Set<RunnerConnection>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;
  /** Started while the job before runs. */
  let spare: Promise<RunnerConnection> | undefined;

  async function start(): Promise<RunnerConnection> {
    if (isClosed) throw new SandboxLostError('the sandbox is closed');
    const connection = await backend.start(source);
    live.add(connection);
    if (isClosed) end(connection);
    return connection;
  }

  function end(connection: RunnerConnection): void {
    if (!live.delete(connection)) return;
    const stopping = connection.stop().finally(() => ending.delete(stopping));
    ending.add(stopping);
  }

  function take(): Promise<RunnerConnection> {
    const taken = spare ?? start();
    spare = start();
    spare.catch(() => {}); // whoever takes it sees the error
    return taken;
  }

  async function once(job: ToolJob): Promise<ToolRun> {
    const connection = await take();
    try {
      return await runToolJob(connection, job, backend.path);
    } finally {
      end(connection);
    }
  }

  return {
    kind,
    ...(backend.imageDigest === undefined ? {} : { imageDigest: backend.imageDigest }),
    run: (job) =>
      limiter(async () => {
        try {
          return await once(job);
        } catch (error) {
          if (!(error instanceof SandboxLostError) || isClosed) throw error;
          return once(job);
        }
      }),
    async close() {
      isClosed = true;
      await spare?.catch(() => {});
      for (const connection of live) end(connection);
      await Promise.all(ending);
    },
  };
}
