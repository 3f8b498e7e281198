import { clopperPearsonInterval } from '../../statistics/clopper-pearson.ts';
import type { Interval } from '../../statistics/intervals.ts';
import type { VerifiedCell } from '../verify/verify-cells.ts';
import { acceptedOf, type CloverCell, type CloverTables, type SameArtefacts } from './clover-cells.ts';
import { type JointAcceptance, jointAcceptance } from './joint.ts';

/** What follows from Clover's published figures alone. */
export interface CloverArithmetic {
  /** A row for each cell: its percentage against its count. */
  readonly cells: readonly VerifiedCell[];
  /** Of these, how many no run here can measure. */
  readonly outOfScope: number;
  readonly joint: readonly JointAcceptance[];
  /** Cells of two sets that show a check the same artefacts. */
  readonly same: readonly VerifiedCell[];
  readonly bounds: readonly ShareBound[];
  /** Of the cells with one attempt and with ten: those where ten accept at least as many. */
  readonly rise: { readonly holds: number; readonly pairs: number };
}

/** A decision's count with its exact 95 % interval. */
interface ShareBound {
  readonly what: string;
  readonly count: number;
  readonly total: number;
  readonly interval: Interval | undefined;
}

/** Holds every published figure of Clover against the others. Needs no run; measures nothing. */
export function verifyClover({ cells, sameArtefacts }: CloverTables): CloverArithmetic {
  return {
    cells: cells.map(verifyPercent),
    outOfScope: cells.filter(({ notRun }) => notRun !== undefined).length,
    joint: jointAcceptance(cells),
    same: sameArtefacts.flatMap((pair) => verifySame(pair, cells)),
    bounds: boundsOf(cells),
    rise: riseOf(cells),
  };
}

function verifyPercent(cell: CloverCell): VerifiedCell {
  const { count, total, percent, notRun } = cell;
  const share = `${count}/${total}`;
  const own = (100 * count) / total;
  const head = { ...headOf(cell), here: `${share} = ${own.toFixed(1)} %` };
  const outOfScope = notRun === undefined ? [] : [`not run here: ${notRun}`];
  if (percent === undefined)
    return {
      ...head,
      published: share,
      status: 'not run',
      why: ['no percentage is printed', ...outOfScope].join('; '),
    };
  const published = `${share} = ${percent} %`;
  if (Math.abs(own - percent) <= 0.5) return { ...head, published, status: 'match', why: outOfScope.join('; ') };
  const complement = Math.abs(100 - own - percent) <= 0.5 ? [`${total - count}/${total} is ${percent} %`] : [];
  return { ...head, published, status: 'differs', why: [...complement, ...outOfScope].join('; ') };
}

const headOf = ({ table, set, check, measure, k }: CloverCell) => ({
  table,
  condition: `${set}${check === undefined ? '' : `, ${check}`}: ${measure}`,
  k: k === undefined ? '' : String(k),
});

function verifySame({ check, sets, differ }: SameArtefacts, cells: readonly CloverCell[]): VerifiedCell[] {
  const [one, two] = sets.map((set) => cells.filter((cell) => cell.set === set && cell.check === check));
  return (one ?? []).flatMap((cell) => {
    const other = two?.find(({ k }) => k === cell.k);
    if (other === undefined) return [];
    const [first, second] = [acceptedOf(cell), acceptedOf(other)];
    const shipped = `as shipped they differ in ${differ} of ${cell.total} programs`;
    return [
      {
        table: `${cell.table} : ${other.table}`,
        condition: `${check}: accepted in ${sets[0]} : ${sets[1]}`,
        k: cell.k === undefined ? '' : String(cell.k),
        published: `${first}/${cell.total} : ${second}/${other.total}`,
        here: first === second ? 'equal' : `${Math.abs(first - second)} apart`,
        status: first === second ? 'match' : 'differs',
        why: first === second ? shipped : `${shipped}; else answers to equal questions were drawn anew`,
      },
    ];
  });
}

/** Decisions of all six checks, and the wrong triples together. */
function boundsOf(cells: readonly CloverCell[]): ShareBound[] {
  const decisions = cells.filter((cell) => cell.table === 'table 1');
  const ks = [...new Set(decisions.flatMap(({ k }) => k ?? []))];
  return ks.flatMap((k) => {
    const own = decisions.filter((cell) => cell.k === k);
    const wrong = own.filter(({ set }) => set !== 'ground-truth');
    const all = { set: 'all wrong sets', count: sum(wrong, 'count'), total: sum(wrong, 'total') };
    return [...own, all].map(({ set, count, total }) => ({
      what: `${set}, k = ${k}`,
      count,
      total,
      interval: clopperPearsonInterval(count, total),
    }));
  });
}

const sum = (cells: readonly CloverCell[], field: 'count' | 'total'): number =>
  cells.reduce((total, cell) => total + cell[field], 0);

function riseOf(cells: readonly CloverCell[]): CloverArithmetic['rise'] {
  const pairs = cells.flatMap((cell) => {
    if (cell.k !== 1) return [];
    const { table, set, check, measure } = cell;
    const later = cells.find(
      (other) =>
        other.k === 10 &&
        other.table === table &&
        other.set === set &&
        other.check === check &&
        other.measure === measure,
    );
    return later === undefined ? [] : [acceptedOf(later) >= acceptedOf(cell)];
  });
  return { holds: pairs.filter(Boolean).length, pairs: pairs.length };
}
