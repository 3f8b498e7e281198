import { describeMachine } from '../harness/benchmarks/machine.ts';
import * as flags from '../harness/command-line.ts';
import { connectDocker } from '../harness/sandbox/docker/engine.ts';
import { type InstanceTableFlags, writeInstanceTable } from '../harness/tasks/patch/commands/write-instance-table.ts';
import { TEST_TIMEOUT_MS } from '../harness/tasks/patch/evaluation/evaluate.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'instance-table',
    'Tables which instances are sound here, their seconds and their disk, from what build-images and preflight have left; runs nothing. What an earlier table in --out has measured in images of the same recipes stays.',
  )
  .argument('[dataset]', 'a dataset of patches', 'swe-bench-lite')
  .option('--logs-out <folder>', 'the folder given to preflight; the cache folder when absent')
  .option('--mirrors <folder>', 'the copies of repositories that images were built from')
  .addOption(
    new flags.Option('--swebench-rules <version>', 'the rules that preflight used').choices(['4', '5']).default('5'),
  )
  .option(
    '--instance-timeout <seconds>',
    'the time limit that preflight used',
    flags.positiveNumber,
    TEST_TIMEOUT_MS / 1000,
  )
  .requiredOption('--out <folder>', 'gets instances.csv, instances.md, disk.csv and manifest.json');

await flags.runCommand(command, async () => {
  const [id = 'swe-bench-lite'] = command.args;
  const { loadBefore: _, python: __, ...machine } = describeMachine('python3');
  const parts = { ...flags.machine, engine: connectDocker(), machine };
  print(await writeInstanceTable(id, command.opts<InstanceTableFlags>(), parts));
  return 0;
});
