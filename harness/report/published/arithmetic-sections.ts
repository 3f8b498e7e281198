import type { JudgedClaim, JudgedSentence } from '../../published/arithmetic/judged-claim.ts';
import type { LeastP } from '../../published/arithmetic/least-p.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { pValue } from '../tables/format.ts';

/** Pairs of published cells with the smallest p any pairing of their tasks can give. */
export const leastPTable = (pairs: readonly LeastP[]): string =>
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

/** What a paper's sentences say in numbers, and what became of it. */
export function sentenceLines(sentences: readonly JudgedSentence[]): string[] {
  const claims = sentences.flatMap((sentence) => sentence.claims);
  return [
    'Sentences of the text',
    markdownTable({
      header: ['place', 'what is said', 'verdict', 'from the tables'],
      rows: sentences.flatMap(({ place, claims: own }) =>
        own.map(({ said, verdict, why }, index) => [index === 0 ? place : '', said, verdict, why]),
      ),
      textColumns: [1, 2, 3],
    }),
    `${sentences.length} sentences: ${countVerdicts(sentences.map((sentence) => worstOf(sentence.claims)))}; ${claims.length} claims in them: ${countVerdicts(claims.map(({ verdict }) => verdict))}`,
  ];
}

/** From best to worst. */
const VERDICTS = ['holds', 'not recoverable', 'holds otherwise', 'cannot hold'] as const;

const worstOf = (claims: readonly JudgedClaim[]): JudgedClaim['verdict'] =>
  VERDICTS.findLast((verdict) => claims.some((claim) => claim.verdict === verdict)) ?? 'holds';

/** `3 holds, 9 holds otherwise, 0 cannot hold`; what rests on no number is named where there is such. */
function countVerdicts(verdicts: readonly JudgedClaim['verdict'][]): string {
  const count = (verdict: JudgedClaim['verdict']): number => verdicts.filter((one) => one === verdict).length;
  const unrecoverable = count('not recoverable');
  return [
    ...(['holds', 'holds otherwise', 'cannot hold'] as const).map((verdict) => `${count(verdict)} ${verdict}`),
    ...(unrecoverable === 0 ? [] : [`${unrecoverable} not recoverable`]),
  ].join(', ');
}
