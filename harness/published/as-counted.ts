import { withGrades } from '../metrics/trials/trials.ts';
import type { Grade, Run } from '../types/record.ts';

/**
 * The run as the study counted it: an evaluation that never took place is a failure. Every table of this run then has the study's
 * numbers. Outcomes that its records do not tell, and trials without a result file, stay what they are.
 */
export function asCounted(run: Run): Run {
  return withGrades(run, (grade) => (wasNeverEvaluated(grade) ? countedWrong(grade) : grade));
}

/** The machine failed, not the candidate. */
export function wasNeverEvaluated({ outcome }: Grade): boolean {
  return outcome.status === 'ungraded' && outcome.reason !== 'not-recorded';
}

function countedWrong(grade: Grade): Grade {
  return { ...grade, outcome: { status: 'unsolved', reason: 'tests-failed' } };
}
