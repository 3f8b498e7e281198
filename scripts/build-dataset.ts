import { type BuildFlags, buildCommand, runBuild } from '../harness/building/build-command.ts';
import * as flags from '../harness/command-line.ts';
import { print, say } from '../harness/terminal.ts';

const command = buildCommand();

await flags.runCommand(command, async (signal) => {
  print(await runBuild(command.opts<BuildFlags>(), { ...flags.machine, signal, say }));
  return 0;
});
