import * as flags from '../command-line.ts';
import { TASK_KINDS } from '../kinds/kinds.ts';
import type { Command } from '../kinds/task-kind.ts';
import { listDatasets } from '../loading/load-dataset.ts';
import { parsePrice } from '../models/providers/prices.ts';
import { defaultSlots } from '../sandbox/docker/spec.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { STARTS } from '../types/identity.ts';
import { parseInjection } from './fault-arms.ts';
import { listConditions, loadConditions } from './load-conditions.ts';

const { Option } = flags;

const choice = (name: string, description: string, ...choices: string[]) =>
  new Option(name, description).choices(choices);

/** What answers when `--model` is not given, on the dataset it was recorded on; `forReplay` says what does on others. */
export const DEFAULT_MODEL = 'recorded:kata-qwen2.5-coder-0.5b';

/** Bounds on answers that kinds of task have of their own, for the help. */
const OWN_OUTPUT_TOKENS = TASK_KINDS.flatMap(({ kind, maxOutputTokens }) =>
  maxOutputTokens === undefined ? [] : [`; ${kind}: ${maxOutputTokens}`],
).join('');

/** `npm run bench` with all its flags; their values fit `BenchOptions`. */
export async function benchCommand(): Promise<Command> {
  const command = await studyCommand(
    'bench',
    'Runs conditions on a dataset, grades every step, prints the tables and says where they are.',
  );
  command.optionsGroup('Going on, looking first:');
  return command
    .option(
      '--resume [folder]',
      'go on with the run in a folder, with its own flags; without one: with the newest run of these flags',
    )
    .option('--plan', 'print the plan, its highest cost and its time, then stop')
    .option('--open', 'open the report in the browser at the end')
    .option('--from <bundle>', 'regenerate a run folder and its tables from a bundle, without a model, key or network')
    .option('--regrade', 'with --from: execute every candidate again instead of using the verdicts of the bundle');
}

/** A command with every flag of a study, its model and its run. */
export async function studyCommand(name: string, description: string): Promise<Command> {
  const command = flags.createCommand(name, description);
  addStudyFlags(command);
  addModelFlags(command);
  addRunFlags(command);
  command.optionsGroup('Only for some datasets:');
  for (const kind of TASK_KINDS) kind.addStudyFlags?.(command);
  return flags.isHelpAsked() ? command.addHelpText('after', await conditionsHelp()) : command;
}

function addStudyFlags(command: Command): void {
  command
    .optionsGroup('What is run:')
    .option('--dataset <id>', `one of: ${listDatasets().join(', ')}; or a file of tasks, FILE.jsonl`, 'kata')
    .option(
      '--conditions <names>',
      'some of them, with commas, or files of your own (./my/vote.ts); all but lucid-generated… and published-… when left out; lucid+extractor=published: with the extractor of the published study',
      flags.list,
    )
    .option('--k <rounds>', 'numbers of repair rounds to report', flags.rounds, [1, 3, 5])
    .option('--samples <n>', 'trials per task and condition', flags.wholeNumber(1, STUDY_BOUNDS.samples), 1)
    .option('--samples-of <arms>', 'more samples of some conditions, such as baseline=5', flags.counts)
    .addOption(
      choice(
        '--start <where>',
        "step 0 is a program of the task's pool in place of an answer, the same for every arm; pool:both: as many samples begin right (even ones) as wrong",
        ...STARTS,
      ),
    )
    .addOption(
      choice(
        '--protocol <name>',
        'nested: one trajectory, graded at every k; independent: a fresh run per k (the baseline once)',
        'nested',
        'independent',
      ).default('nested'),
    )
    .addOption(
      choice(
        '--stop <rule>',
        'verdict: a loop ends when its verifier accepts; never: it goes on to k',
        'verdict',
        'never',
      ).default('verdict'),
    )
    .option('--max-claims <n>', 'the most claims per candidate', flags.wholeNumber(1, STUDY_BOUNDS.maxClaims), 5)
    .option('--verdict-timeout <seconds>', 'wall clock of one execution', flags.positiveNumber, 10)
    .option(
      '--random-acceptance <share>',
      'acceptance rate of a random verifier: a number, or match:CONDITION',
      flags.acceptance,
      '0.5',
    )
    .addOption(
      choice(
        '--extractor <name>',
        "published: independent draws are graded under the published study's extractor too",
        'default',
        'published',
      ).default('default'),
    )
    .option(
      '--inject <what>',
      'faults on purpose, one arm per rate: verdict-flip=0,0.1,0.2, claims=P (negates claims), plan=P (drops plans), review=P and gate=P (codegrad’s critic); may be repeated',
      parseInjection,
    )
    .option('--seed <n>', 'decides coins, the tasks of --subset and the simulated model', flags.wholeNumber(0), 1)
    .option('--limit <n>', 'the first n tasks', flags.wholeNumber(1))
    .option('--tasks <ids>', 'exactly these tasks, comma-separated', flags.list)
    .option(
      '--subset <n>',
      'this many tasks drawn by --seed; a smaller subset is the beginning of a larger one',
      flags.wholeNumber(1),
    )
    .option('--exclude-defects', 'leave out tasks with a known defect');
}

