import { BASELINE } from '../../metrics/columns.ts';
import { recordedTrials } from '../../metrics/trials/trials.ts';
import type { RecordedTrial, Run } from '../../types/record.ts';
import { wasNeverEvaluated } from '../as-counted.ts';
import type { Finding } from '../finding.ts';
import type { PublishedCell } from '../published-cells.ts';
import type { StudyCount } from '../study-count.ts';

/** Why a count is another one than published, as far as the records tell. */
export function causesOf(cell: PublishedCell, count: StudyCount, run: Run): string[] {
  const { identity } = run.manifest;
  const trials = trialsOf(cell, run);
  const causes: string[] = [];
  if (identity.imported === undefined) {
    causes.push(
      `another run, not the published records: model ${identity.model}, ${identity.protocol} protocol, extractor ${identity.extractor}`,
    );
  }
  if (count.total !== cell.total) {
    causes.push(
      `${count.total} of the ${cell.total} tasks have a result file here: ${count.total < cell.total ? 'a part of' : 'more than'} the published files`,
    );
  }
  const otherwise = trials.filter(hasOtherOutcome).length;
  if (otherwise > 0) causes.push(`${otherwise} tasks have a file of another directory with the other outcome`);
  if (causes.length === 0) {
    causes.push(
      `${cell.total} tasks as published, so the outcome of at least ${Math.abs(count.solved - cell.solved)} was changed`,
    );
  }
  return causes;
}

/** What a matching cell rests on. */
export function remarksOn(cell: PublishedCell, run: Run, findings: readonly Finding[]): string[] {
  const trials = trialsOf(cell, run);
  const keys = new Set(trials.map(({ trajectory: { kRun, taskId } }) => `${kRun} ${taskId}`));
  const own = findings.filter(
    ({ condition, k, taskId, isCounted }) =>
      condition === cell.condition && isCounted === true && keys.has(`${k} ${taskId}`),
  );
  const artefacts = own.filter(({ kind }) => kind === 'extractor-artefact').length;
  const foreign = own.filter(({ kind }) => kind === 'foreign-verdict').length;
  const never = new Set(own.filter(({ kind }) => kind === 'never-evaluated').map(({ taskId }) => taskId)).size;
  const without = run.manifest.identity.taskIds.length - cell.total;
  const directories = new Set(trials.map(({ trajectory: { source } }) => source?.file.split('/')[0]));
  return [
    ...(never === 0 ? [] : [`${many(never, 'task')} never evaluated, counted wrong`]),
    ...(artefacts === 0 ? [] : [`${many(artefacts, 'failure')} made by the extractor`]),
    ...(foreign === 0 ? [] : [`${many(foreign, 'verdict')} of another patch`]),
    ...(without <= 0 ? [] : [`${many(without, 'task')} without a result file, in no total`]),
    ...(directories.size < 2 ? [] : [`files of ${directories.size} directories`]),
  ];
}

function trialsOf({ condition, k: ks }: PublishedCell, run: Run): RecordedTrial[] {
  return [...recordedTrials(run)].filter(
    ({ trajectory: { condition: name, kRun = 1 } }) => name === condition && (name === BASELINE || ks.includes(kRun)),
  );
}

function hasOtherOutcome({ trajectory: { source, steps }, grades }: RecordedTrial): boolean {
  if (source === undefined || source.passedOver.length === 0) return false;
  const grade = grades.get(steps.length - 1);
  if (grade === undefined || wasNeverEvaluated(grade)) return false;
  return source.passedOver.some(({ isSolved }) => isSolved !== (grade.outcome.status === 'solved'));
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
