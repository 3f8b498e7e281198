import type { JudgedClaim } from '../../published/codegrad/judge-claim.ts';
import type { CodegradArithmetic, LeastP } from '../../published/codegrad/verify-codegrad.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { pValue } from '../tables/format.ts';
import { cellTable, countStatuses } from './verify-report.ts';

/** As many possible sizes are printed. */
const MOST_SIZES = 4;
const ALPHA = 0.05;

/** What CodeGrad's published figures say of one another, as tables for the screen. */
export function codegradReport({ rates, gains, groups, splits, sums, pairs, sentences }: CodegradArithmetic): string {
  const claims = sentences.flatMap((sentence) => sentence.claims);
  const whole = pairs.filter(({ table }) => table === 'I');
  return [
    'The published figures of CodeGrad (arXiv 2508.10059v2), held against one another. No run was compared; LiveCodeBench V6: not run, its data is not here.',
    '',
    'Rates against counts (published: as printed; here: the count that rounds to it)',
    cellTable(rates),
    `${rates.length} published rates: ${countStatuses(rates)}`,
    '',
    'Sizes of topics and difficulties, which are not printed: those that give all five rates of their line',
    markdownTable({
      header: ['table', 'group', 'smallest', 'also possible'],
      rows: groups.map(({ row, total, totals }) => [
        row.table,
        row.group ?? '',
        String(total ?? 'none'),
        totals.length <= 1
          ? 'none'
          : `${totals.slice(1, MOST_SIZES).join(', ')}${totals.length > MOST_SIZES ? ', …' : ''}`,
      ]),
      textColumns: [1, 3],
    }),
    `The sizes of the three difficulties come to all tasks in ${splits} way${splits === 1 ? '' : 's'}. Topics may overlap and leave tasks out.`,
    '',
    'Table III summed, against Table I',
    cellTable(sums),
    '',
    'Printed gains over no critic: from the counts (first, second count: gain), and as the rounded rates give',
    cellTable(gains),
    `${gains.length} printed gains: ${countStatuses(gains)}`,
    '',
    'The smallest p that an exact McNemar test can give for two cells, were no task lost',
    pairTable(whole),
    'A rate that no count gives is left out.',
    ...groupPairs(pairs.filter(({ table }) => table !== 'I')),
    '',
    'Sentences of the text',
    markdownTable({
      header: ['place', 'what is said', 'verdict', 'from the tables'],
      rows: sentences.flatMap(({ place, claims: own }) =>
        own.map(({ said, verdict, why }, index) => [index === 0 ? place : '', said, verdict, why]),
      ),
      textColumns: [1, 2, 3],
    }),
    `${sentences.length} sentences: ${countVerdicts(sentences.map((sentence) => worstOf(sentence.claims)))}; ${claims.length} claims in them: ${countVerdicts(claims.map(({ verdict }) => verdict))}`,
  ].join('\n');
}

const pairTable = (pairs: readonly LeastP[]): string =>
  markdownTable({
    header: ['line', 'from', 'to', 'solved', 'least p'],
    rows: pairs.map(({ name, from, to, counts, total, p }) => [
      name,
      from,
      to,
      `${counts.join(' : ')} of ${total}`,
      pValue(p),
    ]),
    textColumns: [1, 2],
  });

/** Of the groups only those that a pairing could tell apart, and how many it could not. */
function groupPairs(pairs: readonly LeastP[]): string[] {
  const told = pairs.filter(({ p }) => p < ALPHA);
  const rest = `Of ${pairs.length} such comparisons within a topic or difficulty (smallest sizes), ${pairs.length - told.length} cannot come below ${ALPHA} in any pairing.`;
  return told.length === 0 ? [rest] : [`${rest} The others:`, pairTable(told)];
}

const VERDICTS = ['holds', 'holds otherwise', 'cannot hold'] as const;

const worstOf = (claims: readonly JudgedClaim[]): JudgedClaim['verdict'] =>
  VERDICTS.findLast((verdict) => claims.some((claim) => claim.verdict === verdict)) ?? 'holds';

const countVerdicts = (verdicts: readonly JudgedClaim['verdict'][]): string =>
  VERDICTS.map((verdict) => `${verdicts.filter((one) => one === verdict).length} ${verdict}`).join(', ');
