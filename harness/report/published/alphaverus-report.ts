import type { AlphaverusArithmetic } from '../../published/alphaverus/verify-alphaverus.ts';
import { leastPTable, sentenceLines } from './arithmetic-sections.ts';
import { cellTable, countStatuses } from './verify-report.ts';

/** What AlphaVerus' published figures say of one another, as tables for the screen. */
export function alphaverusReport({ cells, pairs, counts, sentences }: AlphaverusArithmetic): string {
  return [
    'The published figures of AlphaVerus (arXiv 2412.06176), held against one another. No run was compared: every cell is `not run` here. Table 2 and Figures 3 to 8 are pictures: not recoverable.',
    '',
    'Percentages against counts (published: as printed; here: the count that rounds to it)',
    cellTable(cells),
    `${cells.length} published percentages: ${countStatuses(cells)}`,
    '',
    'The smallest p that an exact McNemar test can give against the paper’s own system, were no task lost (at the nearest counts)',
    leastPTable(pairs),
    'Generations are not equal: exploration has 256, the searches 256 and theirs; each system of Table 4 as many as its authors used.',
    '',
    `Counts of the text: ${Object.entries(counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}. Those that no sentence below names stand alone.`,
    '',
    ...sentenceLines(sentences),
  ].join('\n');
}
