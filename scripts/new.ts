import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { writeNewCondition } from '../harness/run/new-condition.ts';
import { print } from '../harness/terminal.ts';
import { shellWord } from '../harness/text/shell-word.ts';

const command = flags
  .createCommand('new', 'Writes a condition of your own that runs, with its test, to begin from.')
  .argument('<what>', 'condition')
  .argument('<name>', 'its name in tables: lower-case words with hyphens')
  .option('--into <folder>', 'where it is written (default: the folder you are in)');

await flags.runCommand(command, async () => {
  const [what, name = ''] = command.args;
  if (what !== 'condition') throw new UsageError(`${what}: expected condition`);
  const { into = flags.machine.environment.INIT_CWD ?? '.' } = command.opts<{ readonly into?: string }>();
  const { condition, test } = await writeNewCondition(name, into);
  const bench = import.meta.url.includes('/node_modules/') ? 'npx lucid-bench bench' : 'npm run bench --';
  print(
    [
      `written: ${condition}`,
      `         ${test}`,
      `try it:  ${bench} --model simulated:strong-2025 --limit 5 --conditions ${shellWord(`baseline,${condition}`)}`,
      `test it: npx tsx --test ${shellWord(test)}`,
    ].join('\n'),
  );
  return 0;
});
