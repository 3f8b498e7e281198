import { recordedTrials } from '../../metrics/trials/trials.ts';
import type { Grade, Run } from '../../types/record.ts';
import type { PublishedOutcome, ReplicatedStudy, StudyCell, StudyLabel } from '../../types/study.ts';
import { wasNeverEvaluated } from '../as-counted.ts';
import { audit } from '../audit.ts';
import { loadPublishedTables } from '../published-cells.ts';
import type { StudyFile, StudyFileBenchmark } from './study-file.ts';

/**
 * What a run keeps of the study it replicates: arms, cells, words, and of the study's own records (an imported run, or a run of the
 * exported study) every outcome. Without cells where the run is of another dataset.
 */
export function replicatedStudy(
  { id, title, model, sources, tables }: StudyFile,
  benchmark: StudyFileBenchmark,
  records: Run | undefined,
  isSameDataset: boolean,
): ReplicatedStudy {
  const { dataset, k, protocol, maxOutputTokens, leak } = benchmark;
  const arms = benchmark.arms.map(({ extractor: _, mended, ...arm }) => ({ ...arm, ...(mended && { mended }) }));
  const published = isSameDataset && tables !== undefined ? ofTables(tables, dataset) : undefined;
  const own = isSameDataset ? benchmark : undefined;
  return {
    ...{ id, title, model, sources, dataset, k, protocol, maxOutputTokens },
    ...(leak === undefined ? {} : { leak }),
    arms,
    cells: own?.cells?.map(withoutUndefined) ?? published?.cells ?? [],
    labels: own?.labels ?? published?.labels ?? [],
    ...(records === undefined ? {} : { records: outcomesOf(records, arms) }),
  };
}

const withoutUndefined = ({
  percent,
  ...cell
}: Omit<StudyCell, 'percent'> & { percent?: number | undefined }): StudyCell => ({
  ...cell,
  ...(percent === undefined ? {} : { percent }),
});

/** Each cell once: a study may print one in two tables. */
function ofTables(tables: string, dataset: string): { cells: StudyCell[]; labels: StudyLabel[] } {
  const { cells, labels } = loadPublishedTables(tables);
  return {
    cells: cells
      .filter((cell) => cell.dataset === dataset)
      .map(({ condition: arm, k, percent, solved, total }) => withoutUndefined({ arm, k, percent, solved, total })),
    labels: labels
      .filter((label) => label.dataset === dataset)
      .map(({ condition: arm, label, printed }) => ({ arm, label, printed })),
  };
}

/** Every outcome of the study's records by arm, k and task; arms by their names there, or by their conditions. */
function outcomesOf(
  run: Run,
  arms: readonly { readonly arm: string; readonly condition: string }[],
): NonNullable<ReplicatedStudy['records']> {
  const { imported, k: ks } = run.manifest.identity;
  const artefacts = new Set(
    (imported === undefined ? [] : audit(run))
      .filter(({ kind, isCounted }) => kind === 'extractor-artefact' && isCounted === true)
      .map(({ condition, k, taskId }) => JSON.stringify([condition, k, taskId])),
  );
  const cells = new Map<string, { arm: string; k: number; outcomes: Record<string, PublishedOutcome> }>();
  for (const { trajectory, grades } of recordedTrials(run)) {
    const { condition, taskId, kRun, sample } = trajectory;
    const arm = imported === undefined ? arms.find((one) => one.condition === condition)?.arm : condition;
    if (arm === undefined || sample > 0) continue;
    for (const k of kRun === undefined ? ks : [kRun]) {
      const step = trajectory.steps.findLast(({ index }) => index <= k);
      const grade = step === undefined ? undefined : grades.get(step.index);
      const outcome =
        grade === undefined ? undefined : outcomeOf(grade, artefacts.has(JSON.stringify([condition, kRun, taskId])));
      if (outcome === undefined) continue;
      const cell = cells.get(`${arm} ${k}`) ?? { arm, k, outcomes: {} };
      cell.outcomes[taskId] = outcome;
      cells.set(`${arm} ${k}`, cell);
    }
  }
  return [...cells.values()];
}

function outcomeOf(grade: Grade, isArtefact: boolean): PublishedOutcome | undefined {
  if (wasNeverEvaluated(grade)) return 'never-evaluated';
  if (grade.outcome.status === 'solved') return 'solved';
  if (grade.outcome.status === 'ungraded') return undefined;
  return isArtefact ? 'artefact' : 'wrong';
}
