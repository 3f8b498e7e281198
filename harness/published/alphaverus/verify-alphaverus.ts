import { countsBeside } from '../arithmetic/count-of.ts';
import type { JudgedSentence } from '../arithmetic/judged-claim.ts';
import { type LeastP, leastP } from '../arithmetic/least-p.ts';
import type { VerifiedCell } from '../verify/verify-cells.ts';
import type { AlphaverusRow, AlphaverusTables } from './alphaverus-tables.ts';
import { countedCell } from './counted-cell.ts';
import { judgeAlphaverusClaim } from './judge-alphaverus-claim.ts';

/** What follows from AlphaVerus' published figures alone. */
export interface AlphaverusArithmetic {
  /** A row for each percentage, against the count that rounds to it. */
  readonly cells: readonly VerifiedCell[];
  /** The paper's own system, last of its line, against each other one, at the counts nearest to the percentages. */
  readonly pairs: readonly LeastP[];
  /** Of the text. */
  readonly counts: AlphaverusTables['counts'];
  readonly sentences: readonly JudgedSentence[];
}

/** Holds every published figure of AlphaVerus against the others. Needs no run; measures nothing. */
export function verifyAlphaverus(tables: AlphaverusTables): AlphaverusArithmetic {
  return {
    cells: tables.rows.flatMap(verifyPercents),
    pairs: tables.rows.flatMap(pairsOf),
    counts: tables.counts,
    sentences: tables.sentences.map(({ place, claims }) => ({
      place,
      claims: claims.map((claim) => judgeAlphaverusClaim(claim, tables)),
    })),
  };
}

const asPercent = (share: number): string => (100 * share).toFixed(1);

function verifyPercents(row: AlphaverusRow): VerifiedCell[] {
  return Object.keys(row.percents).flatMap((method): VerifiedCell[] => {
    const cell = countedCell(row, method);
    if (cell === undefined) return [];
    const { percent, count, tasks, isExact } = cell;
    const own = { table: row.table, condition: `${row.dataset}: ${method}`, k: '', published: percent.toFixed(1) };
    if (isExact) return [{ ...own, here: `${count}/${tasks}`, status: 'match', why: '' }];
    const here = countsBeside(percent / 100, tasks, asPercent);
    return [{ ...own, here, status: 'differs', why: `no count of ${tasks} rounds to it` }];
  });
}

function pairsOf(row: AlphaverusRow): LeastP[] {
  const methods = Object.keys(row.percents);
  const own = methods.at(-1) ?? '';
  const to = countedCell(row, own);
  return methods.slice(0, -1).flatMap((method): LeastP[] => {
    const from = countedCell(row, method);
    if (from === undefined || to === undefined) return [];
    const counts = [from.count, to.count] as const;
    const p = leastP(...counts);
    return [{ table: row.table, name: row.dataset, from: method, to: own, counts, total: row.tasks, p }];
  });
}
