import { passAtEach } from '../../statistics/pass-at-k.ts';
import type { RecordedTrial, Run } from '../../types/record.ts';
import { BASELINE } from '../columns.ts';
import { armOf, trialsOf, unrecordedArms } from '../trials/trials.ts';
import { type LoopPoint, meanSpending, type TrialSums } from './loop-points.ts';
import { addKnown, type TrialSpending } from './loop-spending.ts';
import type { Loop } from './loop-trials.ts';

/** What resampling reaches with at most 1, 2, ... candidates per trial, task by task. */
export interface ResamplingCurve {
  /** `stored-samples`: pass@m of independent draws; `arm`: a condition that drew until its tests accepted. */
  readonly source: 'stored-samples' | 'arm';
  /** Whose candidates these are. */
  readonly condition: string;
  /** What picks the candidate that counts. */
  readonly selection: string;
  /** By the number of candidates allowed, ascending. */
  readonly points: readonly ResamplingPoint[];
}

export interface ResamplingPoint {
  readonly draws: number;
  /** Tasks that are known at every point of the curve. */
  readonly byTask: ReadonlyMap<string, ResampledTask>;
}

interface ResampledTask {
  /** The share of trials solved, measured or by pass@m. */
  readonly solved: number;
  /** On average a trial. */
  readonly spending: TrialSpending;
}

interface Draw {
  readonly isSolved: boolean;
  readonly tokens: number | undefined;
  readonly costUsd: number | undefined;
}

/** Every curve this run holds: pass@m of its stored draws where it has several a task, and each resampling arm. */
export function resamplingCurves(run: Run, loops: readonly Loop[], points: readonly LoopPoint[]): ResamplingCurve[] {
  const stored = storedCurve(run, loops);
  const arms = run.manifest.identity.stop === 'verdict' ? loops.filter(({ isResampling }) => isResampling) : [];
  return [
    ...(stored === undefined ? [] : [stored]),
    ...arms.map(({ condition }) => armCurve(run, condition.name, points)),
  ].filter(({ points: { length } }) => length > 0);
}

/**
 * Independent draws with an oracle that stops at the first right one. pass@m is unbiased (Chen et al. 2021); a trial that may
 * draw m times draws another time as long as all were wrong, so on average sum over j < m of (1 - pass@j) times. None where step 0 is a
 * program of the pool, which nobody drew.
 */
function storedCurve(run: Run, loops: readonly Loop[]): ResamplingCurve | undefined {
  const { temperature, start } = run.manifest.identity;
  const { condition, draws } = storedDraws(run, loops);
  const most = Math.max(0, ...[...draws.values()].map(({ length }) => length));
  if (most < 2 || temperature === 0 || start !== undefined) return undefined;
  const full = [...draws]
    .filter(([, own]) => own.length === most)
    .map(([taskId, own]) => [taskId, curveOf(own)] as const);
  const points = Array.from({ length: most }, (_, index) => ({
    draws: index + 1,
    byTask: new Map(full.flatMap(([taskId, curve]) => (curve[index] === undefined ? [] : [[taskId, curve[index]]]))),
  }));
  return { source: 'stored-samples', condition, selection: 'grading-tests', points };
}

/** With at most 1, 2, ... of these draws. */
function curveOf(own: readonly Draw[]): ResampledTask[] {
  const [, ...passes] = passAtEach(own.length, own.filter(({ isSolved }) => isSolved).length);
  const [tokens, costUsd] = [addKnown(own.map((draw) => draw.tokens)), addKnown(own.map((draw) => draw.costUsd))];
  let [drawn, before] = [0, 0];
  return passes.map((solved) => {
    drawn += 1 - before;
    before = solved;
    const costOf = (total: number | undefined) => (total === undefined ? undefined : (total / own.length) * drawn);
    return { solved, spending: { candidates: drawn, tokens: costOf(tokens), costUsd: costOf(costUsd) } };
  });
}

/**
 * The graded independent draws of each task: under `--stop never` every candidate of a resampling arm, else the first
 * generations of all samples (the baseline's, or of the first arm where the baseline was not run).
 */
function storedDraws(run: Run, loops: readonly Loop[]): { condition: string; draws: Map<string, Draw[]> } {
  const { stop, conditions } = run.manifest.identity;
  const arm = stop === 'never' ? loops.find(({ isResampling }) => isResampling)?.condition.name : undefined;
  const unrecorded = unrecordedArms(run);
  const known = conditions.map(({ name }) => name).filter((name) => !unrecorded.has(name));
  const condition = arm ?? known.find((name) => name === BASELINE) ?? known[0] ?? BASELINE;
  const kRuns = conditions.flatMap(({ name }) => [...armOf(run, name).kRuns]);
  // Under the independent protocol one run for each k: the smallest stands for the first generation, the largest for an arm.
  const kRun = kRuns.length === 0 ? undefined : arm === undefined ? Math.min(...kRuns) : Math.max(...kRuns);
  const draws = new Map<string, Draw[]>();
  for (const trial of trialsOf(run, condition)) {
    const { trajectory } = trial;
    if (trajectory.kRun !== kRun) continue;
    const steps = arm === undefined ? 1 : Number.POSITIVE_INFINITY;
    const own = draws.get(trajectory.taskId) ?? [];
    draws.set(trajectory.taskId, own);
    own.push(...readDraws(trial, steps));
  }
  return { condition, draws };
}

function readDraws({ trajectory, grades }: RecordedTrial, steps: number): Draw[] {
  return trajectory.steps.slice(0, steps).flatMap((step) => {
    const status = grades.get(step.index)?.outcome.status ?? 'ungraded';
    if (status === 'ungraded') return [];
    const call = step.calls?.find(({ responseSha256 }) => responseSha256 === step.responseSha256);
    const tokens = call?.usage && call.usage.inputTokens + call.usage.outputTokens;
    return [{ isSolved: status === 'solved', tokens, costUsd: call?.costUsd }];
  });
}

/** A resampling arm as it ran: at k it may have made k + 1 candidates. */
function armCurve(run: Run, name: string, points: readonly LoopPoint[]): ResamplingCurve {
  const own = points.filter(({ condition }) => condition.name === name);
  // How many candidates were made is known of every trial whose calls are.
  const known = run.manifest.identity.taskIds.filter((taskId) =>
    own.every(({ byTask }) => byTask.get(taskId)?.candidates !== undefined),
  );
  return {
    source: 'arm',
    condition: name,
    selection: own[0]?.condition.verifier ?? 'none',
    points: own.map(({ k, byTask }) => ({
      draws: k + 1,
      byTask: new Map(
        known.flatMap((taskId) => {
          const sums = byTask.get(taskId);
          return sums === undefined ? [] : [[taskId, meanOf(sums)]];
        }),
      ),
    })),
  };
}

function meanOf(sums: TrialSums): ResampledTask {
  return {
    solved: sums.solved / sums.trials,
    spending: {
      candidates: meanSpending(sums, 'candidates') ?? 0,
      tokens: meanSpending(sums, 'tokens'),
      costUsd: meanSpending(sums, 'dollars'),
    },
  };
}
