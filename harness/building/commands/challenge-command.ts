import * as flags from '../../command-line.ts';
import { UsageError } from '../../errors.ts';
import { challengeDataset } from '../challenge/challenge-dataset.ts';
import { readChallenges } from '../challenge/challenges.ts';
import { type Machine, type ModelFlags, withModelFlags, withParts } from './model-parts.ts';

export interface ChallengeFlags extends ModelFlags {
  readonly build: string;
  readonly challenges: string;
  readonly out: string;
  readonly resume?: true;
}

/** `npm run build-dataset -- challenge`: a new version in which what users say of inputs is the truth. */
export function challengeCommand(): ReturnType<typeof flags.createCommand> {
  const command = flags
    .createCommand(
      'build-dataset',
      'Writes a new version of a built dataset in which what users say of inputs is the truth. The old one stays; runs point to theirs. Challenges that contradict one another are set aside.',
    )
    .name('npm run build-dataset -- challenge')
    .requiredOption('--build <folder>', 'the build that is challenged')
    .requiredOption(
      '--challenges <file>',
      'JSON lines {task_id, input, output}, such as {"task_id": "a", "input": "[1, 2], 3", "output": "True"}',
    )
    .requiredOption('--out <folder>', 'where the new version is written, with challenges.jsonl')
    .requiredOption('--model <id>', 'writes tests and solutions of challenged tasks again')
    .option('--resume', 'go on with the version in --out');
  return withModelFlags(command);
}

/** Runs the command; gives the text for the screen. Throws `UsageError` and `DataError` for bad input. */
export async function runChallenge(options: ChallengeFlags, machine: Machine): Promise<string> {
  const { build, out, resume = false, concurrency, maxOutputTokens, modelSeed } = options;
  if (build === out) throw new UsageError(`--out ${out}: expected a new folder, got that of the build itself`);
  const challenges = await readChallenges(options.challenges);
  if (challenges.length === 0)
    throw new UsageError(`--challenges ${options.challenges}: expected a challenge a line, found none`);
  const rest = { build, challenges, out, resume, concurrency, maxOutputTokens, modelSeed };
  return withParts(options, machine, {}, (parts) => challengeDataset(rest, parts));
}
