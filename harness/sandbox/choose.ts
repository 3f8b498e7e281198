import { SandboxLostError, UsageError } from '../errors.ts';
import type { Sandbox } from '../types/execution.ts';
import { createBubblewrapSandbox } from './bubblewrap.ts';
import { createDockerSandbox } from './docker/sandbox.ts';
import { PROBE } from './probe.ts';
import { createProcessSandbox, type SandboxOptions } from './process.ts';

export type SandboxName = 'auto' | Sandbox['kind'];

interface ChooseOptions extends SandboxOptions {
  /** The programs are a model's, not ones whose hash is known: `process` is then only taken when it was asked for by name. */
  readonly needsIsolation: boolean;
}

interface ChosenSandbox extends Sandbox {
  /** One sentence: which was taken and why the safer ones were not. */
  readonly why: string;
}

/** Safest first. */
const BACKENDS: Readonly<Record<Sandbox['kind'], (options: SandboxOptions) => Promise<Sandbox>>> = {
  docker: createDockerSandbox,
  bubblewrap: createBubblewrapSandbox,
  process: createProcessSandbox,
};

/**
 * The sandbox of that name, tried with one small program before it is given out; `auto` takes the safest that works here.
 * Throws `UsageError` when the named one does not work, or when only `process` works and the programs need isolation.
 */
export async function chooseSandbox(name: SandboxName, options: ChooseOptions): Promise<ChosenSandbox> {
  if (name !== 'auto') {
    const sandbox = await open(name, options);
    if (typeof sandbox !== 'string') return { ...sandbox, why: `${name}: as asked for` };
    throw new UsageError(`--sandbox ${name} does not work here: ${sandbox}`);
  }
  const refused: string[] = [];
  for (const kind of ['docker', 'bubblewrap', 'process'] as const) {
    if (kind === 'process' && options.needsIsolation) break;
    const sandbox = await open(kind, options);
    if (typeof sandbox !== 'string')
      return { ...sandbox, why: [`${kind}: the safest that works here`, ...refused].join('; ') };
    refused.push(`${kind} does not work: ${sandbox}`);
  }
  throw new UsageError(
    `programs a model wrote need an isolated sandbox and none works here (${refused.join('; ')}). ` +
      'Start Docker and run npm run build-images, or install bubblewrap (apt-get install bubblewrap), or accept the risk with --sandbox process.',
  );
}

/** The sandbox after it gave one right verdict, or why it does not. A missing Python is thrown: no other sandbox would help. */
async function open(kind: Sandbox['kind'], options: SandboxOptions): Promise<Sandbox | string> {
  let sandbox: Sandbox | undefined;
  try {
    sandbox = await BACKENDS[kind](options);
    const { outcome } = await sandbox.execute(PROBE);
    if (outcome.status === 'solved') return sandbox;
    await sandbox.close();
    return 'it does not run a correct program';
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    await sandbox?.close();
    return error.message;
  }
}
