import * as flags from '../harness/command-line.ts';
import { listStudies } from '../harness/published/replication/study-file.ts';
import type { BenchOptions } from '../harness/run/bench.ts';
import { studyCommand } from '../harness/run/bench-flags.ts';
import { machineParts } from '../harness/run/machine-parts.ts';
import { type ReplicateOptions, replicate } from '../harness/run/replicate.ts';
import { print } from '../harness/terminal.ts';

const command = (
  await studyCommand(
    'replicate',
    "Runs a published study's arms again, with its settings where no flag says otherwise, and sets the two against each other.",
  )
)
  .argument('<study>', `one of: ${listStudies().join(', ')}; or the file of a study, or the folder of an exported one`)
  .option('--records <run-folder>', 'the study’s own records (npm run import): compared task by task')
  .option('--two-by-two', 'also the mended loop of each arm, and every loop under both extractors')
  .option('--resume', 'go on with a run that was stopped; nothing that is done is done again')
  .option('--plan', "say what would be asked and what it costs at the study's own mean tokens, and ask nothing");

await flags.runCommand(command, async (signal) => {
  const [study = ''] = command.args;
  const options = { ...command.opts<BenchOptions & Omit<ReplicateOptions, 'study'>>(), study };
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const { screen } = await replicate(options, options, isGiven, machineParts(signal));
  print(screen);
  return 0;
});
