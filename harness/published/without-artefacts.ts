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
  return {
    ...run,
    grades: run.grades.map((grade) =>
      disproved.has(key(grade.condition, grade.kRun, grade.taskId, grade.step)) ? asUnknown(grade) : grade,
    ),
  };
}

function asUnknown(grade: Grade): Grade {
  return { ...grade, outcome: { status: 'ungraded', reason: 'harness-error' } };
}

function key(...parts: readonly (string | number | undefined)[]): string {
  return JSON.stringify(parts);
}
