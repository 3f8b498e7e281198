import { join } from 'node:path';
import * as flags from '../command-line.ts';
import { UsageError } from '../errors.ts';
import { readBuiltLines } from '../loading/built-line.ts';
import { loadDataset } from '../loading/load-dataset.ts';
import { createClient } from '../models/create-client.ts';
import { realRetryParts } from '../models/middleware/retry.ts';
import { type Price, parsePrice } from '../models/providers/prices.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { type ProgressOutput, standardProgress } from '../progress.ts';
import { chooseSandbox, type SandboxName } from '../sandbox/choose.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { readUtf8 } from '../storage/utf8.ts';
import type { Sandbox } from '../types/execution.ts';
import { buildDataset } from './build-dataset.ts';
import { HASH_SEEDS } from './certify.ts';
import type { InputForm } from './oracle.ts';
import { MOST_CALLS } from './readings.ts';
import { simulatedBuilder } from './simulated-builder.ts';
import { readTexts, type TextForm, textsFrom } from './texts.ts';
import { trustOf, trustTables } from './trust.ts';

export interface BuildFlags {
  readonly texts?: string;
  readonly from?: 'kata' | 'humaneval' | 'mbpp-plus';
  readonly text: TextForm;
  readonly inputs: InputForm;
  readonly model: string;
  readonly out: string;
  readonly resume?: true;
  readonly plan?: true;
  readonly tasks?: readonly string[];
  readonly limit?: number;
  readonly replay: 'strict' | 'cache';
  readonly cache: string;
  readonly maxOutputTokens: number;
  readonly modelSeed?: number;
  readonly price?: Price;
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
  readonly concurrency: number;
  readonly maxSandboxes: number;
  readonly sandbox: SandboxName;
}

interface Machine {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly progress?: ProgressOutput;
  date(): Date;
  now(): number;
  random(): number;
  say(line: string): void;
}

/** `npm run build-dataset` with all its flags. */
export function buildCommand(): ReturnType<typeof flags.createCommand> {
  const choice = (name: string, description: string, ...choices: string[]) =>
    new flags.Option(name, description).choices(choices);
  return flags
    .createCommand('build-dataset', 'Makes a dataset from texts: tests, a reference and a certificate for each task.')
    .option('--texts <file>', 'JSON lines {id, text, examples?}; an example is {input: "[1, 2], 3", output: "True"}')
    .addOption(choice('--from <dataset>', 'texts made from its prompts', 'kata', 'humaneval', 'mbpp-plus'))
    .addOption(
      choice('--text <part>', 'of a prompt, with --from', 'full', 'no-examples', 'first-sentence').default('full'),
    )
    .addOption(choice('--inputs <form>', 'how stage 4 gives test inputs', 'functions', 'values').default('functions'))
    .requiredOption('--model <id>', 'as for bench; simulated:builder with --from tries the pipeline without a model')
    .requiredOption('--out <folder>', 'where manifest.json, build.jsonl, build.md and dataset.jsonl are written')
    .option('--resume', 'go on with the build in --out')
    .option('--plan', 'print the most calls it can take, then stop')
    .option('--tasks <ids>', 'exactly these texts, comma-separated', flags.list)
    .option('--limit <n>', 'the first n texts', flags.wholeNumber(1))
    .addOption(choice('--replay <how>', 'strict: stored answers only', 'cache', 'strict').default('cache'))
    .option('--cache <folder>', 'where answers are stored, by sample key', 'results/cache')
    .option('--max-output-tokens <n>', 'output limit per answer', flags.wholeNumber(1), 2048)
    .option('--model-seed <n>', 'sent with every request, a different one for each draw', flags.wholeNumber(0))
    .option('--price <in/out>', 'dollars per million tokens: IN/OUT or IN/CACHED/OUT', parsePrice)
    .option('--budget-usd <usd>', 'the build stops when it has spent this', flags.positiveNumber)
    .option('--budget-tokens <n>', 'likewise, input and output together', flags.wholeNumber(1))
    .option('--concurrency <n>', 'texts and model calls at a time', flags.wholeNumber(1), 4)
    .option('--max-sandboxes <n>', 'executions at a time', flags.wholeNumber(1), 2)
    .addOption(
      choice('--sandbox <kind>', 'where programs run', 'auto', 'docker', 'bubblewrap', 'process').default('auto'),
    );
}

