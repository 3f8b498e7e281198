import { CHECKS } from '../../published/clover/clover-cells.ts';
import type { CloverArithmetic } from '../../published/clover/verify-clover.ts';
import type { VerifiedCell } from '../../published/verify/verify-cells.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { bounds, percent, pValue } from '../tables/format.ts';
import { cellTable, countStatuses } from './verify-report.ts';

/** What Clover's published figures say of one another, as tables for the screen; with a run, what that gives stands first. */
export function cloverReport(
  { cells, outOfScope, joint, same, bounds: shares, rise }: CloverArithmetic,
  compared: readonly VerifiedCell[] = [],
): string {
  const outside = joint.filter(({ published, least, most }) => published < least || published > most);
  return [
    ...(compared.length === 0
      ? [
          'The published figures of Clover (arXiv 2310.17807), held against one another. No run was compared: every cell is `not run` here.',
        ]
      : runLines(compared)),
    '',
    'Percentages against counts (columns published and here: as printed, and what its count gives)',
    cellTable(cells),
    `${cells.length} published numbers: ${countStatuses(cells)}; ${outOfScope} are out of scope`,
    '',
    'What each check accepts alone, and what all six can accept together',
    markdownTable({
      header: ['set', 'k', ...CHECKS, 'at least', 'at most', 'if independent', 'published', 'p'],
      rows: joint.map(({ set, k, marginals, total, least, most, independent, published, tail }) => [
        set,
        String(k),
        ...marginals.map((count) => `${count}/${total}`),
        String(least),
        String(most),
        independent.toFixed(1),
        String(published),
        pValue(tail),
      ]),
    }),
    'At least, at most: Fréchet bounds from the six counts. If independent: expected if checks failed independently on every program. p: how often such checks',
    'give the published count or one further away on its side. A small p says that checks fail together, or that programs are not equally hard.',
    `${joint.length - outside.length} of ${joint.length} published decisions lie within the bounds. Ten attempts accept at least as many as one in ${rise.holds} of ${rise.pairs} cells; by construction they must.`,
    '',
    'Cells that must be equal, because both sets show the check the same artefacts (Table 3)',
    cellTable(same),
    `${same.length} pairs: ${countStatuses(same)}`,
    '',
    'What the counts of Table 1 exclude',
    markdownTable({
      header: ['triples', 'accepted', 'share', '95 % (Clopper and Pearson)'],
      rows: shares.map(({ what, count, total, interval }) => [
        what,
        `${count}/${total}`,
        percent(count / total),
        bounds(interval),
      ]),
    }),
    'The wrong triples of one program share artefacts and answers: where those of a program stand or fall together, 0 of 240 excludes no more than 0 of 60.',
  ].join('\n');
}

const runLines = (compared: readonly VerifiedCell[]): string[] => [
  'The published figures of Clover (arXiv 2310.17807) beside this run',
  cellTable(compared),
  `${compared.length} published numbers: ${countStatuses(compared)}`,
  'match: the published share lies in the 95 % interval of the run’s (each program with all its triples as one), counted under the published rule; last column: the strict rule.',
  '',
  'The published figures held against one another',
];
