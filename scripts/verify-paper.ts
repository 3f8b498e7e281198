import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { loadAlphaverusTables } from '../harness/published/alphaverus/alphaverus-tables.ts';
import { verifyAlphaverus } from '../harness/published/alphaverus/verify-alphaverus.ts';
import { allHold } from '../harness/published/arithmetic/judged-claim.ts';
import { loadCloverTables } from '../harness/published/clover/clover-cells.ts';
import { compareRun } from '../harness/published/clover/compare-run.ts';
import { verifyClover } from '../harness/published/clover/verify-clover.ts';
import { loadPublishedTables } from '../harness/published/published-cells.ts';
import { readRuns } from '../harness/published/read-runs.ts';
import { findStudy } from '../harness/published/study.ts';
import { judgeConclusions } from '../harness/published/verify/conclusions.ts';
import { verifyCells } from '../harness/published/verify/verify-cells.ts';
import { verifyFurther } from '../harness/published/verify/verify-further.ts';
import { simulatedNotice } from '../harness/report/header.ts';
import { alphaverusReport } from '../harness/report/published/alphaverus-report.ts';
import { cloverReport } from '../harness/report/published/clover-report.ts';
import { verifyReport } from '../harness/report/published/verify-report.ts';
import { verifyCodegradWith } from '../harness/run/finished/verify-codegrad.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'verify-paper',
    "Compares a study's published cells with a run: match, differs or missing; exit 1 unless every cell matches. Then what else was published, and which conclusions stand. Those of Clover, CodeGrad and AlphaVerus are held against one another, which needs no run; Clover's and CodeGrad's stand beside one where it is given.",
  )
  .argument('<study>', 'lucid, clover, codegrad or alphaverus')
  .argument(
    '[run]',
    'of lucid: a run folder, or the folder import wrote its run folders to; not required: of clover, a run folder of clover-triples; of codegrad, a run folder of humaneval or humaneval-plus, or a folder with one of each',
  );

/** Studies whose figures are held against one another, with or without a run; each tells whether none contradicts another or the run. */
const ARITHMETIC = new Map<string, (folder: string | undefined) => boolean | Promise<boolean>>([
  ['clover', verifyCloverWith],
  [
    'codegrad',
    async (folder) => {
      const { text, isSound } = await verifyCodegradWith(folder);
      print(text);
      return isSound;
    },
  ],
  ['alphaverus', verifyAlphaverusAlone],
]);

await flags.runCommand(command, async () => {
  const [studyId = '', folder] = command.args;
  const verified = ARITHMETIC.get(studyId)?.(folder) ?? verifyRun(studyId, folder);
  return (await verified) ? 0 : 1;
});

function verifyAlphaverusAlone(folder: string | undefined): boolean {
  if (folder !== undefined)
    throw new UsageError(`verify-paper alphaverus compares no run: expected no second argument, got "${folder}"`);
  const found = verifyAlphaverus(loadAlphaverusTables());
  print(alphaverusReport(found));
  return found.cells.every(({ status }) => status === 'match') && allHold(found.sentences);
}

/** Whether no figure contradicts another or the run. */
async function verifyCloverWith(folder: string | undefined): Promise<boolean> {
  const tables = loadCloverTables();
  const found = verifyClover(tables);
  const { runs } = folder === undefined ? { runs: [] } : await readRuns(folder);
  if (runs.length > 1)
    throw new UsageError(`verify-paper clover: expected one run folder, got ${runs.length} in ${folder}`);
  const compared = runs.flatMap((run) => compareRun(tables.cells, run));
  for (const notice of runs.flatMap((run) => simulatedNotice(run) ?? [])) print(notice);
  print(cloverReport(found, compared));
  return [...compared, ...found.cells, ...found.same].every(({ status }) => status !== 'differs');
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
