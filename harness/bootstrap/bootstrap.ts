import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CriticParts } from '../critics/critic.ts';
import { criticModelOf } from '../critics/critics-command.ts';
import { DataError, ModelError, ModelStoppedError, UsageError } from '../errors.ts';
import { withoutAddress } from '../models/providers/model-from-id.ts';
import { readRun } from '../records/stored-run.ts';
import { bench, bindOptions } from '../run/bench.ts';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import { readUtf8 } from '../storage/utf8.ts';
import { LANGUAGES } from '../tasks/contract/languages.ts';
import { requireProvers } from '../tasks/contract/open-provers.ts';
import { jobOf } from '../tasks/jobs/open-jobs.ts';
import { poolsText, readPools } from '../tasks/jobs/pools.ts';
import { tripleLanguages } from '../tasks/triple/languages.ts';
import type { Pools } from '../types/search.ts';
import { createProofRunner } from '../verifiers/prover/run.ts';
import { bootstrapPlot } from './bootstrap-plot.ts';
import { bootstrapCsv, bootstrapReport, bootstrapTitle, PLOT } from './bootstrap-report.ts';
import { type CriticisedTranslation, gained, type ProvedTranslation, provedIn, withNew } from './gather-pools.ts';
import { countIteration, criticise, type IterationRow, iterationRow } from './iteration.ts';
import { recordCalls, usedIn } from './spending.ts';
import { type BootstrapOptions, type BootstrapParts, type BootstrapStudy, planOf, studyOf } from './study.ts';

const POOLS = 'pools.json';
const ITERATION = 'iteration.json';
const SETTINGS = 'bootstrap.json';

/** One iteration that is finished: its row, and the tasks with a translation that passes so far. */
const iterationFile = z.object({ row: iterationRow, passingTasks: z.array(z.string()) });

/**
 * Self-improvement (AlphaVerus, Equation 3, Algorithm 1, III): runs a search over translations again and again, each time with examples of
 * what the iterations before it proved and the critics let pass. An iteration is an ordinary run in a folder of its own; its pools are a file
 * whose sha256 stands in the identity of the next one. Ends where an iteration adds nothing, for the next one would be the same. Returns the report.
 * Throws `UsageError` for bad input, and as `bench` does.
 */
export async function bootstrap(options: BootstrapOptions, parts: BootstrapParts): Promise<string> {
  const study = await studyOf(options, parts);
  if (options.plan === true) return planOf(options, parts, study);
  await beginFolder(options, study);
  const rows: IterationRow[] = [];
  let pools: Pools = study.pools;
  let poolsPath = options.pools;
  let passing: ReadonlySet<string> = new Set();
  let ended: string | undefined;
  for (let iteration = 1; iteration <= options.iterations && ended === undefined; iteration++) {
    const folder = join(options.out, `iteration-${iteration}`);
    const done = await iterate(iteration, { folder, pools, poolsPath, passing }, options, parts, study);
    rows.push(done.row);
    if (gained(pools, done.pools) === 0)
      ended = `Iteration ${iteration} added nothing to the pools: it ended there, for another one would be the same.`;
    ({ pools, passing } = done);
    poolsPath = join(folder, POOLS);
  }
  const { condition, isSimulated } = study;
  const { dataset, job = '', model, critics } = options;
  const header = {
    dataset,
    job,
    condition,
    model: withoutAddress(model),
    critics,
    isSimulated,
    ...(ended === undefined ? {} : { ended }),
  };
  const report = bootstrapReport(rows, header);
  await writeAtomically(join(options.out, 'bootstrap.md'), report);
  await writeAtomically(join(options.out, 'bootstrap.csv'), bootstrapCsv(rows));
  await writeAtomically(join(options.out, PLOT), await bootstrapPlot(rows, bootstrapTitle(header)));
  return report;
}

