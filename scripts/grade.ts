import * as flags from '../harness/command-line.ts';
import { kindOf, TASK_KINDS } from '../harness/kinds/kinds.ts';
import { listDatasets } from '../harness/loading/load-dataset.ts';
import { print, say } from '../harness/terminal.ts';

const command = flags
  .createCommand('grade', "Grades anybody's answers by what grades a dataset: hidden tests, or proofs.")
  .requiredOption('--dataset <id>', `one of: ${listDatasets().join(', ')}; or FILE.jsonl`)
  .requiredOption('--out <file>', "the input's lines with outcome, reason and extraction added")
  .option('--concurrency <n>', 'executions at a time; as many as fit here when absent', flags.wholeNumber(1));
for (const kind of TASK_KINDS) kind.addGradeFlags?.(command);

await flags.runCommand(command, async (signal) => {
  const kind = await kindOf(command.opts<{ dataset: string }>().dataset);
  print(await kind.grade(command, { ...flags.machine, signal, say }));
  return 0;
});
