import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SandboxLostError } from '../../errors.ts';
import { z } from '../../storage/schema.ts';
import type { ExecutionLimits } from '../../types/execution.ts';
import type { RunnerConnection } from '../runner/client.ts';
import { createFrameReader, toFrame } from '../runner/protocol.ts';
import { programEndingWith } from '../runner/source.ts';

/** A whole program to run beside untrusted code: the protocol at the top of tools/host.py. */
export interface ToolJob {
  /** Python files by name, all in one folder of the job's own. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that is run. */
  readonly program: string;
  readonly limits: ExecutionLimits;
}

const replySchema = z.object({
  /** A report came and is the program's own; the program died without one; or a limit ended it. */
  ended: z.enum(['reported', 'died', 'wall-clock', 'cpu', 'output']),
  exit: z.string(),
  report: z.unknown(),
  output: z.string(),
  wallMs: z.number(),
  cpuMs: z.number(),
});

/** What a program did. `report` counts only where `ended` is `reported`; `output` is the beginning of what was printed. */
export type ToolRun = z.infer<typeof replySchema>;

const HOST_PATH = fileURLToPath(new URL('./host.py', import.meta.url));

/**
 * How many times its wall clock a job may take where it had no core (tools/host.py), and how much longer the host's answer is waited for.
 */
const PATIENCE = 5;
const HOST_GRACE_MS = 30_000;

/** The tool host, for `BOOTSTRAP`: the runner's parts with the host in place of its `main`. */
export function toolHostProgram(): Buffer {
  return programEndingWith(readFileSync(HOST_PATH, 'utf8'));
}

/**
 * Sends a job to a tool host and waits for its answer; `path` are the folders the tools are in, as the host sees them. Throws
 * `SandboxLostError`.
 */
export async function runToolJob(
  connection: RunnerConnection,
  job: ToolJob,
  path: readonly string[],
): Promise<ToolRun> {
  const { promise, resolve, reject } = Promise.withResolvers<ToolRun>();
  const lose = (why: string, cause?: unknown): void =>
    reject(new SandboxLostError(`the tool host was lost: ${why} ${connection.lastWords()}`.trim(), { cause }));
  const readFrames = createFrameReader();
  connection.output.on('data', (data: Buffer) => {
    try {
      for (const frame of readFrames(data)) resolve(replySchema.parse(frame));
    } catch (error) {
      lose('it sent something that is not its protocol.', error);
    }
  });
  if (connection.output.destroyed) lose('its output had ended.');
  connection.output.on('close', () => lose('its output ended.'));
  connection.output.on('error', (error) => lose('its output broke.', error));
  connection.input.on('error', (error) => lose('its input broke.', error));
  const guard = setTimeout(() => lose('it did not answer in time.'), PATIENCE * job.limits.wallMs + HOST_GRACE_MS);
  connection.input.write(toFrame({ ...job, path }));
  try {
    return await promise;
  } finally {
    clearTimeout(guard);
  }
}
