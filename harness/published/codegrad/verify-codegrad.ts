import { countsBeside } from '../arithmetic/count-of.ts';
import { gainOf, roundsTo, signed } from '../arithmetic/gain.ts';
import type { JudgedSentence } from '../arithmetic/judged-claim.ts';
import { type LeastP, leastP } from '../arithmetic/least-p.ts';
import type { VerifiedCell } from '../verify/verify-cells.ts';
import { type CodegradTables, CRITICS, type Critic } from './codegrad-tables.ts';
import { type CountedRow, countRows, nameOf } from './counts.ts';
import { judgeClaim } from './judge-claim.ts';

/** What follows from CodeGrad's published figures alone. */
export interface CodegradArithmetic {
  /** A row for each rate, against the counts that round to it. */
  readonly rates: readonly VerifiedCell[];
  /** A row for each printed gain, against counts and rounded rates. */
  readonly gains: readonly VerifiedCell[];
  /** Lines whose number of tasks is not printed. */
  readonly groups: readonly CountedRow[];
  /** In how many ways the sizes of the difficulties come to the dataset's tasks. */
  readonly splits: number;
  /** Table III summed, against Table I. */
  readonly sums: readonly VerifiedCell[];
  readonly pairs: readonly LeastP[];
  readonly sentences: readonly JudgedSentence[];
}

/** Holds every published figure of CodeGrad against the others. Needs no run; measures nothing. */
export function verifyCodegrad({ rows, sentences }: CodegradTables): CodegradArithmetic {
  const lines = countRows(rows);
  return {
    rates: lines.flatMap(verifyRates),
    gains: lines.flatMap(verifyGains),
    groups: lines.filter(({ row }) => row.tasks === undefined),
    splits: splitsOf(lines),
    sums: verifySums(lines),
    pairs: lines.flatMap(pairsOf),
    sentences: sentences.map(({ place, claims }) => ({
      place,
      claims: claims.map((claim) => judgeClaim(claim, lines)),
    })),
  };
}

const head = ({ row }: CountedRow, critic: Critic) => ({
  table: row.table,
  condition: `${nameOf(row)}: ${critic}`,
  k: '',
});

function verifyRates(line: CountedRow): VerifiedCell[] {
  const { row, total, counts } = line;
  return CRITICS.map((critic) => {
    const [rate, count] = [row.rates[critic], counts[critic]];
    const own = { ...head(line, critic), published: rate.toFixed(3) };
    if (total === undefined) return { ...own, here: 'no size', status: 'differs', why: 'no size gives all five rates' };
    const why = row.tasks === undefined ? `${total} is the smallest size that gives all five rates` : '';
    if (count !== undefined) return { ...own, here: `${count}/${total}`, status: 'match', why };
    const here = countsBeside(rate, total, (share) => share.toFixed(3));
    return { ...own, here, status: 'differs', why: 'no count rounds to it' };
  });
}

function verifyGains(line: CountedRow): VerifiedCell[] {
  const { row, total = 1, counts } = line;
  return CRITICS.flatMap((critic): VerifiedCell[] => {
    const printed = row.gains[critic];
    if (printed === undefined) return [];
    const own = { ...head(line, critic), published: `${printed} %` };
    const fromRates = gainOf(row.rates.null, row.rates[critic]).relative;
    const rounded = `rounded rates: ${signed(fromRates)}`;
    const [before, after] = [counts.null, counts[critic]];
    const counted = before === undefined || after === undefined ? undefined : gainOf(before / total, after / total);
    const here = counted === undefined ? 'no count' : `${after}/${before}: ${signed(counted.relative)}`;
    if (roundsTo(counted?.relative, printed, 0)) return [{ ...own, here, status: 'match', why: '' }];
    const why = roundsTo(fromRates, printed, 0) ? `as the ${rounded}` : rounded;
    return [{ ...own, here, status: 'differs', why }];
  });
}

/** Table III's lines share a dataset's tasks out. */
const difficulties = (lines: readonly CountedRow[]): CountedRow[] => lines.filter(({ row }) => row.table === 'III');

function splitsOf(lines: readonly CountedRow[]): number {
  const parts = difficulties(lines);
  const whole = lines.find(({ row }) => row.group === undefined && row.dataset === parts[0]?.row.dataset)?.total ?? 0;
  const ways = (left: number, rest: readonly CountedRow[]): number => {
    const [first, ...others] = rest;
    if (first === undefined) return left === 0 ? 1 : 0;
    return first.totals.reduce((sum, size) => sum + (size > left ? 0 : ways(left - size, others)), 0);
  };
  return ways(whole, parts);
}

function verifySums(lines: readonly CountedRow[]): VerifiedCell[] {
  const parts = difficulties(lines);
  const whole = lines.find(({ row }) => row.group === undefined && row.dataset === parts[0]?.row.dataset);
  if (whole === undefined) return [];
  return CRITICS.map((critic) => {
    const counts = parts.map((part) => part.counts[critic] ?? Number.NaN);
    const sum = counts.reduce((all, count) => all + count, 0);
    const total = parts.reduce((all, part) => all + (part.total ?? Number.NaN), 0);
    const [rate, own] = [whole.row.rates[critic], whole.counts[critic]];
    return {
      table: 'III : I',
      condition: `${whole.row.dataset}: ${critic}`,
      k: '',
      published: rate.toFixed(3),
      here: `${counts.join(' + ')} = ${sum}/${total} = ${(sum / total).toFixed(3)}`,
      status: sum === own ? 'match' : 'differs',
      why: sum === own ? '' : `Table I: ${own === undefined ? 'no count' : own}`,
    };
  });
}

/** Each critic against none, and with code against without. */
const COMPARED: readonly (readonly [Critic, Critic])[] = [
  ...CRITICS.slice(1).map((critic) => ['null', critic] as const),
  ['qwen3-1.7b', 'qwen3-1.7b+code'],
  ['gpt-4.1-mini', 'gpt-4.1-mini+code'],
];

function pairsOf({ row, total, counts }: CountedRow): LeastP[] {
  return COMPARED.flatMap(([from, to]): LeastP[] => {
    const [first, second] = [counts[from], counts[to]];
    if (first === undefined || second === undefined || total === undefined) return [];
    return [
      { table: row.table, name: nameOf(row), from, to, counts: [first, second], total, p: leastP(first, second) },
    ];
  });
}
