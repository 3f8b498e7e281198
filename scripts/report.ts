import * as flags from '../harness/command-line.ts';
import { readRun } from '../harness/records/run-folder.ts';
import { writeReport } from '../harness/report/write-report.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand('report', 'Writes the tables and CSV files of a run folder again, from its records alone.')
  .argument('<run-folder>', 'results/…');

await flags.runCommand(command, async () => {
  const [folder = ''] = command.args;
  const { screen } = await writeReport(await readRun(folder), folder);
  print(screen);
  return 0;
});
