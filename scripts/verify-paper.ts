import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { loadCloverTables } from '../harness/published/clover/clover-cells.ts';
import { verifyClover } from '../harness/published/clover/verify-clover.ts';
import { loadPublishedTables } from '../harness/published/published-cells.ts';
import { readRuns } from '../harness/published/read-runs.ts';
import { findStudy } from '../harness/published/study.ts';
import { judgeConclusions } from '../harness/published/verify/conclusions.ts';
import { verifyCells } from '../harness/published/verify/verify-cells.ts';
import { verifyFurther } from '../harness/published/verify/verify-further.ts';
import { cloverReport } from '../harness/report/published/clover-report.ts';
import { verifyReport } from '../harness/report/published/verify-report.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'verify-paper',
    "Compares a study's published cells with a run: match, differs or missing; exit 1 unless every cell matches. Then what else was published, and which conclusions stand. Clover's are held against one another, without a run.",
  )
  .argument('<study>', 'lucid or clover')
  .argument('[run]', 'of lucid: a run folder, or the folder import wrote its run folders to');

await flags.runCommand(command, async () => {
  const [studyId = '', folder] = command.args;
  return (await (studyId === 'clover' ? verifyArithmetic(folder) : verifyRun(studyId, folder))) ? 0 : 1;
});

/** Whether no figure contradicts another. */
function verifyArithmetic(folder: string | undefined): boolean {
  if (folder !== undefined)
    throw new UsageError(`verify-paper clover compares no run: expected no second argument, got "${folder}"`);
  const found = verifyClover(loadCloverTables());
  print(cloverReport(found));
  return [...found.cells, ...found.same].every(({ status }) => status !== 'differs');
}

/** Whether every cell matches. */
async function verifyRun(studyId: string, folder: string | undefined): Promise<boolean> {
  const tables = loadPublishedTables(findStudy(studyId).id);
  if (folder === undefined) throw new UsageError(`verify-paper ${studyId}: expected a run folder, got none`);
  const { runs, isWhole } = await readRuns(folder);
  const verification = verifyCells(tables, runs, isWhole);
  print(verifyReport(verification, verifyFurther(tables, runs), judgeConclusions(tables, runs)));
  return verification.rows.every(({ status }) => status === 'match');
}
