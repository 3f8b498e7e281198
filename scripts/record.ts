import * as flags from '../harness/command-line.ts';
import { RECORDINGS } from '../harness/models/recorded/recording-folder.ts';
import { type RecordOptions, record } from '../harness/recording/record.ts';
import type { BenchOptions } from '../harness/run/bench.ts';
import { studyCommand } from '../harness/run/bench-flags.ts';
import { machineParts } from '../harness/run/machine-parts.ts';
import { print } from '../harness/terminal.ts';

const command = (
  await studyCommand('record', 'Runs a study with a real model and packs its answers for npm run bench to replay.')
)
  .requiredOption('--study <name>', 'what the recording is called: bench replays it with --model recorded:NAME')
  .option('--into <folder>', 'the folder that holds recordings', RECORDINGS)
  .option('--stale', 'ask only for what the recording does not hold, where prompts changed')
  .option('--pack-only <run-folder>', 'pack this run, finished or not, and ask nothing')
  .option('--also <run-folders>', 'pack these runs of the same model too, with commas', flags.list)
  .option('--quantisation <text>', 'of the weights, for the header of the tables')
  .option('--engine <text>', 'what serves the model, with its version')
  .option('--note <text>', 'anything else a reader must know')
  .option('--licence <text>', 'of the answers')
  .option('--evidence <text>', 'one sentence: what a model of this kind is evidence for');

await flags.runCommand(command, async (signal) => {
  const options = command.opts<RecordOptions & BenchOptions>();
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const { screen, written } = await record(options, options, isGiven, machineParts(signal));
  const { answers, programs, identity, tasksLeftOut } = written.manifest;
  print(`${screen}\n${written.path}: ${answers} answers, ${programs} verdicts, ${written.bytes} bytes`.trim());
  for (const remark of written.remarks) print(remark);
  if (tasksLeftOut > 0) print(`${identity.taskIds.length} tasks are complete, ${tasksLeftOut} are not packed yet`);
  return 0;
});
