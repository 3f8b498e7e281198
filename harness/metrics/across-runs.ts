import type { Run } from '../types/record.ts';
import { type Column, columnKs, readColumns } from './columns.ts';
import { incomparableFields } from './comparable.ts';
import { comparatorOf, comparer, type HeadToHead, refusedComparison } from './paired.ts';

/**
 * The arms of a run against those of another, all exploratory: each arm against the same one there and against its declared comparator
 * there, at the largest k that both runs have. Refused, with the fields that differ, when the identities do not agree.
 */
export function comparisonsAcrossRuns(run: Run, other: Run): HeadToHead[] {
  const fields = incomparableFields(run.manifest.identity, other.manifest.identity);
  const theirKs = columnKs(other);
  const largest = Math.max(...columnKs(run).filter((k) => theirKs.includes(k)));
  const [ours, theirs] = [run, other].map((one) => lastColumns(readColumns(one), largest));
  const compare = comparer(run);
  return (ours ?? []).flatMap((column) => {
    const names = [column.condition.name, comparatorOf(column.condition)];
    const opposite = (theirs ?? []).filter(({ condition }) => names.includes(condition.name));
    return opposite.map((there) =>
      fields.length === 0
        ? { ...compare('other-run', column, there), isByConstruction: false }
        : refusedComparison('other-run', column, there.condition, there.k, `the runs differ in ${fields.join(', ')}`),
    );
  });
}

/** Each condition's column at `largest`, or its last before that: the baseline has step 0 only. */
function lastColumns(columns: readonly Column[], largest: number): Column[] {
  const within = columns.filter(({ k }) => k <= largest);
  return within.filter(({ condition }, position) => within[position + 1]?.condition.name !== condition.name);
}
