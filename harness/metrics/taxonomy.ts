import type { ExtractionStatus } from '../types/attempt.ts';
import type { FinishReason } from '../types/model.ts';
import type { ConditionIdentity, Grade, Run, Step } from '../types/record.ts';
import type { Column, ColumnOutcome } from './columns.ts';
import { trialsOf } from './trials/trials.ts';

/** How many trials of a condition show one outcome at one k. */
export interface OutcomeCount {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly status: ColumnOutcome['status'];
  /** `undefined` for solved. */
  readonly reason: string | undefined;
  readonly trials: number;
}

/** What became of the responses of one condition, counted over its steps. */
export interface ExtractionCounts {
  readonly condition: ConditionIdentity;
  readonly steps: number;
  readonly extraction: Readonly<Record<ExtractionStatus, number>>;
  /** How the responses the candidates were taken from ended. */
  readonly finishReasons: Readonly<Partial<Record<FinishReason, number>>>;
  /** Over the steps where the published extractor's candidate is known; `undefined` when there is none. */
  readonly published: PublishedExtraction | undefined;
}

interface PublishedExtraction {
  readonly steps: number;
  readonly extraction: Readonly<Record<ExtractionStatus, number>>;
  /** Solved as extracted here, unsolved as the published extractor cuts it: failures made by extraction alone. */
  readonly lost: number;
  readonly gained: number;
}

/** How many trials of a condition ended in one way. */
export interface EndCount {
  readonly condition: ConditionIdentity;
  readonly status: 'submitted' | 'limit' | 'error';
  /** Why it was submitted, which limit, what kind of error. */
  readonly reason: string;
  readonly trials: number;
}

/** Outcomes with their reasons by condition and k: solved, then unsolved and ungraded reasons by name. */
export function outcomeCounts(columns: readonly Column[]): OutcomeCount[] {
  return columns.flatMap(({ condition, k, trials }) =>
    countBy(trials, ({ outcome }) => [outcome.status, outcome.status === 'solved' ? '' : outcome.reason] as const, [
      'solved',
      'unsolved',
      'ungraded',
    ] as const).map(({ status, reason, count }) => ({
      condition,
      k,
      status,
      reason: reason || undefined,
      trials: count,
    })),
  );
}

/** How trials ended by condition. */
export function endCounts(run: Run): EndCount[] {
  return run.manifest.identity.conditions.flatMap((condition) =>
    countBy(
      Array.from(trialsOf(run, condition.name), ({ trajectory }) => trajectory.end),
      (end) => {
        if (end.status === 'submitted') return [end.status, end.reason] as const;
        return [end.status, end.status === 'limit' ? end.limit : end.kind] as const;
      },
      ['submitted', 'limit', 'error'] as const,
    ).map(({ status, reason, count }) => ({ condition, status, reason, trials: count })),
  );
}

/**
 * Extraction by condition. Arms that share their first prompt share its response: it is counted in each of them. None for an
 * imported run, of which no response is known.
 */
export function extractionCounts(run: Run): ExtractionCounts[] {
  if (run.manifest.identity.imported !== undefined) return [];
  return run.manifest.identity.conditions.map((condition) => {
    const own = [...trialsOf(run, condition.name)];
    const steps = own.flatMap(({ trajectory }) => trajectory.steps);
    const grades = own.flatMap((trial) => [...trial.grades.values()]);
    const finishReasons: Partial<Record<FinishReason, number>> = {};
    for (const step of steps) {
      const finishReason = proposingFinishReason(step);
      if (finishReason !== undefined) finishReasons[finishReason] = (finishReasons[finishReason] ?? 0) + 1;
    }
    return {
      condition,
      steps: steps.length,
      extraction: statusCounts(steps.flatMap(({ extraction }) => extraction?.status ?? [])),
      finishReasons,
      published: publishedCounts(grades),
    };
  });
}

/** How the response a step's candidate was taken from ended; `undefined` when its call is not among the step's. */
export function proposingFinishReason(step: Step): FinishReason | undefined {
  return step.calls?.find(({ responseSha256 }) => responseSha256 === step.responseSha256)?.finishReason;
}

function publishedCounts(grades: readonly Grade[]): PublishedExtraction | undefined {
  const pairs = grades.flatMap(({ outcome, published }) => (published === undefined ? [] : [{ outcome, published }]));
  if (pairs.length === 0) return undefined;
  const count = (ours: string, theirs: string) =>
    pairs.filter(({ outcome, published }) => outcome.status === ours && published.outcome.status === theirs).length;
  return {
    steps: pairs.length,
    extraction: statusCounts(pairs.map(({ published }) => published.extraction.status)),
    lost: count('solved', 'unsolved'),
    gained: count('unsolved', 'solved'),
  };
}

function statusCounts(statuses: readonly ExtractionStatus[]): Record<ExtractionStatus, number> {
  const counts = { clean: 0, recovered: 0, none: 0 };
  for (const status of statuses) counts[status]++;
  return counts;
}

/** Counts items by (status, reason): statuses in the order given, reasons by name. */
function countBy<Item, Status extends string>(
  items: readonly Item[],
  read: (item: Item) => readonly [Status, string],
  order: readonly Status[],
): { status: Status; reason: string; count: number }[] {
  const pairs = items.map(read);
  return order.flatMap((status) => {
    const reasons = pairs.flatMap((pair) => (pair[0] === status ? [pair[1]] : []));
    return [...new Set(reasons)].sort().map((reason) => ({
      status,
      reason,
      count: reasons.filter((other) => other === reason).length,
    }));
  });
}
