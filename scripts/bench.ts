import { availableParallelism } from 'node:os';
import { type BenchOptions, bench } from '../harness/bench.ts';
import * as flags from '../harness/command-line.ts';
import { listConditions } from '../harness/load-conditions.ts';
import { listDatasets } from '../harness/load-dataset.ts';
import { standardProgress } from '../harness/progress.ts';

const { Option } = flags;
const command = flags
  .createCommand('bench', 'Runs conditions on a dataset, grades every step, prints the tables and says where they are.')
  .option('--dataset <id>', `one of: ${listDatasets().join(', ')}`, 'kata')
  .option('--conditions <names>', 'some of them, with commas; all when left out', flags.list)
  .option('--k <rounds>', 'numbers of repair rounds to report', flags.rounds, [1, 3, 5])
  .option('--samples <n>', 'trials of each task and condition', flags.wholeNumber(1), 1)
  .option(
    '--model <id>',
    'simulated:PROFILE, openai:MODEL, anthropic:MODEL, openai-compatible:MODEL@URL',
    'simulated:strong-2025',
  )
  .addOption(
    new Option('--sandbox <kind>', 'where candidates run; auto takes the safest that works here')
      .choices(['auto', 'docker', 'bubblewrap', 'process'])
      .default('auto'),
  )
  .addOption(
    new Option('--protocol <name>', 'nested: one trajectory, graded at every k; independent: a fresh run for each k')
      .choices(['nested', 'independent'])
      .default('nested'),
  )
  .addOption(
    new Option('--stop <rule>', 'verdict: a loop ends when its verifier accepts; never: it goes on to k')
      .choices(['verdict', 'never'])
      .default('verdict'),
  )
  .option(
    '--temperature <t>',
    'published (0.7 to generate, 0 else), provider-default, or a number to generate with',
    flags.temperature,
    'published',
  )
  .option('--max-output-tokens <n>', 'bound on each answer', flags.wholeNumber(1), 1024)
  .option('--max-claims <n>', 'claims a candidate may make', flags.wholeNumber(1), 5)
  .option('--verdict-timeout <seconds>', 'wall clock of one execution', flags.positiveNumber, 10)
  .option(
    '--random-acceptance <share>',
    "a random verifier's acceptance: a share, or match:CONDITION",
    flags.acceptance,
    '0.5',
  )
  .addOption(
    new Option(
      '--extractor <name>',
      "published: independent draws are graded under the published study's extractor too",
    )
      .choices(['default', 'published'])
      .default('default'),
  )
  .option('--concurrency <n>', 'trials at a time', flags.wholeNumber(1), 8)
  .option('--sandboxes <n>', 'executions at a time', flags.wholeNumber(1), availableParallelism())
  .option('--seed <n>', 'decides coins and the simulated model', flags.wholeNumber(0), 1)
  .option('--limit <n>', 'the first n tasks', flags.wholeNumber(1))
  .option('--tasks <ids>', 'exactly these tasks, with commas', flags.list)
  .option('--exclude-defects', 'leave out tasks with a known defect')
  .option('--out <folder>', 'the run folder; results/<dataset>-<model>-<identity> when left out')
  .option('--resume', 'go on with a run that was stopped; nothing that is done is done again')
  .option('--plan', 'say what would be done, and do nothing')
  .addHelpText('after', `\nConditions: ${listConditions().join(', ')}`);

await flags.runCommand(command, async (signal) => {
  const say = (line: string) => console.error(line);
  const parts = { signal, progress: standardProgress, say, date: () => new Date() };
  const { screen } = await bench(command.opts<BenchOptions>(), parts);
  console.log(screen);
  return 0;
});
