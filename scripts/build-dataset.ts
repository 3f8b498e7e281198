import { type BiasFlags, biasCommand, runBias } from '../harness/building/commands/bias-command.ts';
import { type BuildFlags, buildCommand, runBuild } from '../harness/building/commands/build-command.ts';
import { type ChallengeFlags, challengeCommand, runChallenge } from '../harness/building/commands/challenge-command.ts';
import { type EndsFlags, endsCommand, runEnds } from '../harness/building/commands/ends-command.ts';
import { type PackFlags, packCommand, runPack } from '../harness/building/commands/pack-command.ts';
import { runSubmit, type SubmitFlags, submitCommand } from '../harness/building/commands/submit-command.ts';
import * as flags from '../harness/command-line.ts';
import { print, say } from '../harness/terminal.ts';

type Command = ReturnType<typeof buildCommand>;
type Run = (command: Command, machine: Parameters<typeof runBuild>[1]) => Promise<string>;

/** What is done with a built dataset has a word of its own, which comes first; a build has none. */
const WORDS: ReadonlyMap<string, readonly [() => Command, Run]> = new Map<string, readonly [() => Command, Run]>([
  ['bias', [biasCommand, (command, machine) => runBias(command.opts<BiasFlags>(), machine)]],
  ['challenge', [challengeCommand, (command, machine) => runChallenge(command.opts<ChallengeFlags>(), machine)]],
  ['pack', [packCommand, (command, machine) => runPack(command.opts<PackFlags>(), machine)]],
  ['ends', [endsCommand, (command) => runEnds(command.opts<EndsFlags>())]],
  ['submit', [submitCommand, (command, machine) => runSubmit(command.opts<SubmitFlags>(), machine)]],
]);

const word = WORDS.get(process.argv[2] ?? '');
if (word !== undefined) process.argv.splice(2, 1);
const [createCommand, run]: readonly [() => Command, Run] = word ?? [
  buildCommand,
  (command, machine) =>
    runBuild(command.opts<BuildFlags>(), machine, (flag) => command.getOptionValueSource(flag) === 'cli'),
];
const command = createCommand();

await flags.runCommand(command, async (signal) => {
  print(await run(command, { ...flags.machine, signal, say }));
  return 0;
});
