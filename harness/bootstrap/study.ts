import { CRITICS } from '../critics/critic.ts';
import { UsageError } from '../errors.ts';
import { loadContractDataset } from '../loading/load-dataset.ts';
import { selectProblems } from '../loading/select.ts';
import { isRecorded } from '../models/recorded/replay.ts';
import { type BenchOptions, type BenchParts, bench } from '../run/bench.ts';
import { loadConditions } from '../run/load-conditions.ts';
import { LANGUAGES } from '../tasks/contract/languages.ts';
import { jobOf } from '../tasks/jobs/open-jobs.ts';
import { readPools } from '../tasks/jobs/pools.ts';
import { translationDataset } from '../tasks/jobs/problems.ts';
import { tripleLanguages } from '../tasks/triple/languages.ts';
import type { Pools } from '../types/search.ts';
import type { TranslationProblem } from '../types/task.ts';
import type { CriticChoice } from './iteration.ts';

export interface BootstrapOptions extends BenchOptions {
  readonly iterations: number;
  readonly critics: CriticChoice;
  readonly votes: number;
  readonly rejectFrom: number;
  readonly out: string;
}

export interface BootstrapParts extends BenchParts {
  random(): number;
}

/** What all iterations share. */
export interface BootstrapStudy {
  readonly problems: readonly TranslationProblem[];
  readonly datasetSha256: string;
  readonly condition: string;
  readonly isSimulated: boolean;
  /** Those that the first iteration draws from. */
  readonly pools: Pools;
}

/** Checks the flags and reads what they name. Throws `UsageError` for bad input. */
export async function studyOf(options: BootstrapOptions, parts: BootstrapParts): Promise<BootstrapStudy> {
  const { conditions = ['search-treefinement'], critics, job: name = '', model } = options;
  const job = jobOf(options.job);
  if (job?.kind !== 'translation')
    throw new UsageError(`--job ${name}: expected a translation, a pair of languages with -> between them`);
  const [condition, other] = conditions;
  if (condition === undefined || other !== undefined)
    throw new UsageError(
      `--conditions ${conditions.join(',')}: expected one search, whose trajectories are learned from`,
    );
  if (isRecorded(model) && critics === 'all')
    throw new UsageError(
      `--model ${model} --critics all: expected a model that critics can ask, a recording holds no answers to them; its iterations are replayed by bench`,
    );
  const [loaded] = await loadConditions([condition], parts.conditionsFolder);
  const promptsSha256 = loaded?.identity.promptsSha256 ?? '';
  const { datasetsFolder: folder, environment } = parts;
  const whole = await loadContractDataset(options.dataset, {
    environment,
    ...(folder === undefined ? {} : { folder }),
  });
  const { problems, sha256: datasetSha256 } = selectProblems(
    translationDataset(whole, job, tripleLanguages(LANGUAGES)),
    options,
  );
  const none = { version: 1, job: name, promptsSha256, iterations: 0, translations: [], repairs: [], exploits: [] };
  const pools: Pools =
    options.pools === undefined ? { ...none, version: 1 } : (await readPools(options.pools, job, name)).pools;
  return { problems, datasetSha256, condition, isSimulated: parts.model?.isSimulated === true, pools };
}

/** The calls of one iteration, and what all of them may ask at the most. */
export async function planOf(options: BootstrapOptions, parts: BootstrapParts, study: BootstrapStudy): Promise<string> {
  const { iterations, critics, votes, maxOutputTokens } = options;
  const { screen } = await bench({ ...options, conditions: [study.condition] }, parts);
  const calls = critics === 'all' ? 2 * votes * mostProved(options, study) : 0;
  const answers = calls === 0 ? '' : `, whose answers have at most ${calls * maxOutputTokens} tokens`;
  return [
    `one of ${iterations} iterations, each of the same size at the most:`,
    screen,
    `critics ${critics} (${critics === 'none' ? 'none is asked' : critics === 'all' ? CRITICS.join(', ') : critics}): at most ${calls} calls an iteration beside these${answers}, ${votes} votes and ${votes} bodies for each proved translation`,
    '--budget-usd and --budget-tokens are of all iterations and their critics together',
  ].join('\n');
}

/** A trial ends at its first proof, unless it never stops. */
function mostProved({ samples, stop, protocol, k }: BootstrapOptions, { problems }: BootstrapStudy): number {
  const trials = problems.length * samples * (protocol === 'independent' ? k.length : 1);
  return stop === 'never' ? trials * (Math.max(...k) + 1) : trials;
}
