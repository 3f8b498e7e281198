import * as flags from '../harness/command-line.ts';
import { kindOf, TASK_KINDS } from '../harness/kinds/kinds.ts';
import { listDatasets } from '../harness/loading/load-dataset.ts';
import { print, say } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'preflight',
    'Checks the grader: canonical solutions must be solved; empty, exiting, forging and known-wrong programs must not.',
  )
  .option('--dataset <id>', `one of: ${listDatasets().join(', ')}; or FILE.jsonl`, 'kata');
for (const kind of TASK_KINDS) kind.addPreflightFlags?.(command);

await flags.runCommand(command, async (signal) => {
  const kind = await kindOf(command.opts<{ dataset: string }>().dataset);
  const { text, isSound } = await kind.preflight(command, { ...flags.machine, signal, say });
  print(text);
  return isSound ? 0 : 1;
});
