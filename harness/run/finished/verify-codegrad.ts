import { allHold } from '../../published/arithmetic/judged-claim.ts';
import { loadCodegradTables } from '../../published/codegrad/codegrad-tables.ts';
import { compareRuns } from '../../published/codegrad/compare-runs.ts';
import { verifyCodegrad } from '../../published/codegrad/verify-codegrad.ts';
import { readRuns } from '../../published/read-runs.ts';
import { simulatedNotice } from '../../report/header.ts';
import { codegradReport } from '../../report/published/codegrad-report.ts';

/**
 * CodeGrad's published figures against one another and, where a folder is given, beside the runs in it. `isSound`: none contradicts another or a run. Throws `UsageError` for a folder that
 * holds no such run.
 */
export async function verifyCodegradWith(folder: string | undefined): Promise<{ text: string; isSound: boolean }> {
  const tables = loadCodegradTables();
  const found = verifyCodegrad(tables);
  const { runs } = folder === undefined ? { runs: [] } : await readRuns(folder);
  const compared = runs.length === 0 ? [] : compareRuns(tables.rows, runs);
  const notices = [...new Set(runs.flatMap((run) => simulatedNotice(run) ?? []))];
  const cells = [...found.rates, ...found.gains, ...found.sums, ...compared];
  const isSound = cells.every(({ status }) => status === 'match' || status === 'not run') && allHold(found.sentences);
  return { text: [...notices, codegradReport(found, { compared, runs })].join('\n'), isSound };
}
