import { type BiasFlags, biasCommand, runBias } from '../harness/building/bias-command.ts';
import { type BuildFlags, buildCommand, runBuild } from '../harness/building/build-command.ts';
import * as flags from '../harness/command-line.ts';
import { print, say } from '../harness/terminal.ts';

/** A build is the command itself; what is done with a built dataset has a word of its own. */
const [, , word] = process.argv;

if (word === 'bias') {
  process.argv.splice(2, 1);
  const command = biasCommand();
  await flags.runCommand(command, async () => {
    print(await runBias(command.opts<BiasFlags>(), flags.machine));
    return 0;
  });
} else {
  const command = buildCommand();
  await flags.runCommand(command, async (signal) => {
    print(await runBuild(command.opts<BuildFlags>(), { ...flags.machine, signal, say }));
    return 0;
  });
}