/** Runs the command; gives the text for the screen. Throws `UsageError` for bad input, and what a model that cannot go on throws. */
export async function runBuild(options: BuildFlags, machine: Machine): Promise<string> {
  const texts = await readAll(options, machine);
  if (options.plan === true)
    return `${texts.length} texts, at most ${MOST_CALLS * texts.length} model calls (${MOST_CALLS} a text)`;
  const stop = new AbortController();
  const synthetic = await syntheticOf(options, texts, machine);
  const { replay, cache, price, modelSeed, concurrency, maxOutputTokens, budgetUsd, budgetTokens } = options;
  const resolved = await resolveModel(options.model, synthetic, {
    sampling: { temperature: 0, ...(modelSeed === undefined ? {} : { seed: modelSeed }) },
    ...(price === undefined ? {} : { price }),
    replay,
    cache,
    isAsked: true,
    ...machine,
    onMiss: (error) => stop.abort(error),
  });
  const { sampler, account } = createClient(resolved, {
    retry: realRetryParts(machine.random),
    concurrency,
    usedBefore: [],
    date: machine.date,
    record: () => undefined,
    onStop: (error) => stop.abort(error),
    budgetUsd,
    budgetTokens,
  });
  const sandboxes: Sandbox[] = [];
  try {
    for (const hashSeed of HASH_SEEDS) {
      const slots = hashSeed === 0 ? options.maxSandboxes : 1;
      sandboxes.push(await chooseSandbox(options.sandbox, { needsIsolation: true, slots, hashSeed }));
    }
    const signal = AbortSignal.any([machine.signal, stop.signal]);
    const { out, inputs: form, resume = false } = options;
    const build = { texts, origin: originOf(options), form, out, resume, concurrency, maxOutputTokens, modelSeed };
    const { isSimulated } = resolved.model;
    const { progress = standardProgress } = machine;
    const table = await buildDataset(build, { sampler, isSimulated, sandboxes, signal, progress });
    return [table, ...(await trustLines(options, machine, sandboxes))].join('\n\n');
  } finally {
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    const { asked, stored, shared } = sampler.counts;
    machine.say(account?.summary() ?? `model calls: ${asked} made, ${stored} from the store, ${shared} shared`);
  }
}

async function readAll({ texts: path, from, text, tasks, limit }: BuildFlags, { environment }: Machine) {
  if ((path === undefined) === (from === undefined))
    throw new UsageError('expected either --texts FILE.jsonl or --from DATASET');
  const all = from === undefined ? await readTexts(path ?? '') : await textsFrom(from, text, environment);
  const missing = tasks?.find((id) => !all.some((one) => one.id === id));
  if (missing !== undefined) throw new UsageError(`--tasks: expected ids of texts, found no text ${missing}`);
  return all.filter(({ id }) => tasks?.includes(id) ?? true).slice(0, limit);
}

async function syntheticOf(
  { from, model }: BuildFlags,
  texts: Parameters<typeof simulatedBuilder>[0],
  { environment }: Machine,
) {
  if (from === undefined || !model.startsWith('simulated:')) return {};
  return simulatedBuilder(texts, (await loadDataset(from, { environment })).problems);
}

/** What the built tests are worth, where the truth is known; also written to trust.md. */
async function trustLines({ from, out }: BuildFlags, { environment }: Machine, [sandbox]: readonly Sandbox[]) {
  const path = join(out, 'dataset.jsonl');
  const lines = await readUtf8(path);
  if (from === undefined || sandbox === undefined || lines === '') return [];
  const { problems } = await loadDataset(from, { environment });
  const found = [];
  for (const line of readBuiltLines(lines, path)) {
    const truth = problems.find(({ task }) => task.id === line.task_id);
    if (truth !== undefined) found.push(await trustOf(line, truth, sandbox));
  }
  const tables = trustTables(found);
  await writeAtomically(join(out, 'trust.md'), `${tables}\n`);
  return [tables];
}

const originOf = ({ texts, from, text }: BuildFlags): string =>
  from === undefined ? (texts ?? '').replace(/^.*\//, '') : `${from}, text ${text}`;
