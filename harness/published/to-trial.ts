import { sha256 } from '../storage/hash.ts';
import type { Grade, Step, Trajectory, TrialEnd, TrialId, TrialSource } from '../types/record.ts';
import { evaluationOutcome, toldEvaluationOutcome } from './evaluation-outcome.ts';
import {
  FAILED_SOMEHOW,
  NOT_TOLD,
  programOutcome,
  SOLVED,
  type ToldOutcome,
  toldProgramOutcome,
} from './program-outcome.ts';
import type { ResultFile, ResultIteration } from './result-file.ts';
import type { StudyCondition } from './study.ts';
import { toVerdict } from './verdict.ts';

/** A trial of the study in our records. */
export interface ImportedTrial {
  readonly trajectory: Trajectory;
  readonly grades: readonly Grade[];
}

/**
 * Turns one result file into a trajectory and its grades. Step i is the candidate after i regenerations; iteration i + 1 of the file
 * verified it. Each k is a run of its own. What the file does not tell (candidates of HumanEval, calls, seeds) is absent, an outcome it
 * does not tell is `ungraded: not-recorded`.
 */
export function toTrial(result: ResultFile, condition: StudyCondition, source: TrialSource): ImportedTrial {
  const id: TrialId = { condition: condition.name, taskId: result.task_id, sample: 0, kRun: result.max_iterations };
  const regenerations = result.iterations.filter(({ early_stop }) => early_stop !== true).length;
  const indices = Array.from({ length: regenerations + 1 }, (_, index) => index);
  return {
    trajectory: {
      ...id,
      steps: indices.map((index) => toStep(index, index === regenerations, result, condition)),
      unfinishedCalls: [],
      end: endOf(result),
      source,
    },
    grades: indices.map((index) => ({
      ...id,
      step: index,
      ...(index === regenerations ? finalOutcome(result) : earlierOutcome(index, result, condition)),
    })),
  };
}

function toStep(index: number, isLast: boolean, result: ResultFile, { verification }: StudyCondition): Step {
  const verified = result.iterations[index];
  const plan = result.iterations[index - 1]?.remediation ?? undefined;
  const candidate = isLast ? (result.solution ?? undefined) : undefined;
  return {
    index,
    ...(candidate === undefined ? {} : { candidate, candidateSha256: sha256(candidate) }),
    proposedBy: index === 0 ? 'generate' : 'regenerate',
    ...(plan === undefined ? {} : { plan }),
    ...(verified === undefined ? {} : { verdict: toVerdict(verified.verification, verification) }),
  };
}

function endOf({ iterations, max_iterations }: ResultFile): TrialEnd {
  if (iterations.at(-1)?.early_stop === true) return { status: 'submitted', reason: 'accepted' };
  return { status: 'submitted', reason: iterations.length === max_iterations ? 'rounds' : 'finished' };
}

function finalOutcome(result: ResultFile): ToldOutcome {
  return result.kind === 'program-tests'
    ? programOutcome(result.final_test_output)
    : evaluationOutcome(result.final_test_output.resolved, result.final_test_output.test_output);
}

/** A candidate that was regenerated again: what the file says about it, if anything. */
function earlierOutcome(index: number, result: ResultFile, condition: StudyCondition): ToldOutcome {
  if (condition.passed === 'regenerated') {
    const made = result.iterations[index - 1];
    return made === undefined ? NOT_TOLD : fromFlag(made);
  }
  const verified = result.iterations[index];
  if (verified === undefined) return NOT_TOLD;
  if (condition.verification !== 'test-run') return fromFlag(verified);
  // In the SWE-bench files `passed` is false for an evaluation that never took place, too: the text is asked.
  return result.kind === 'program-tests'
    ? toldProgramOutcome(verified.verification)
    : toldEvaluationOutcome(verified.verification);
}

const fromFlag = ({ passed }: ResultIteration): ToldOutcome => (passed ? SOLVED : FAILED_SOMEHOW);
