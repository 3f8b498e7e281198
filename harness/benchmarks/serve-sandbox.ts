import { messageOf, SandboxLostError } from '../errors.ts';
import { chooseSandbox } from '../sandbox/choose.ts';
import { suiteOfDataset } from '../sandbox/trusted-suite.ts';
import type { ExecutionJob, Sandbox, SandboxExecution } from '../types/execution.ts';

/** A job; trust in a suite does not travel with it. */
export interface SandboxQuestion {
  readonly id: number;
  readonly job: ExecutionJob;
  readonly isFromDataset: boolean;
}

/** What the process that `openAsOtherUser` starts says: once its description, then an answer to each job. */
export type SandboxAnswer =
  | { readonly description: string }
  | { readonly id: number; readonly execution: SandboxExecution }
  /** Without an id: the sandbox does not work at all. */
  | { readonly id?: number; readonly problem: string };

const say = (answer: SandboxAnswer): void => void process.send?.(answer);

async function serve(kind: Sandbox['kind']): Promise<void> {
  const sandbox = await chooseSandbox(kind, { slots: 1, needsIsolation: false });
  process.on('message', ({ id, job, isFromDataset }: SandboxQuestion) => {
    const { source, timeFactor } = job.suite;
    const suite = isFromDataset ? suiteOfDataset(source, timeFactor) : job.suite;
    sandbox.execute({ ...job, suite }).then(
      (execution) => say({ id, execution }),
      (error: unknown) => {
        if (!(error instanceof SandboxLostError)) throw error;
        say({ id, problem: messageOf(error) });
      },
    );
  });
  process.on('disconnect', () => void sandbox.close().then(() => process.exit()));
  say({ description: sandbox.description });
}

const kind = (['docker', 'bubblewrap', 'process'] as const).find((name) => name === process.argv[2]);
if (kind !== undefined) {
  serve(kind).catch((error: unknown) => {
    say({ problem: messageOf(error) });
    process.disconnect();
  });
}
