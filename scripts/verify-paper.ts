import * as flags from '../harness/command-line.ts';
import { loadPublishedTables } from '../harness/published/published-cells.ts';
import { readRuns } from '../harness/published/read-runs.ts';
import { findStudy } from '../harness/published/study.ts';
import { judgeConclusions } from '../harness/published/verify/conclusions.ts';
import { verifyCells } from '../harness/published/verify/verify-cells.ts';
import { verifyFurther } from '../harness/published/verify/verify-further.ts';
import { verifyReport } from '../harness/report/published/verify-report.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'verify-paper',
    "Compares a study's published cells with a run: match, differs or missing; exit 1 unless every cell matches. Then what else was published, and which conclusions stand.",
  )
  .argument('<study>', 'lucid')
  .argument('<run>', 'a run folder, or the folder import wrote its run folders to');

await flags.runCommand(command, async () => {
  const [studyId = '', folder = ''] = command.args;
  const tables = loadPublishedTables(findStudy(studyId).id);
  const { runs, isWhole } = await readRuns(folder);
  const verification = verifyCells(tables, runs, isWhole);
  print(verifyReport(verification, verifyFurther(tables, runs), judgeConclusions(tables, runs)));
  return verification.rows.every(({ status }) => status === 'match') ? 0 : 1;
});
