import * as flags from '../harness/command-line.ts';
import { openRun } from '../harness/records/stored-run.ts';
import { writeReport } from '../harness/report/write-report.ts';
import { print } from '../harness/terminal.ts';
import { indexTexts, withTexts } from '../harness/viewer/run-texts.ts';

const command = flags
  .createCommand('report', 'Writes the tables and CSV files of a run folder again, from its records alone.')
  .argument('<run-folder>', 'results/…')
  .option('--calls', 'pages of tasks show what the model was sent and said, whole');

await flags.runCommand(command, async () => {
  const [folder = ''] = command.args;
  const { calls } = command.opts<{ readonly calls?: boolean }>();
  const run = await openRun(folder);
  const { screen } =
    calls === true
      ? await withTexts(folder, await indexTexts(folder), (texts) => writeReport(run, folder, texts))
      : await writeReport(run, folder);
  print(screen);
  return 0;
});
