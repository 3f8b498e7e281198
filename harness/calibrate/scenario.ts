import type { Interval } from '../statistics/intervals.ts';

/**
 * One simulated study, as rows of whole numbers or shares: what the statistics are computed from, not the single answers. What a
 * row holds depends on the kind of scenario; the reference implementation reads the same rows.
 */
export type Study = readonly (readonly number[])[];

/** Which statistics apply, and what a row of a study holds. */
type ScenarioKind = 'share' | 'clusters' | 'pairs' | 'tasks' | 'family' | 'loop' | 'order';

/**
 * coverage: how often an interval holds the truth; size: how often a test calls what is not there; power: what is there; bias: mean
 * estimate less the truth.
 */
export type Measure = 'coverage' | 'size' | 'power' | 'bias';

/** What is asked of a statistic in a scenario. */
export interface Question {
  readonly statistic: string;
  readonly measure: Measure;
  /** What the statistic says of itself: 0.95 of an interval, 0.05 of a test, 0 of an estimate; `undefined` for power. */
  readonly nominal: number | undefined;
  /** The true value of what is estimated; `undefined` for tests. */
  readonly truth: number | undefined;
  /** What the answer comes to exactly, where it can be enumerated. */
  readonly exact: number | undefined;
}

/** What a statistic gave in one study: an estimate, an interval, or whether a test called it at 5 %. */
export interface Inspection {
  readonly estimate?: number | undefined;
  readonly interval?: Interval | undefined;
  readonly isCalled?: boolean | undefined;
}

/** Studies of one kind with known parameters, and what is asked of them. */
export interface Scenario {
  readonly name: string;
  readonly kind: ScenarioKind;
  /** What is simulated, in one sentence. */
  readonly description: string;
  readonly tasks: number;
  readonly samples: number;
  readonly questions: readonly Question[];
  draw(random: () => number): Study;
  /** By statistic; one that is absent has nothing to say of this study. */
  inspect(study: Study, seed: string): Readonly<Record<string, Inspection | undefined>>;
}

/** Coverage of a 95 % interval; `exact` where it can be enumerated. */
export function coverage(statistic: string, truth: number, exact?: number): Question {
  return { statistic, measure: 'coverage', nominal: 0.95, truth, exact };
}

/** Bias of an estimate; 0 where it is unbiased by theory. */
export function bias(statistic: string, truth: number): Question {
  return { statistic, measure: 'bias', nominal: 0, truth, exact: undefined };
}

/** Size of a test at 5 % where what it looks for is not there. */
export function size(statistic: string, exact?: number): Question {
  return { statistic, measure: 'size', nominal: 0.05, truth: undefined, exact };
}

/** Power of a test at 5 % where what it looks for is there. */
export function power(statistic: string, exact?: number): Question {
  return { statistic, measure: 'power', nominal: undefined, truth: undefined, exact };
}

/** The answer of one study: 1 or 0, or the estimate for bias; `undefined` where the statistic had nothing to say. */
export function answer({ measure, truth = 0 }: Question, inspection: Inspection | undefined): number | undefined {
  switch (measure) {
    case 'coverage': {
      const { interval } = inspection ?? {};
      return interval && Number(interval.low <= truth && truth <= interval.high);
    }
    case 'bias':
      return inspection?.estimate;
    case 'size':
    case 'power':
      return inspection?.isCalled === undefined ? undefined : Number(inspection.isCalled);
  }
}
