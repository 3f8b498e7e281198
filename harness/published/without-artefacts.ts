import { withGrades } from '../metrics/trials/trials.ts';
import type { Grade, Run } from '../types/record.ts';
import type { Finding } from './finding.ts';

/**
 * The run without what its records disprove: a failure made by the extractor and a verdict that belongs to another patch say nothing
 * about the candidate, so they are ungraded, as evaluations that never took place already are.
 */
export function withoutArtefacts(run: Run, findings: readonly Finding[]): Run {
  const disproved = new Set(
    findings
      .filter(({ kind }) => kind === 'extractor-artefact' || kind === 'foreign-verdict')
      .map(({ condition, k, taskId, step }) => key(condition, k, taskId, step)),
  );
  return withGrades(run, (grade) =>
    disproved.has(key(grade.condition, grade.kRun, grade.taskId, grade.step)) ? asUnknown(grade) : grade,
  );
}

/**
 * The same, less failures of which the records do not say how: where the extractor makes failures, such a one may be made by it. Of
 * steps that a judge or chance looked at, the study stored no more than whether the tests failed.
 */
export function withoutUnexplained(run: Run, findings: readonly Finding[]): Run {
  const sound = withoutArtefacts(run, findings);
  if (findings.every(({ kind }) => kind !== 'extractor-artefact')) return sound;
  return withGrades(sound, (grade) => (isUnexplained(grade) ? asUnknown(grade) : grade));
}

function isUnexplained({ outcome, failures }: Grade): boolean {
  return outcome.status === 'unsolved' && outcome.reason === 'tests-failed' && failures.length === 0;
}

function asUnknown(grade: Grade): Grade {
  return { ...grade, outcome: { status: 'ungraded', reason: 'harness-error' } };
}

function key(...parts: readonly (string | number | undefined)[]): string {
  return JSON.stringify(parts);
}
