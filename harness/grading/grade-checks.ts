import { SandboxLostError, whyNotRun } from '../errors.ts';
import type { RunFolder } from '../records/run-folder.ts';
import { claimsReport } from '../types/claim-artifacts.ts';
import type { TrackedCheck } from '../types/claims.ts';
import type { Evaluator, References } from '../types/evaluator.ts';
import type { NotRunReason } from '../types/execution.ts';
import type { CheckTruth, Trajectory } from '../types/record.ts';
import type { Task } from '../types/task.ts';
import { runAssertions } from '../verifiers/claims/run-assertions.ts';

/** A program that is known to be wrong and runs so much longer than usual loops, and is caught. */
const WRONG_PROGRAM_TIME_FACTOR = 0.1;

/**
 * Holds the checks of a trial's last report against the reference solution and the task's wrong programs, once, and saves it. It is
 * done after the trial: nothing of it can reach a loop. A check whose programs could not be run says why, and is tried again by
 * --resume.
 */
export async function measureCheckTruths(
  trajectory: Trajectory,
  evaluator: Evaluator,
  folder: Pick<RunFolder, 'checksOf' | 'saveChecks'>,
): Promise<void> {
  const report = trajectory.steps.map(claimsReport.in).findLast((one) => one !== undefined);
  if (report === undefined || report.checks.length === 0) return;
  const { claims, references } = evaluator;
  if (claims === undefined || references === undefined) return;
  const saved = folder.checksOf(trajectory);
  // Fewer lines than checks: a run was stopped while it wrote them.
  if (saved?.length === report.checks.length && saved.every(({ notRun }) => notRun === undefined)) return;
  const injected = new Set(report.claims.filter(({ isInjected }) => isInjected).map(({ id }) => id));
  const { condition, taskId, sample, kRun } = trajectory;
  const measured = await measure(report.checks.filter(isMeasurable), claims.task, references);
  await folder.saveChecks(
    trajectory,
    report.checks.map(
      (check): CheckTruth => ({
        condition,
        taskId,
        sample,
        ...(kRun === undefined ? {} : { kRun }),
        check: check.id,
        claim: check.claim,
        kind: check.kind,
        state: check.state,
        ...(injected.has(check.claim) ? { isInjected: true } : {}),
        ...(measured.get(check) ?? UNMEASURED),
      }),
    ),
  );
}

const isMeasurable = ({ kind, state }: TrackedCheck): boolean => kind === 'assertions' && state !== 'invalid';

type Worth = Pick<CheckTruth, 'rejectsReference' | 'wrongPrograms' | 'caught' | 'notRun'>;

/** Of a check that parses to nothing, or that a tool runs. */
const UNMEASURED: Worth = { wrongPrograms: 0, caught: 0 };

/** What each check is worth, or why that could not be measured here. */
async function measure(
  checks: readonly TrackedCheck[],
  task: Task,
  references: References,
): Promise<ReadonlyMap<TrackedCheck, Worth>> {
  const { mayRun = () => true } = references;
  const [allowed, refused] = [
    checks.filter(({ source }) => mayRun(source)),
    checks.filter(({ source }) => !mayRun(source)),
  ];
  const notRun = (reason: NotRunReason) => (check: TrackedCheck) => [check, { ...UNMEASURED, notRun: reason }] as const;
  const worths = refused.map(notRun('sandbox-refused'));
  try {
    return new Map<TrackedCheck, Worth>([...worths, ...(await measureAllowed(allowed, task, references))]);
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    return new Map<TrackedCheck, Worth>([...worths, ...allowed.map(notRun(whyNotRun(error)))]);
  }
}

async function measureAllowed(
  checks: readonly TrackedCheck[],
  task: Task,
  { executor, canonical, wrong }: References,
): Promise<(readonly [TrackedCheck, Worth])[]> {
  const onReference = await runAssertions({ task, executor }, canonical, checks);
  const onWrong = await Promise.all(
    wrong.map((program) =>
      runAssertions({ task, executor }, program, checks, { timeFactor: WRONG_PROGRAM_TIME_FACTOR }),
    ),
  );
  return checks.map((check, index) => {
    const status = onReference[index]?.status ?? 'unknown';
    return [
      check,
      {
        ...(status === 'unknown' ? {} : { rejectsReference: status !== 'held' }),
        wrongPrograms: onWrong.length,
        caught: onWrong.filter((outcomes) => outcomes[index]?.status === 'failed').length,
      },
    ];
  });
}
