import * as flags from '../command-line.ts';
import { shareFlag } from '../critics/critics-command.ts';
import { studyCommand } from '../run/bench-flags.ts';
import { CRITIC_CHOICES } from './iteration.ts';

/** `npm run bootstrap` with all its flags: those of a study, and how it learns from itself. */
export async function bootstrapCommand(): Promise<ReturnType<typeof flags.createCommand>> {
  const command = await studyCommand(
    'bootstrap',
    'Translates proved programs again and again, each time with examples of what was proved and passed the critics before (AlphaVerus, Algorithm 1, III).',
  );
  return command
    .optionsGroup('Learning from itself:')
    .requiredOption('--iterations <n>', 'how many times all tasks are tried', flags.wholeNumber(1, 100))
    .addOption(
      new flags.Option('--critics <which>', 'who says what may be learned from: none, rules, or all five')
        .choices([...CRITIC_CHOICES])
        .default('all'),
    )
    .option('--votes <n>', 'votes and exploits of each translation (paper 32)', flags.wholeNumber(1), 32)
    .option('--reject-from <share>', 'share of votes that rejects; the paper does not state it', shareFlag, 0.5)
    .option('--resume', 'go on with the iterations in --out, which was begun with the same flags')
    .option('--plan', 'print what an iteration asks at the most, then stop');
}
