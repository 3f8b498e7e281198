import * as flags from '../harness/command-line.ts';
import { type CriticsFlags, criticsCommand, runCritics } from '../harness/critics/critics-command.ts';
import { print, say } from '../harness/terminal.ts';

const command = criticsCommand();

await flags.runCommand(command, async (signal) => {
  print(await runCritics(command.opts<CriticsFlags>(), { ...flags.machine, signal, say }));
  return 0;
});
