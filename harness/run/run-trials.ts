import { workThrough } from '../concurrency.ts';
import { FileError, UsageError } from '../errors.ts';
import { gradeTrajectory } from '../grading/grade.ts';
import { measureCheckTruths } from '../grading/grade-checks.ts';
import { matchedCondition } from '../metrics/matched.ts';
import { createTrialBudget, type TrialBudget } from '../models/middleware/trial-budget.ts';
import type { Sampler } from '../models/stored/sampling.ts';
import { eachTrial, type PlannedTrial, trialName } from '../records/plan.ts';
import type { RunFolder } from '../records/run-folder.ts';
import { asArm } from '../trial/as-arm.ts';
import { type CriticRates, criticRates } from '../trial/matched-rates.ts';
import { type MatchedTokens, matchedTokens, unknownTokens } from '../trial/matched-tokens.ts';
import type { TrialParts, TrialSettings } from '../trial/settings.ts';
import { runTrial } from '../trial/trial.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { Grade, Identity, Trajectory } from '../types/record.ts';
import { coin } from '../verifiers/built-in.ts';
import type { TrialNews } from './live/run-watch.ts';
import type { LoadedCondition } from './load-conditions.ts';

interface RunParts {
  readonly folder: RunFolder;
  readonly conditions: readonly LoadedCondition[];
  readonly evaluators: readonly Evaluator[];
  readonly sampler: Sampler;
  readonly critic?: Sampler;
  /** Is told of every trial that is graded. */
  readonly onDone: (condition: string, news: TrialNews) => void;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** No further trial begins; those under way go on as far as they can, so that nothing paid is lost. */
  readonly stop: AbortSignal;
  /** Milliseconds for timings, and the time of day. */
  readonly clock: { now(): number; date(): Date };
  /** Is told of an error in the code of a condition or of the harness, which ends one trial. */
  readonly onBug: (error: unknown) => void;
}

interface WorkParts extends RunParts {
  readonly ratesOf: (matched: string) => CriticRates;
}

/**
 * Runs and grades every trial of the plan that is not finished yet. Throws only when aborted, stopped, on a harness bug, or when a record
 * cannot be written: then no further trial begins, for its answers would be paid and lost.
 */
export async function runTrials(given: RunParts): Promise<void> {
  const parts: WorkParts = { ...given, ratesOf: rememberRates(given.folder) };
  const { identity } = parts.folder.manifest;
  const matched = matchedCondition(identity);
  const isCoin = (trial: PlannedTrial): boolean => conditionOf(trial, parts).condition.verifier === coin;
  // A coin's acceptance is another arm's: it waits for all of that arm.
  const isMatching = (trial: PlannedTrial): boolean => conditionOf(trial, parts).condition.matches !== undefined;
  const isSecond = (trial: PlannedTrial): boolean => isMatching(trial) || (matched !== undefined && isCoin(trial));
  // Planned anew each time: a million trials at once would take some hundred megabytes.
  const waveOf = (wanted: boolean) => () => eachTrial(identity).filter((trial) => isSecond(trial) === wanted);
  const unwritten = new AbortController();
  const runOne = async (trial: PlannedTrial, acceptance: number): Promise<void> => {
    unwritten.signal.throwIfAborted();
    await runAndGrade(trial, acceptance, parts).catch((error: unknown) => {
      if (error instanceof FileError) unwritten.abort(error);
      throw error;
    });
  };
  const declared = Number(identity.randomAcceptance);
  await runInOrder(waveOf(false), parts, (trial) => runOne(trial, declared));
  const second = waveOf(true);
  const acceptance = matched !== undefined && second().some(isCoin) ? acceptanceOf(matched, parts) : declared;
  await runInOrder(second, parts, (trial) => runOne(trial, acceptance));
}

/** In plan order, task by task, but that a trial which spends what another one used comes right after that one and waits for it. */
async function runInOrder(
  wave: () => IteratorObject<PlannedTrial>,
  parts: RunParts,
  run: (trial: PlannedTrial) => Promise<void>,
): Promise<void> {
  const isSpending = (trial: PlannedTrial): boolean => conditionOf(trial, parts).condition.spends !== undefined;
  const arms = new Set(wave().map(({ id }) => id.condition));
  const referenceOf = (trial: PlannedTrial): string | undefined => {
    const { spends } = conditionOf(trial, parts).condition;
    return spends !== undefined && arms.has(spends) ? trialName({ ...trial.id, condition: spends }) : undefined;
  };
  const waiting = Map.groupBy(wave().filter(isSpending), (trial) => referenceOf(trial));
  const inOrder = function* (trials: Iterable<PlannedTrial>): Generator<PlannedTrial> {
    for (const trial of trials) {
      yield trial;
      yield* inOrder(waiting.get(trialName(trial.id)) ?? []);
    }
  };
  const underWay = new Map<string, Promise<void>>();
  await workThrough(
    inOrder(wave().filter((trial) => referenceOf(trial) === undefined)),
    parts.concurrency,
    async (trial) => {
      const name = trialName(trial.id);
      const reference = underWay.get(referenceOf(trial) ?? '');
      const done = reference === undefined ? run(trial) : reference.catch(() => undefined).then(() => run(trial));
      underWay.set(name, done);
      await done.finally(() => underWay.delete(name));
    },
  );
}

