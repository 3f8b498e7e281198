import { bootstrap } from '../harness/bootstrap/bootstrap.ts';
import { bootstrapCommand } from '../harness/bootstrap/bootstrap-command.ts';
import type { BootstrapOptions } from '../harness/bootstrap/study.ts';
import * as flags from '../harness/command-line.ts';
import { machineParts } from '../harness/run/machine-parts.ts';
import { print } from '../harness/terminal.ts';

const command = await bootstrapCommand();

await flags.runCommand(command, async (signal) => {
  const { out = 'results/bootstrap', ...options } = command.opts<Omit<BootstrapOptions, 'out'> & { out?: string }>();
  print(await bootstrap({ ...options, out }, { ...machineParts(signal), random: flags.machine.random }));
  return 0;
});