function addModelFlags(command: Command): void {
  command
    .optionsGroup('The model, and what it may spend:')
    .option(
      '--model <id>',
      'recorded:STUDY, simulated:PROFILE, openai:MODEL, anthropic:MODEL, openai-compatible:MODEL@URL, anthropic:MODEL@URL, file:ADAPTER.ts; other datasets than kata: simulated:strong-2025 (triples: simulated:clover-gpt4); patches: scripted:FILE in place of simulated',
      DEFAULT_MODEL,
    )
    .option(
      '--critic <id>',
      'as --model: answers for the critic of arms that have one (codegrad…); without it --model answers everything',
    )
    .option(
      '--temperature <t>',
      'published (0.7 to generate, otherwise 0), provider-default, or a number for generation',
      flags.temperature,
      'published',
    )
    .option(
      '--max-output-tokens <n>',
      `output limit per answer${OWN_OUTPUT_TOKENS}`,
      flags.wholeNumber(1, STUDY_BOUNDS.outputTokens),
      1024,
    )
    .option('--top-p <p>', 'sent with every request', flags.share)
    .option('--top-k <n>', 'sent with every request', flags.wholeNumber(1))
    .option('--model-seed <n>', 'sent with every request, a different one for each draw', flags.wholeNumber(0))
    .option('--reasoning-effort <word>', "sent with every request, in the provider's own words")
    .addOption(choice('--openai-api <name>', 'which OpenAI API to use', 'chat', 'responses'))
    .option('--call-timeout <seconds>', 'the longest an answer may take (900)', flags.positiveNumber)
    .option('--idle-timeout <seconds>', 'the longest silence within an answer (300)', flags.positiveNumber)
    .option('--attempts <n>', 'attempts per call, the first included (8)', flags.wholeNumber(1))
    .option('--price <in/out>', 'dollars per million tokens: IN/OUT or IN/CACHED/OUT', parsePrice)
    .option('--critic-price <in/out>', 'likewise of --critic', parsePrice)
    .option('--budget-usd <usd>', 'the run stops when it has spent this; --resume continues it', flags.positiveNumber)
    .option('--budget-tokens <n>', 'likewise, input and output together', flags.wholeNumber(1))
    .option(
      '--trial-budget-usd <usd>',
      'a trial that spends this ends as `limit`; counted as if it ran alone',
      flags.positiveNumber,
    )
    .option('--trial-budget-tokens <n>', 'likewise, input and output together', flags.wholeNumber(1))
    .addOption(
      choice(
        '--replay <how>',
        'cache: stored answers are reused; strict: no calls are made, a missing answer is an error',
        'cache',
        'strict',
      ).default('cache'),
    )
    .option('--no-probe', "do not ask the model's server first whether calls can begin")
    .option('--cache <folder>', 'where answers are stored, by sample key', 'results/cache');
}

function addRunFlags(command: Command): void {
  command
    .optionsGroup('Where it runs:')
    .addOption(
      choice(
        '--sandbox <kind>',
        'where candidates run; auto: the safest one that works here',
        'auto',
        'docker',
        'bubblewrap',
        'process',
      ).default('auto'),
    )
    .option('--concurrency <n>', 'trials and model calls at a time', flags.wholeNumber(1), 8)
    .addOption(flags.perMachine('--max-sandboxes <n>', 'executions at a time', defaultSlots()))
    .option('--out <folder>', 'the run folder; results/<day>-<dataset>-<model>-<identity> when left out');
}

const EXAMPLES = `
Examples:
  npm run bench                                              replays the recorded study
  npm run bench -- --model simulated:strong-2025 --limit 5   a first look, nothing is asked
  npm run bench -- --dataset humaneval --model openai:gpt-4.1-mini --conditions baseline,lucid --budget-usd 5
  npm run bench -- --conditions baseline,./my/vote.ts --dataset ./tasks.jsonl --model file:./my-model.ts
  npm run bench -- --resume results/FOLDER                   goes on with a run that was stopped`;

/** Examples, then each condition with its sentence. */
async function conditionsHelp(): Promise<string> {
  const loaded = await loadConditions(await listConditions());
  const width = Math.max(...loaded.map(({ identity }) => identity.name.length));
  const lines = loaded.map(
    ({ identity: { name, oracle, description } }) => `  ${name.padEnd(width)} ${oracle ? '†' : ' '} ${description}`,
  );
  return `${EXAMPLES}\n\nConditions († its loop looks at the tests or proofs that grade):\n${lines.join('\n')}`;
}
