import { SandboxLostError } from '../../errors.ts';
import type { ExecutionJob, SandboxExecution } from '../../types/execution.ts';
import { PROBE } from '../probe.ts';
import { NotBegunError } from './client.ts';

/**
 * Runs a job in a fresh sandbox with nothing beside it. Throws `NotBegunError` where that does not start, `SandboxLostError` where it is
 * lost.
 */
type RunInFresh = (job: ExecutionJob) => Promise<SandboxExecution>;

/** A program that so often ends a sandbox in which it is alone, while a plain one does not, is what ends it. */
const TIMES = 2;

const ENDED: SandboxExecution = {
  outcome: { status: 'unsolved', reason: 'ended-its-sandbox' },
  assertions: '',
  failures: [{ message: 'the sandbox was lost each time the program ran in it alone' }],
  output: '',
  times: { wallMs: 0, cpuMs: 0 },
};

/**
 * What comes of a job whose sandbox was lost: it is run again alone. Each time that is lost as well, a plain program is run in its place:
 * if that is lost, too, the machine is at fault, and the loss is thrown; otherwise the second loss is the program's own doing, and a
 * verdict.
 */
export async function runLostJob(job: ExecutionJob, runInFresh: RunInFresh): Promise<SandboxExecution> {
  for (let lost = 0; lost < TIMES; lost++) {
    try {
      return await runInFresh(job);
    } catch (error) {
      if (!(error instanceof SandboxLostError) || error instanceof NotBegunError) throw error;
      if (!(await isSound(job, runInFresh))) throw error;
    }
  }
  return ENDED;
}

async function isSound({ taskId }: ExecutionJob, runInFresh: RunInFresh): Promise<boolean> {
  try {
    return (await runInFresh({ ...PROBE, taskId })).outcome.status === 'solved';
  } catch (error) {
    if (error instanceof SandboxLostError) return false;
    throw error;
  }
}
