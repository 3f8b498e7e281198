import { SandboxLostError, UsageError } from './errors.ts';
import type { Executor } from './executor.ts';
import type { Extract } from './extract.ts';
import type { RunFolder } from './run-folder.ts';
import type { Execution, Extraction, Grade, Outcome, Problem, Step, Trajectory } from './types.ts';
import type { RecordedVerdicts } from './verifiers/recorded.ts';

export interface GradeParts {
  readonly folder: RunFolder;
  readonly executor: Executor;
  /** When given, independent draws are graded under this extractor too, from their stored raw responses. */
  readonly publishedExtract?: Extract;
  /** In a replay: what the grades were when they were recorded. */
  readonly recorded?: RecordedVerdicts;
}

/** Grades every step of a trajectory by the hidden tests; what is graded already is not graded again. */
export async function gradeTrajectory(trajectory: Trajectory, problem: Problem, parts: GradeParts): Promise<Grade[]> {
  return Promise.all(trajectory.steps.map((step) => gradeStep(trajectory, step, problem, parts)));
}

async function gradeStep(trajectory: Trajectory, step: Step, problem: Problem, parts: GradeParts): Promise<Grade> {
  const { folder, executor } = parts;
  const known = folder.gradeOf(trajectory, step.index);
  const { candidate } = step;
  if (candidate === undefined)
    throw new UsageError(`${trajectory.taskId}: imported records hold no candidate to grade`);
  const expected = executor.gradedSha256(problem.task, candidate, problem.hiddenTests);
  if (known?.gradedSha256 === expected && known.outcome.status !== 'ungraded') return known;
  const { condition, taskId, sample, kRun } = trajectory;
  const execution = await gradeCandidate(candidate, problem, executor);
  const recordedOutcome = driftedFrom(execution.outcome, candidate, problem, parts);
  const published = await gradePublished(step, problem, parts);
  const grade: Grade = {
    condition,
    taskId,
    sample,
    ...(kRun === undefined ? {} : { kRun }),
    step: step.index,
    outcome: execution.outcome,
    assertions: execution.assertions,
    failures: execution.failures,
    gradedSha256: expected,
    ...(recordedOutcome === undefined ? {} : { recordedOutcome }),
    ...(published === undefined ? {} : { published }),
  };
  await folder.saveGrade(grade);
  return grade;
}

/** The recorded outcome where it was another one. A grade that could not be made here says nothing. */
function driftedFrom({ status }: Outcome, candidate: string, { task, hiddenTests }: Problem, { recorded }: GradeParts) {
  const before = recorded?.verdictOn(task, candidate, hiddenTests);
  if (before === undefined || status === 'ungraded') return undefined;
  const then = before.status === 'accept' ? 'solved' : 'unsolved';
  return then === status ? undefined : then;
}

/** A sandbox that is lost twice says nothing about the candidate. */
export async function gradeCandidate(candidate: string, problem: Problem, executor: Executor): Promise<Execution> {
  try {
    return (await executor.execute(problem.task, candidate, problem.hiddenTests)).execution;
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    const outcome: Outcome = { status: 'ungraded', reason: 'sandbox-lost' };
    return { outcome, assertions: '', failures: [{ message: error.message }], output: '' };
  }
}

/** Only an independent draw has a known answer under another extractor: later prompts depended on the extraction. */
async function gradePublished(
  step: Step,
  problem: Problem,
  { folder, executor, publishedExtract }: GradeParts,
): Promise<{ outcome: Outcome; extraction: Extraction; gradedSha256: string } | undefined> {
  const response = step.responseSha256 === undefined ? undefined : folder.responseText(step.responseSha256);
  if (publishedExtract === undefined || step.proposedBy !== 'generate' || response === undefined) return undefined;
  const { text, extraction } = publishedExtract(response, problem.task);
  const { outcome } = await gradeCandidate(text, problem, executor);
  return { outcome, extraction, gradedSha256: executor.gradedSha256(problem.task, text, problem.hiddenTests) };
}
