import * as flags from '../harness/command-line.ts';
import { comparisonsAcrossRuns } from '../harness/metrics/across-runs.ts';
import { readRun } from '../harness/records/stored-run.ts';
import { headToHeadTable, testNote } from '../harness/report/tables/head-to-head.ts';
import { print } from '../harness/terminal.ts';
import { markdownTable } from '../harness/text/markdown-table.ts';

const command = flags
  .createCommand(
    'compare',
    'Compares the arms of a run with those of another, pair by pair; refused when the runs are not comparable.',
  )
  .argument('<run-folder>', 'results/…')
  .argument('<other-run-folder>', 'the run that stands under "against"');

await flags.runCommand(command, async () => {
  const [folder = '', otherFolder = ''] = command.args;
  const [run, other] = [await readRun(folder), await readRun(otherFolder)];
  const rows = comparisonsAcrossRuns(run, other);
  if (rows.length === 0) {
    print('no arm of the first run, and no comparator of one, is in the second');
    return 0;
  }
  print(`${folder} against ${otherFolder}; exploratory (°): not declared in advance, not adjusted`);
  print(`${markdownTable(headToHeadTable(rows))}\n${testNote(run)}`);
  return 0;
});
