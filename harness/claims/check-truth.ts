import { SandboxLostError } from '../errors.ts';
import type { Examiner } from '../examiner.ts';
import type { RunFolder } from '../run-folder.ts';
import type { BookedCheck, CheckTruth, Trajectory } from '../types.ts';
import { type AssertionOutcome, runAssertions } from './run-assertions.ts';

/** Programs of known worth. */
export interface References {
  readonly canonical: string;
  readonly wrong: readonly string[];
}

/** A program that is known to be wrong and runs so much longer than usual loops, and is caught. */
const WRONG_EFFORT = 0.1;

/**
 * Holds the checks of a trial's last report against the reference solution and the task's wrong programs, once, and saves it. It is
 * done after the trial: nothing of it can reach a loop. Where a sandbox is lost nothing is said.
 */
export async function settleCheckTruths(trajectory: Trajectory, examiner: Examiner, folder: RunFolder): Promise<void> {
  const report = trajectory.steps.findLast((step) => step.report !== undefined)?.report;
  if (report === undefined || report.checks.length === 0) return;
  // Fewer lines than checks: a run was stopped while it wrote them.
  if (folder.checksOf(trajectory)?.length === report.checks.length) return;
  const checks = report.checks.filter(({ kind, state }) => kind === 'assertions' && state !== 'invalid');
  const measured = await measure(checks, examiner);
  if (measured === undefined) return;
  const injected = new Set(report.claims.filter(({ isInjected }) => isInjected).map(({ id }) => id));
  const { condition, taskId, sample, kRun } = trajectory;
  await folder.saveChecks(
    trajectory,
    report.checks.map((check): CheckTruth => {
      const index = checks.indexOf(check);
      const canonical = measured.canonical[index];
      return {
        condition,
        taskId,
        sample,
        ...(kRun === undefined ? {} : { kRun }),
        check: check.id,
        claim: check.claim,
        kind: check.kind,
        state: check.state,
        ...(injected.has(check.claim) ? { isInjected: true } : {}),
        ...(canonical === undefined || canonical.status === 'unknown'
          ? {}
          : { rejectsReference: canonical.status !== 'held' }),
        wrongPrograms: index === -1 ? 0 : measured.wrong.length,
        caught: measured.wrong.filter((outcomes) => outcomes[index]?.status === 'failed').length,
      };
    }),
  );
}

interface Measured {
  readonly canonical: readonly AssertionOutcome[];
  readonly wrong: readonly (readonly AssertionOutcome[])[];
}

async function measure(
  checks: readonly BookedCheck[],
  { claims, references }: Examiner,
): Promise<Measured | undefined> {
  if (claims === undefined || references === undefined) return undefined;
  try {
    const canonical = await runAssertions(claims, references.canonical, checks);
    const wrong = await Promise.all(
      references.wrong.map((program) => runAssertions(claims, program, checks, { effort: WRONG_EFFORT })),
    );
    return { canonical, wrong };
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    return undefined;
  }
}
