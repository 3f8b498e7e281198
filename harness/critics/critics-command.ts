import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as flags from '../command-line.ts';
import { createLimiter } from '../concurrency.ts';
import { UsageError } from '../errors.ts';
import { loadTripleDataset } from '../loading/load-dataset.ts';
import { createClient } from '../models/create-client.ts';
import { realRetryParts } from '../models/middleware/retry.ts';
import { resolveModel, type SyntheticModels } from '../models/resolve-model.ts';
import { createProgress, type ProgressOutput, standardProgress } from '../progress.ts';
import type { SandboxName } from '../sandbox/choose.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { LANGUAGES, type Languages } from '../tasks/contract/languages.ts';
import { requireProvers } from '../tasks/contract/open-provers.ts';
import { refuseUnlessConforming } from '../tasks/contract/open-tasks.ts';
import { contractOf } from '../tasks/triple/contract-of.ts';
import { tripleLanguages } from '../tasks/triple/languages.ts';
import type { TripleProblem } from '../types/task.ts';
import { createProofRunner } from '../verifiers/prover/run.ts';
import type { CriticModel, CriticParts } from './critic.ts';
import { criticsCsv, criticsReport } from './critics-tables.ts';
import { judgeOnce, openJudged } from './judged-file.ts';
import { type Translation, translationsOf } from './translation.ts';

export interface CriticsFlags {
  readonly dataset: string;
  readonly from?: string;
  readonly model?: string;
  readonly votes: number;
  readonly rejectFrom: number;
  readonly programs?: readonly string[];
  readonly limit?: number;
  readonly maxOutputTokens: number;
  readonly concurrency: number;
  readonly maxSandboxes: number;
  readonly sandbox: SandboxName;
  readonly cache: string;
  readonly replay: 'strict' | 'cache';
  readonly out: string;
  readonly plan?: true;
}

interface Machine {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly progress?: ProgressOutput;
  /** Models made for this run, by the word before the colon. */
  readonly synthetic?: SyntheticModels;
  date(): Date;
  now(): number;
  random(): number;
  say(line: string): void;
}

/** `npm run critics` with all its flags. */
export function criticsCommand(): ReturnType<typeof flags.createCommand> {
  const choice = (name: string, description: string, ...choices: string[]) =>
    new flags.Option(name, description).choices(choices);
  return flags
    .createCommand(
      'critics',
      'Asks five critics of translated programs about contracts of known truth: the right one, and weakened ones (AlphaVerus, section 3.1). Without --model the three that need none.',
    )
    .option('--dataset <id>', 'triples: kata-triples, clover-triples', 'kata-triples')
    .option('--from <language>', 'the source is the program in this language; its own language when left out')
    .option('--model <id>', 'votes and writes exploits; as for bench')
    .option('--votes <n>', 'votes and exploits of each translation (paper 32)', flags.wholeNumber(1), 32)
    .option('--reject-from <share>', 'share of votes that rejects; the paper does not state it', shareFlag, 0.5)
    .option('--programs <names>', 'exactly these programs, comma-separated', flags.list)
    .option('--limit <n>', 'the first n translations', flags.wholeNumber(1))
    .option('--max-output-tokens <n>', 'output limit per answer (paper 2048)', flags.wholeNumber(1), 512)
    .option('--concurrency <n>', 'model calls at a time', flags.wholeNumber(1), 4)
    .option('--max-sandboxes <n>', 'translations that are proved and run at a time', flags.wholeNumber(1), 2)
    .addOption(
      choice('--sandbox <kind>', 'where provers run', 'auto', 'docker', 'bubblewrap', 'process').default('auto'),
    )
    .option('--cache <folder>', 'where answers are stored, by sample key', 'results/cache')
    .addOption(choice('--replay <how>', 'strict: stored answers only', 'cache', 'strict').default('cache'))
    .option(
      '--out <folder>',
      'where critics.md and critics.csv are written; what critics.jsonl holds there already is not judged again',
      'results/critics',
    )
    .option('--plan', 'print what would be asked, then stop');
}

/** A share of votes that rejects. Throws `UsageError`. */
export function shareFlag(text: string): number {
  const share = Number(text);
  if (share > 0 && share <= 1) return share;
  throw new UsageError(`--reject-from: expected a share over 0 and at most 1, got ${text}`);
}

/**
 * Runs the command; gives the report. An interrupted one is begun again: answers are stored by their keys, and what critics said stands in `critics.jsonl`.
 * Throws `UsageError` for bad input.
 */
