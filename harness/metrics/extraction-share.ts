import { clusteredProportion, type Proportion } from '../statistics/clustered-proportion.ts';
import type { ConditionIdentity, Grade, Run } from '../types/record.ts';
import { type Column, columnKs, inPlan, kRunOfColumn } from './columns.ts';
import { trialsOf } from './trials/trials.ts';

/** How much of what a loop gained between its first generation and its largest k is the answer extractor's. */
export interface ExtractionShare {
  readonly condition: ConditionIdentity;
  readonly k: number;
  /** Trials wrong at step 0 and right at k. */
  readonly gained: number;
  /** Of these, the ones whose first generation gave no program to speak of: no code, a syntax error, no such function. */
  readonly withoutProgram: Proportion;
  /** Gains as the published extractor would have counted them; `undefined` unless it is known for some step 0. */
  readonly published: PublishedGain | undefined;
}

/** Step 0 cut by the published study's extractor, the end of the loop as it is. */
interface PublishedGain {
  /** Trials whose step 0 is known under both extractors and whose end is graded. */
  readonly known: number;
  /** Wrong at step 0 as the published extractor cuts it, right at k. */
  readonly gained: number;
  /** Of these, the ones whose step 0 is right when its program is cut out properly: there was nothing to repair. */
  readonly byExtraction: Proportion;
}

interface Gain {
  readonly taskId: string;
  readonly first: Grade;
  readonly isSolvedAtEnd: boolean;
}

/**
 * By condition that has rounds. A trial counts when its step 0 and its result at the largest k are
 * graded.
 */
export function extractionShares(run: Run, columns: readonly Column[]): ExtractionShare[] {
  const k = Math.max(...columnKs(run));
  const seed = `${run.manifest.identity.seed} extraction`;
  return columns
    .filter((column) => column.k === k && k > 0)
    .map((column) => {
      const known = readGains(run, column);
      const gains = known.filter(({ first, isSolvedAtEnd }) => first.outcome.status === 'unsolved' && isSolvedAtEnd);
      return {
        condition: column.condition,
        k,
        gained: gains.length,
        withoutProgram: clusteredProportion(
          gains.map(({ taskId, first }) => ({ taskId, isCounted: isWithoutProgram(first) })),
          seed,
        ),
        published: publishedGain(known, seed),
      };
    });
}

function readGains(run: Run, { condition, k, trials }: Column): Gain[] {
  const kRun = kRunOfColumn(run, condition.name, k);
  const gains: Gain[] = [];
  for (const { position, trial } of inPlan(trials, trialsOf(run, condition.name))) {
    const [shown, first] = [trials[position], trial.grades.get(0)];
    if (trial.trajectory.kRun !== kRun || shown === undefined || first === undefined) continue;
    if (first.outcome.status === 'ungraded' || shown.outcome.status === 'ungraded') continue;
    gains.push({ taskId: shown.taskId, first, isSolvedAtEnd: shown.outcome.status === 'solved' });
  }
  return gains;
}

function publishedGain(known: readonly Gain[], seed: string): PublishedGain | undefined {
  const both = known.filter(({ first: { published } }) => published && published.outcome.status !== 'ungraded');
  if (both.length === 0) return undefined;
  const gained = both.filter(
    ({ first, isSolvedAtEnd }) => first.published?.outcome.status === 'unsolved' && isSolvedAtEnd,
  );
  const byExtraction = clusteredProportion(
    gained.map(({ taskId, first }) => ({ taskId, isCounted: first.outcome.status === 'solved' })),
    seed,
  );
  return { known: both.length, gained: gained.length, byExtraction };
}

function isWithoutProgram({ outcome }: Grade): boolean {
  return outcome.status === 'unsolved' && ['empty', 'syntax', 'no-entry-point'].includes(outcome.reason);
}
