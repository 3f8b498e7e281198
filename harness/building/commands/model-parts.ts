import * as flags from '../../command-line.ts';
import { UsageError } from '../../errors.ts';
import { checkBudgets, createClient } from '../../models/create-client.ts';
import { realRetryParts } from '../../models/middleware/retry.ts';
import { type Price, parsePrice } from '../../models/providers/prices.ts';
import type { RecordedAnswers } from '../../models/recorded/model.ts';
import { isRecorded } from '../../models/recorded/replay.ts';
import { resolveModel, type SyntheticModels } from '../../models/resolve-model.ts';
import { type ProgressOutput, standardProgress } from '../../progress.ts';
import { chooseSandbox, type SandboxName } from '../../sandbox/choose.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { Sandbox } from '../../types/execution.ts';
import type { BuildParts } from '../build-dataset.ts';
import { HASH_SEEDS } from '../certify.ts';

/** Flags of every command that asks a model and runs programs. */
export interface ModelFlags {
  readonly model: string;
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

/** What a command takes of the machine it runs on. */
export interface Machine {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly progress?: ProgressOutput;
  date(): Date;
  now(): number;
  random(): number;
  say(line: string): void;
}

/** A flag whose value is one of a few. */
export const choice = (name: string, description: string, ...choices: string[]): flags.Option =>
  new flags.Option(name, description).choices(choices);

/** Where programs run. */
export const sandboxFlag = (): flags.Option =>
  choice('--sandbox <kind>', 'where programs run', 'auto', 'docker', 'bubblewrap', 'process').default('auto');

/** Adds the flags that say how a model is asked and where programs run. */
export function withModelFlags(command: ReturnType<typeof flags.createCommand>): typeof command {
  return command
    .addOption(choice('--replay <how>', 'strict: stored answers only', 'cache', 'strict').default('cache'))
    .option('--cache <folder>', 'where answers are stored, by sample key', 'results/cache')
    .option('--max-output-tokens <n>', 'output limit per answer', flags.wholeNumber(1), 2048)
    .option('--model-seed <n>', 'sent with every request, a different one for each draw', flags.wholeNumber(0))
    .option('--price <in/out>', 'dollars per million tokens: IN/OUT or IN/CACHED/OUT', parsePrice)
    .option('--budget-usd <usd>', 'the build stops when it has spent this', flags.positiveNumber)
    .option('--budget-tokens <n>', 'likewise, input and output together', flags.wholeNumber(1))
    .option('--concurrency <n>', 'texts and model calls at a time', flags.wholeNumber(1), 4)
    .option('--max-sandboxes <n>', 'executions at a time', flags.wholeNumber(1), 2)
    .addOption(sandboxFlag());
}

/** What answers where no provider is asked. */
interface Answering {
  readonly synthetic?: SyntheticModels;
  readonly recording?: RecordedAnswers | undefined;
}

/**
 * Opens model and sandboxes, hands them over, and closes them whatever comes. Throws `UsageError` for a model or sandbox that is not there,
 * and what a model that cannot go on throws.
 */
export async function withParts<T>(
  options: ModelFlags,
  machine: Machine,
  { synthetic = {}, recording }: Answering,
  use: (parts: BuildParts) => Promise<T>,
): Promise<T> {
  const { replay, cache, price, modelSeed, concurrency, budgetUsd, budgetTokens } = options;
  if (recording === undefined && isRecorded(options.model))
    throw new UsageError(`--model ${options.model}: expected a model that can be asked, got a recording`);
  const stop = new AbortController();
  const resolved = await resolveModel(options.model, synthetic, {
    sampling: { temperature: 0, ...(modelSeed === undefined ? {} : { seed: modelSeed }) },
    ...(price === undefined ? {} : { price }),
    replay,
    cache,
    isAsked: true,
    ...machine,
    ...(recording === undefined ? {} : { recording }),
    onMiss: (error) => stop.abort(error),
  });
  checkBudgets(resolved, { budgetUsd, budgetTokens });
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
    const { isSimulated } = resolved.model;
    return await use({ sampler, isSimulated, sandboxes, signal, progress: machine.progress ?? standardProgress });
  } finally {
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    const { asked, stored, shared } = sampler.counts;
    machine.say(account?.summary() ?? `model calls: ${asked} made, ${stored} from the store, ${shared} shared`);
  }
}
