import { type Column, columnAt } from '../../metrics/columns.ts';
import { discordance } from '../../metrics/discordance.ts';
import { exactMcNemar } from '../../statistics/mcnemar.ts';
import type { RowLabel } from '../../types/study.ts';
import type { StudyCount } from '../study-count.ts';

/** A plateau: the rates at the smallest and the largest k are no further apart, in points. */
const PLATEAU_POINTS = 1;

/** The cells of one arm, from the smallest k on. */
export interface Row {
  readonly ks: readonly number[];
  readonly counts: readonly StudyCount[];
}

/** What each word says of the counts, by a rule that looks at nothing else. */
export function labelHolds(
  label: RowLabel,
  row: Row,
  others: ReadonlyMap<string, Row>,
  regressed: number,
): { readonly does: boolean; readonly why?: string } {
  const rates = row.counts.map(rate);
  const changes = rates.slice(1).map((value, position) => value - (rates[position] ?? 0));
  const [first = 0, last = 0] = [rates[0], rates.at(-1)];
  switch (label) {
    case 'plateaus':
      return {
        does: Math.abs(last - first) <= PLATEAU_POINTS / 100,
        why: `rule: first and last k within ${PLATEAU_POINTS} point`,
      };
    case 'monotonic':
      return { does: !falls(row) };
    case 'regresses':
      return { does: (changes.at(-1) ?? 0) < 0, why: 'rule: the last step falls' };
    case 'non-monotonic':
      return { does: regressed > 0, why: 'rule: a task solved at one k is not at the next' };
    case 'diverges':
      return { does: changes.every((change) => change < 0), why: 'rule: it falls at every step' };
    case 'converged at the smallest k':
      return { does: rates.every((value) => value === first) };
    case 'slower than the full system': {
      const full = others.get('lucid');
      const [own, its] = [reached(row), full === undefined ? undefined : reached(full)];
      return {
        does: its !== undefined && own > its,
        why: `reaches its last rate at k = ${own}, the full system at k = ${its ?? 'unknown'}`,
      };
    }
    case 'the only monotonic one': {
      const also = [...others].filter(([, other]) => !falls(other)).map(([name]) => name);
      return {
        does: !falls(row) && also.length === 0,
        why: also.length === 0 ? 'no other row' : `never falls either: ${also.join(', ')}`,
      };
    }
  }
}

function falls({ counts }: Row): boolean {
  return counts.some((count, position) => position > 0 && rate(count) < rate(counts[position - 1] ?? count));
}

/** The first k at which the row has its last rate. */
function reached({ ks, counts }: Row): number {
  const last = counts.at(-1);
  return ks[counts.findIndex((count) => last !== undefined && rate(count) === rate(last))] ?? 0;
}

export interface KStep {
  readonly from: number;
  readonly to: number;
  readonly gained: number;
  readonly lost: number;
}

/** What changed from each k to the next, task by task. */
export function stepsOf(columns: readonly Column[], condition: string, ks: readonly number[]): KStep[] {
  return ks.slice(1).flatMap((to, position) => {
    const from = ks[position] ?? to;
    const [before, after] = [columnAt(columns, condition, from), columnAt(columns, condition, to)];
    if (before === undefined || after === undefined) return [];
    const { gained, lost } = discordance(before, after);
    return [{ from, to, gained, lost }];
  });
}

export const stepText = ({ from, to, gained, lost }: KStep): string =>
  `${from} to ${to}: +${gained} -${lost}, p = ${exactMcNemar(gained, lost).toFixed(2)}`;

const rate = ({ solved, total }: StudyCount): number => solved / total;
