import { SandboxLostError, UsageError, whyNotRun } from '../errors.ts';
import type { RunFolder } from '../records/run-folder.ts';
import type { Extraction } from '../types/attempt.ts';
import { codegradUpdate } from '../types/codegrad.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { Execution, Outcome } from '../types/execution.ts';
import type { Grade, Step, Trajectory } from '../types/record.ts';

/** Grades every step of a trajectory by the hidden tests; what is graded already is not graded again. */
export async function gradeTrajectory(
  trajectory: Trajectory,
  evaluator: Evaluator,
  folder: RunFolder,
): Promise<Grade[]> {
  return Promise.all(trajectory.steps.map((step) => gradeStep(trajectory, step, evaluator, folder)));
}

async function gradeStep(trajectory: Trajectory, step: Step, evaluator: Evaluator, folder: RunFolder): Promise<Grade> {
  const known = folder.gradeOf(trajectory, step.index);
  const { candidate } = step;
  if (candidate === undefined)
    throw new UsageError(`${trajectory.taskId}: imported records hold no candidate to grade`);
  const expected = evaluator.gradedSha256(candidate, 'hidden');
  const isDraftOpen = known?.draft?.outcome.status === 'ungraded';
  if (known?.gradedSha256 === expected && known.outcome.status !== 'ungraded' && !isDraftOpen) return known;
  const { condition, taskId, sample, kRun } = trajectory;
  const execution = await gradeCandidate(candidate, evaluator);
  const recordedOutcome = driftedFrom(execution.outcome, candidate, evaluator);
  const { imageDigest } = evaluator;
  const touches = evaluator.touches?.(candidate);
  const label = evaluator.label?.();
  const published = await gradePublished(step, evaluator, folder);
  const draft = await gradeDraft(step, evaluator);
  const grade: Grade = {
    condition,
    taskId,
    sample,
    ...(kRun === undefined ? {} : { kRun }),
    step: step.index,
    outcome: execution.outcome,
    assertions: execution.assertions,
    failures: evaluator.shorten?.(execution.failures) ?? execution.failures,
    gradedSha256: expected,
    ...(recordedOutcome === undefined ? {} : { recordedOutcome }),
    ...(evaluator.readsRecordedLog?.(candidate) === true ? { ofRecordedLog: true as const } : {}),
    ...(touches === undefined ? {} : { touches }),
    ...(label === undefined ? {} : { label }),
    ...(imageDigest === undefined ? {} : { imageDigest }),
    ...(published === undefined ? {} : { published }),
    ...(draft === undefined ? {} : { draft }),
  };
  await folder.saveGrade(grade);
  return grade;
}

/** A revision that was discarded is graded beside the step: it says what the gate was worth, and is in no rate. */
async function gradeDraft(step: Step, evaluator: Evaluator): Promise<Grade['draft']> {
  const draft = codegradUpdate.in(step)?.draft ?? '';
  if (draft.trim() === '' || draft === step.candidate) return undefined;
  const { outcome, assertions } = await gradeCandidate(draft, evaluator);
  const recordedOutcome = driftedFrom(outcome, draft, evaluator);
  const gradedSha256 = evaluator.gradedSha256(draft, 'hidden');
  return { outcome, assertions, gradedSha256, ...(recordedOutcome === undefined ? {} : { recordedOutcome }) };
}

/** The recorded outcome where it was another one, or there was none. A grade that could not be made here says nothing. */
function driftedFrom({ status }: Outcome, candidate: string, evaluator: Evaluator): Grade['recordedOutcome'] {
  const { recorded } = evaluator;
  // An empty candidate is not run, then or now.
  if (recorded === undefined || status === 'ungraded' || candidate.trim() === '') return undefined;
  const before = evaluator.recordedGrade?.(candidate) ?? recorded(candidate, 'hidden');
  if (before === undefined) return 'none';
  const then = before.status === 'accept' ? 'solved' : 'unsolved';
  return then === status ? undefined : then;
}

/** A sandbox that is lost twice says nothing about the candidate. */
export async function gradeCandidate(candidate: string, evaluator: Evaluator): Promise<Execution> {
  try {
    const executed = evaluator.grade?.(candidate) ?? evaluator.execute(candidate, 'hidden');
    return (await executed).execution;
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    const outcome: Outcome = { status: 'ungraded', reason: whyNotRun(error) };
    return { outcome, assertions: '', failures: [{ message: error.message }], output: '' };
  }
}

/** Only an independent draw has a known answer under another extractor: later prompts depended on the extraction. */
async function gradePublished(
  step: Step,
  evaluator: Evaluator,
  folder: RunFolder,
): Promise<{ outcome: Outcome; extraction: Extraction; gradedSha256: string } | undefined> {
  const response = step.responseSha256 === undefined ? undefined : folder.responseText(step.responseSha256);
  const { extractPublished } = evaluator;
  if (extractPublished === undefined || step.proposedBy !== 'generate' || response === undefined) return undefined;
  const { text, extraction } = extractPublished(response);
  const { outcome } = await gradeCandidate(text, evaluator);
  return { outcome, extraction, gradedSha256: evaluator.gradedSha256(text, 'hidden') };
}