export async function runCritics(options: CriticsFlags, machine: Machine): Promise<string> {
  const { problems } = await loadTripleDataset(options.dataset, machine);
  const translations = chosen(problems, options);
  if (options.plan === true) return planText(translations, options);
  const used = problems.filter(({ program }) => translations.some((one) => one.program === program));
  const provers = await requireProvers(options.dataset, options, options.maxSandboxes);
  try {
    await refuseUnlessConforming(used.map(contractOf), provers, machine.environment, machine.say);
    const stop = new AbortController();
    const model =
      options.model === undefined ? undefined : await criticModelOf(options.model, options, { machine, stop });
    const parts: CriticParts = {
      languages: criticLanguages(provers.languages),
      runner: createProofRunner(provers.sandbox),
      ...(model === undefined ? {} : { model }),
    };
    const { dataset, votes, rejectFrom: rejectedFrom, out } = options;
    await mkdir(out, { recursive: true });
    const before = await openJudged(join(out, 'critics.jsonl'), parts);
    const progress = createProgress('translations', translations.length, machine.progress ?? standardProgress);
    const limiter = createLimiter(options.maxSandboxes);
    const judged = await Promise.all(
      translations.map((each) =>
        limiter(async () => {
          AbortSignal.any([machine.signal, stop.signal]).throwIfAborted();
          const found = await judgeOnce(each, parts, before).catch((error: unknown) => {
            // The others end too, and ask no more.
            stop.abort(error);
            throw error;
          });
          progress.done(undefined);
          return found;
        }),
      ),
    );
    progress.finish();
    const asked = model === undefined ? {} : { model: model.sampler.modelId };
    const header = { dataset, votes, rejectedFrom, isSimulated: model?.isSimulated ?? false, ...asked };
    const report = criticsReport(judged, header);
    await writeAtomically(join(out, 'critics.md'), report);
    await writeAtomically(join(out, 'critics.csv'), criticsCsv(judged));
    return report;
  } finally {
    await provers.sandbox.close();
  }
}

/** The values of all languages that are proved here: where critics get them. */
export const criticLanguages = (languages: Languages = LANGUAGES): CriticParts['languages'] =>
  tripleLanguages(languages);

function chosen(
  problems: readonly TripleProblem[],
  { dataset, from, programs, limit }: CriticsFlags,
): readonly Translation[] {
  const known = [...new Set(problems.map(({ task }) => task.language))];
  if (from !== undefined && !known.some((language) => language === from))
    throw new UsageError(`--from: expected a language of ${dataset} (${known.join(', ')}), got ${from}`);
  const all = translationsOf(problems, from);
  if (all.length === 0)
    throw new UsageError(`--from ${from}: expected programs of ${dataset} in another language beside it, found none`);
  const missing = programs?.find((name) => !all.some(({ program }) => program === name));
  if (missing !== undefined)
    throw new UsageError(`--programs: expected names such as ${all[0]?.program}, found no program ${missing}`);
  return all.filter(({ program }) => programs?.includes(program) ?? true).slice(0, limit);
}

function planText(translations: readonly Translation[], { votes, model }: CriticsFlags): string {
  const groups = [...Map.groupBy(translations, ({ known }) => known?.group ?? '')];
  const calls = model === undefined ? 0 : 2 * votes * translations.length;
  return [
    `${translations.length} translations: ${groups.map(([group, own]) => `${own.length} ${group}`).join('; ')}`,
    `at most ${calls} model calls (${model === undefined ? 'no --model' : `${votes} votes and ${votes} bodies each`})`,
  ].join('\n');
}

type ModelFlags = Pick<CriticsFlags, 'votes' | 'rejectFrom' | 'maxOutputTokens' | 'concurrency' | 'cache' | 'replay'>;

type ResolveOptions = Parameters<typeof resolveModel>[2];
type ClientOptions = Parameters<typeof createClient>[1];

interface AskingParts {
  readonly machine: Omit<Machine, 'say'>;
  readonly stop: AbortController;
  /** How a study resolves its model; as by default when absent. */
  readonly resolve?: Pick<ResolveOptions, 'sampling'> & Partial<ResolveOptions>;
  /** What the calls of a study may spend, and where they are kept on record; nothing is bounded when absent. */
  readonly client?: Partial<ClientOptions>;
}

/** Who votes and writes exploits, by its id: answers are stored by their keys. Throws `UsageError` for an unknown id. */
export async function criticModelOf(
  id: string,
  { votes, rejectFrom, maxOutputTokens, concurrency, cache, replay }: ModelFlags,
  { machine, stop, resolve = { sampling: { temperature: 'published' } }, client = {} }: AskingParts,
): Promise<CriticModel & { readonly isSimulated: boolean }> {
  const resolved = await resolveModel(id, machine.synthetic ?? {}, {
    ...{ replay, cache, isAsked: true },
    ...machine,
    ...resolve,
    onMiss: (error) => stop.abort(error),
  });
  const { sampler } = createClient(resolved, {
    retry: realRetryParts(machine.random),
    concurrency,
    usedBefore: [],
    date: machine.date,
    record: () => undefined,
    ...client,
    onStop: (error) => stop.abort(error),
  });
  const signal = AbortSignal.any([machine.signal, stop.signal]);
  const { isSimulated } = resolved.model;
  const { seed } = resolve.sampling;
  const drawn = seed === undefined ? {} : { seed };
  return { sampler, signal, votes, rejectedFrom: rejectFrom, maxOutputTokens, isSimulated, ...drawn };
}