async function runAndGrade(trial: PlannedTrial, randomAcceptance: number, parts: WorkParts): Promise<void> {
  const { folder, signal, stop } = parts;
  signal.throwIfAborted();
  stop.throwIfAborted();
  const evaluator = parts.evaluators.find(({ task }) => task.id === trial.id.taskId);
  if (evaluator === undefined) throw new Error(`no such task in the dataset: ${trial.id.taskId}`);
  const finished = folder.finished(trial);
  const trajectory = finished ?? (await runAndSave(trial, evaluator, randomAcceptance, parts));
  const grades = await gradeTrajectory(trajectory, evaluator, folder);
  await measureCheckTruths(trajectory, evaluator, folder);
  const { end } = trajectory;
  const error = end.status === 'error' ? { error: end.kind } : {};
  parts.onDone(trial.id.condition, { isSolved: isSolved(grades), isNew: finished === undefined, ...error });
}

async function runAndSave(
  trial: PlannedTrial,
  evaluator: Evaluator,
  randomAcceptance: number,
  parts: WorkParts,
): Promise<Trajectory> {
  const { identity } = parts.folder.manifest;
  const settings: TrialSettings = { ...identity, rounds: trial.rounds, randomAcceptance };
  const startedAt = parts.clock.date().toISOString();
  const before = parts.clock.now();
  const { condition, identity: own } = conditionOf(trial, parts);
  const budget = trialBudget(identity);
  const spent = condition.spends === undefined ? undefined : spentBy(condition.spends, trial, parts);
  const rates = condition.matches === undefined ? undefined : parts.ratesOf(condition.matches);
  const trialParts: TrialParts = {
    ...parts,
    ...(budget === undefined ? {} : { budget }),
    ...(spent === undefined ? {} : { tokens: spent }),
    ...(rates === undefined ? {} : { rates }),
    ...(own.inject === undefined ? {} : { inject: own.inject }),
  };
  const finished = await runTrial(trial.id, condition, asArm(evaluator, own), settings, trialParts);
  const wallMs = Math.round(parts.clock.now() - before);
  await parts.folder.saveTrial(finished, { startedAt, wallMs });
  return finished.trajectory;
}

/** What the named arm's trial of the same task and sample used. Where that one is in error, so is this one: --resume tries both. */
function spentBy(name: string, { id }: PlannedTrial, { folder }: RunParts): MatchedTokens {
  const reference = folder.ended({ ...id, condition: name });
  if (reference?.end.status !== 'error' && reference !== undefined) return matchedTokens(reference);
  return unknownTokens(name, reference?.end);
}

/** Each trial has its own: it ends at the same call whatever other trials do. */
function trialBudget({
  trialBudgetUsd: usd,
  trialBudgetTokens: tokens,
  price,
  criticPrice,
}: Identity): TrialBudget | undefined {
  if (usd === undefined && tokens === undefined) return undefined;
  return createTrialBudget({
    ...(usd === undefined ? {} : { usd }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(price === undefined ? {} : { price }),
    ...(criticPrice === undefined ? {} : { criticPrice }),
  });
}

function conditionOf(trial: PlannedTrial, { conditions }: RunParts): LoadedCondition {
  const loaded = conditions.find(({ identity }) => identity.name === trial.id.condition);
  if (loaded === undefined) throw new Error(`no such condition in the run: ${trial.id.condition}`);
  return loaded;
}

const isSolved = (grades: readonly Grade[]): boolean | undefined => {
  const last = grades.at(-1)?.outcome;
  return last === undefined || last.status === 'ungraded' ? undefined : last.status === 'solved';
};

/** How the critic of an arm judged, over all of its trials: read once, for they are finished before anybody asks. */
function rememberRates(folder: RunFolder): (matched: string) => CriticRates {
  const known = new Map<string, CriticRates>();
  return (matched) => {
    const rates = known.get(matched) ?? criticRates(finishedOf(matched, folder));
    known.set(matched, rates);
    return rates;
  };
}

/**
 * The trials of an arm, each read when its turn comes: there may be more than fit in memory. Throws `UsageError` behind the last where one
 * is not finished: what is made from them would depend on when.
 */
function* finishedOf(matched: string, folder: RunFolder): Generator<Trajectory> {
  let unfinished = 0;
  for (const trial of eachTrial(folder.manifest.identity).filter(({ id }) => id.condition === matched)) {
    const trajectory = folder.finished(trial);
    if (trajectory === undefined) unfinished++;
    else yield trajectory;
  }
  if (unfinished === 0) return;
  throw new UsageError(`${unfinished} trials of ${matched} ended in an error; coins matched to it wait: use --resume`);
}

/** The share of the matched condition's verdicts that accept; all its trials must be finished, or it would depend on when. */
function acceptanceOf(matched: string, { folder }: RunParts): number {
  let [verdicts, accepted] = [0, 0];
  for (const { steps } of finishedOf(matched, folder)) {
    for (const { verdict } of steps) {
      if (verdict === undefined || verdict.status === 'unparsed') continue;
      verdicts++;
      if (verdict.status === 'accept') accepted++;
    }
  }
  return verdicts === 0 ? 0.5 : accepted / verdicts;
}