/** Flags that decide nothing that an iteration comes to: they may be others when it goes on. All the rest must be the same. */
const FREE: ReadonlySet<string> = new Set<keyof BootstrapOptions>([
  'out',
  'resume',
  'plan',
  'probe',
  'iterations',
  'concurrency',
  'maxSandboxes',
  'sandbox',
  'replay',
  'cache',
  'price',
  'criticPrice',
  'callTimeout',
  'idleTimeout',
  'attempts',
  'budgetUsd',
  'budgetTokens',
  // What they choose stands beside the flags.
  'conditions',
  'pools',
  'tasks',
  'limit',
  'subset',
  'excludeDefects',
]);

/** An empty folder, or with `--resume` one that was begun with the same settings. Throws `UsageError` for another. */
async function beginFolder(options: BootstrapOptions, study: BootstrapStudy): Promise<void> {
  const { out, resume } = options;
  const { condition, datasetSha256, pools, problems } = study;
  const own = {
    flags: Object.fromEntries(
      Object.entries({ ...options, model: withoutAddress(options.model) }).filter(
        ([name, value]) => !FREE.has(name) && value !== undefined,
      ),
    ),
    ...{ condition, datasetSha256, tasks: problems.map(({ task }) => task.id), pools: sha256(canonicalJson(pools)) },
  };
  const path = join(out, SETTINGS);
  const text = `${JSON.stringify(own, undefined, 2)}\n`;
  if (existsSync(path)) {
    if (resume !== true)
      throw new UsageError(`${out} holds iterations already; go on with --resume, or give another --out`);
    const before = parseJsonText(await readUtf8(path), path, z.unknown(), 'as written');
    if (canonicalJson(before) !== canonicalJson(JSON.parse(text)))
      throw new UsageError(`--resume: ${out} was begun with other flags, which ${path} says; give the same ones`);
  } else if (existsSync(out) && (await readdir(out)).length > 0)
    throw new UsageError(`--out ${out}: expected an empty folder or one with ${SETTINGS}, got one with other files`);
  await mkdir(out, { recursive: true });
  await writeAtomically(path, text);
}

interface Before {
  readonly folder: string;
  readonly pools: Pools;
  readonly poolsPath: string | undefined;
  readonly passing: ReadonlySet<string>;
}

interface DoneIteration {
  readonly row: IterationRow;
  readonly pools: Pools;
  readonly passing: ReadonlySet<string>;
}

async function iterate(
  iteration: number,
  { folder, pools: before, poolsPath, passing }: Before,
  options: BootstrapOptions,
  parts: BootstrapParts,
  study: BootstrapStudy,
): Promise<DoneIteration> {
  const finished = await finishedIteration(folder, options);
  if (finished !== undefined) return finished;
  parts.say(`iteration ${iteration}: ${before.translations.length} translations, ${before.repairs.length} repairs`);
  const run = { conditions: [study.condition], out: join(folder, 'run'), resume: true, pools: poolsPath };
  const goOnWith = 'npm run bootstrap with the same flags and --resume';
  await bench({ ...options, ...run }, { ...parts, goOnWith, usedBeside: await usedIn(options.out, run.out) });
  const whole = await readRun(join(folder, 'run'));
  const unfinished = whole.trajectories.filter(({ end }) => end.status === 'error').length;
  if (unfinished > 0)
    throw new UsageError(
      `${unfinished} trials of iteration ${iteration} ended in an error, and nothing is learned from half an iteration: go on with --resume`,
    );
  const languages = tripleLanguages(LANGUAGES);
  const proved = provedIn(whole.trajectories, study.problems, languages);
  const criticised = await criticiseAll(proved, { folder, pools: before }, options, parts);
  const pools = withNew(before, criticised, languages);
  const { passingTasks, ...counted } = countIteration(whole, criticised, passing);
  const text = poolsText(pools);
  const { translations, repairs, exploits } = pools;
  const sizes = { translations: translations.length, repairs: repairs.length, exploits: exploits.length };
  const row: IterationRow = { iteration, ...counted, ...sizes, poolsSha256: sha256(text) };
  await writeAtomically(join(folder, 'critics.jsonl'), criticised.map((each) => criticLine(each)).join(''));
  await writeAtomically(join(folder, POOLS), text);
  await writeAtomically(
    join(folder, ITERATION),
    `${JSON.stringify({ row, passingTasks: [...passingTasks] }, undefined, 2)}\n`,
  );
  return { row, pools, passing: passingTasks };
}

