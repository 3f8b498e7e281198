import { type Column, columnAt } from '../../metrics/columns.ts';
import { discordance } from '../../metrics/discordance.ts';
import type { Run } from '../../types/record.ts';
import type { ReplicatedStudy } from '../../types/study.ts';
import type { StudyCount } from '../study-count.ts';
import { type KStep, labelHolds, type Row } from '../verify/row-labels.ts';

/** A published word for a row of cells, and whether it holds of this run's row by the same rule. */
export interface RowWord {
  readonly arm: string;
  readonly printed: string;
  readonly counts: readonly StudyCount[];
  readonly does: boolean;
  readonly why: string | undefined;
  /** What changed from k to k, here and where the study's records are given as published. */
  readonly steps: readonly KStep[];
  readonly published: readonly KStep[];
}

/** Every published word whose row this run has, at the k that the study and the run have both. */
export function rowWords(run: Run, columns: readonly Column[], study: ReplicatedStudy): RowWord[] {
  const ks = run.manifest.identity.k.filter((k) => study.k.includes(k)).toSorted((a, b) => a - b);
  const rows = new Map(
    study.arms.flatMap(({ arm, condition }) => {
      const row = rowOf(columns, condition, ks);
      return row === undefined ? [] : [[arm, { row, condition }] as const];
    }),
  );
  return study.labels.flatMap(({ arm, label, printed }) => {
    const own = rows.get(arm);
    if (own === undefined) return [];
    const others = [...rows].filter(([name]) => name !== arm && name !== 'baseline');
    const steps = ownSteps(columns, own.condition, ks);
    const regressed = steps.reduce((sum, { lost }) => sum + lost, 0);
    const holds = labelHolds(label, own.row, new Map(others.map(([name, { row }]) => [name, row])), regressed);
    const published = publishedSteps(study, arm, ks);
    return [{ arm, printed, counts: own.row.counts, does: holds.does, why: holds.why, steps, published }];
  });
}

function rowOf(columns: readonly Column[], condition: string, ks: readonly number[]): Row | undefined {
  const counts = ks.flatMap((k) => {
    const graded = columnAt(columns, condition, k)?.trials.filter(({ outcome }) => outcome.status !== 'ungraded') ?? [];
    const solved = graded.filter(({ outcome }) => outcome.status === 'solved').length;
    return graded.length === 0 ? [] : [{ solved, total: graded.length }];
  });
  return counts.length < 2 || counts.length < ks.length ? undefined : { ks, counts };
}

function ownSteps(columns: readonly Column[], condition: string, ks: readonly number[]): KStep[] {
  return between(ks, (from, to) => {
    const [before, after] = [columnAt(columns, condition, from), columnAt(columns, condition, to)];
    return before === undefined || after === undefined ? undefined : discordance(before, after);
  });
}

function publishedSteps({ records = [] }: ReplicatedStudy, arm: string, ks: readonly number[]): KStep[] {
  const at = (k: number) => records.find((record) => record.arm === arm && record.k === k)?.outcomes;
  return between(ks, (from, to) => {
    const [before, after] = [at(from), at(to)];
    if (before === undefined || after === undefined) return undefined;
    const both = Object.keys(before).filter((taskId) => after[taskId] !== undefined);
    const solved = (outcomes: typeof before, taskId: string): boolean => outcomes[taskId] === 'solved';
    return {
      gained: both.filter((taskId) => !solved(before, taskId) && solved(after, taskId)).length,
      lost: both.filter((taskId) => solved(before, taskId) && !solved(after, taskId)).length,
    };
  });
}

function between(
  ks: readonly number[],
  change: (from: number, to: number) => { readonly gained: number; readonly lost: number } | undefined,
): KStep[] {
  return ks.slice(1).flatMap((to, position) => {
    const from = ks[position] ?? to;
    const changed = change(from, to);
    return changed === undefined ? [] : [{ from, to, gained: changed.gained, lost: changed.lost }];
  });
}