/** An iteration that was finished before; its pools are those that it wrote. Throws `DataError` where they are not. */
async function finishedIteration(
  folder: string,
  { job: name = '' }: BootstrapOptions,
): Promise<DoneIteration | undefined> {
  const [path, poolsPath] = [join(folder, ITERATION), join(folder, POOLS)];
  const job = jobOf(name);
  if (!existsSync(path) || job === undefined) return undefined;
  const { row, passingTasks } = parseJsonText(await readUtf8(path), path, iterationFile, 'as written');
  const { pools, sha256: sum } = await readPools(poolsPath, job, name);
  if (sum === row.poolsSha256) return { row, pools, passing: new Set(passingTasks) };
  throw new DataError(`${poolsPath} was altered: its checksum is ${sum}, ${path} says ${row.poolsSha256}`);
}

const criticLine = ({ problem, step, verdicts, trajectory }: CriticisedTranslation): string =>
  `${JSON.stringify({ taskId: problem.task.id, sample: trajectory.sample, step: step.index, candidateSha256: step.candidateSha256, verdicts })}\n`;

/** What the chosen critics say, within the budget of all iterations; nothing is opened where none is asked. */
async function criticiseAll(
  proved: readonly ProvedTranslation[],
  { folder, pools }: Pick<Before, 'folder' | 'pools'>,
  options: BootstrapOptions,
  parts: BootstrapParts,
): Promise<readonly CriticisedTranslation[]> {
  const { critics, dataset, maxSandboxes, seed } = options;
  if (critics === 'none' || proved.length === 0) return criticise(proved, 'none', undefined);
  const { environment } = parts;
  const provers = await requireProvers(dataset, { ...options, environment }, maxSandboxes);
  const stop = new AbortController();
  try {
    const asked = critics === 'all' ? await openCriticModel(folder, stop, options, parts) : undefined;
    const criticParts: CriticParts = {
      languages: tripleLanguages(provers.languages),
      runner: createProofRunner(provers.sandbox),
      ...(asked === undefined ? {} : { model: { ...asked.model, exploits: { pool: pools.exploits, seed } } }),
    };
    const begin = ({ problem: { task } }: ProvedTranslation, index: number): void => {
      parts.signal.throwIfAborted();
      parts.say(`critics: ${index + 1} of ${proved.length} proved translations, ${task.id}`);
    };
    return await criticise(proved, critics, criticParts, begin).finally(() => asked?.flush());
  } catch (error) {
    const cause = stop.signal.aborted && !parts.signal.aborted ? stop.signal.reason : error;
    if (!(cause instanceof ModelError) || cause instanceof ModelStoppedError) throw cause;
    throw new ModelStoppedError(`a critic was not answered: ${cause.message}; go on with --resume`);
  } finally {
    await provers.sandbox.close();
  }
}

/** The model that votes and writes exploits, asked as that of the runs is. */
async function openCriticModel(
  folder: string,
  stop: AbortController,
  options: BootstrapOptions,
  parts: BootstrapParts,
) {
  const { budgetUsd, budgetTokens, attempts, model: id } = options;
  const { record, flush } = await recordCalls(folder);
  const { retry } = parts;
  const model = await criticModelOf(id, options, {
    ...{ machine: parts, stop, resolve: bindOptions(options, parts) },
    client: {
      ...{ budgetUsd, budgetTokens, record, usedBefore: await usedIn(options.out) },
      retry: attempts === undefined ? retry : { ...retry, policy: { ...retry.policy, attempts } },
    },
  });
  return { model, flush };
}
