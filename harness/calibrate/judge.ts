import type { ReferenceAnswer } from './reference-file.ts';
import type { Measure, Question, Scenario } from './scenario.ts';
import type { Simulated } from './simulate.ts';

/**
 * A statistic against its nominal level, within three standard errors of simulation: `nominal`; `conservative` (covers more, rejects less
 * often); `anti-conservative` (covers less, rejects too often, or is biased); `measured` where there is no nominal level (power).
 */
type Assessment = 'nominal' | 'conservative' | 'anti-conservative' | 'measured';

/** One question of a scenario and its answer over all studies. */
export interface CalibrationRow {
  readonly scenario: Scenario;
  readonly question: Question;
  /** Studies in which the statistic could be computed. */
  readonly estimable: number;
  readonly studies: number;
  /** A rate; for bias the mean estimate less the truth. `undefined` when it could be computed in no study. */
  readonly value: number | undefined;
  /** Of `value`, from the spread over studies. */
  readonly standardError: number | undefined;
  readonly assessment: Assessment;
  /** Distance from the enumerated value in standard errors; `undefined` where none is known. */
  readonly fromExact: number | undefined;
  readonly reference: ReferenceComparison | undefined;
}

/** Ours against the reference implementation on the same studies. */
interface ReferenceComparison {
  readonly value: number;
  /** Difference in standard errors of the reference's value. */
  readonly distance: number;
  readonly disagreements: number | undefined;
}

/** How many standard errors may lie between two values that are the same but for chance. */
export const TOLERANCE = 3;

/** One row per question, in order. */
export function calibrationRows(
  simulated: Simulated,
  reference: readonly ReferenceAnswer[] | undefined,
): CalibrationRow[] {
  const { scenario, studies, answers } = simulated;
  return scenario.questions.map((question, position) => {
    const known = (answers[position] ?? []).filter((value) => value !== undefined);
    const { mean, spread } = describe(known);
    const truth = question.measure === 'bias' ? (question.truth ?? 0) : 0;
    const isAnswered = known.length > 0;
    const value = isAnswered ? mean - truth : undefined;
    const root = Math.sqrt(known.length);
    return {
      scenario,
      question,
      estimable: known.length,
      studies,
      value,
      standardError: isAnswered ? spread / root : undefined,
      assessment: value === undefined ? 'measured' : assess(question, value, spread / root, root),
      fromExact: value === undefined ? undefined : fromExact(question, value, root),
      reference: compare(reference?.[position], mean, truth),
    };
  });
}

/** Whether ours agrees with the reference and with what was enumerated. */
export function isSound({ reference, fromExact: distance }: CalibrationRow): boolean {
  return (reference?.distance ?? 0) <= TOLERANCE && (distance ?? 0) <= TOLERANCE;
}

function describe(values: readonly number[]): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

function assess({ measure, nominal }: Question, value: number, standardError: number, root: number): Assessment {
  if (nominal === undefined) return 'measured';
  if (measure === 'bias') return Math.abs(value) <= TOLERANCE * standardError + 1e-12 ? 'nominal' : 'anti-conservative';
  const allowed = (TOLERANCE * Math.sqrt(nominal * (1 - nominal))) / root;
  const excess = excessOf(measure, value - nominal);
  if (Math.abs(excess) <= allowed) return 'nominal';
  return excess > 0 ? 'conservative' : 'anti-conservative';
}

/** Above 0 for more coverage and for fewer false calls than said. */
function excessOf(measure: Measure, difference: number): number {
  return measure === 'coverage' ? difference : -difference;
}

function fromExact({ exact }: Question, value: number, root: number): number | undefined {
  if (exact === undefined) return undefined;
  return distanceIn(value - exact, Math.sqrt(Math.max(0, exact * (1 - exact))) / root);
}

/** In standard errors; rounding errors are no distance where all studies say the same. */
function distanceIn(difference: number, standardError: number): number {
  return Math.abs(difference) < 1e-9 ? 0 : Math.abs(difference) / standardError;
}

function compare(answer: ReferenceAnswer | undefined, mean: number, truth: number): ReferenceComparison | undefined {
  if (answer === undefined || answer.value === null) return undefined;
  return {
    value: answer.value - truth,
    distance: distanceIn(mean - answer.value, referenceError(answer)),
    disagreements: answer.disagreements ?? undefined,
  };
}

/** Where the reference says the same of every study its rate still has an error: that of one more study each way. */
function referenceError({ value, spread, answered, disagreements }: ReferenceAnswer): number {
  if (spread > 0 || disagreements === null) return spread / Math.sqrt(answered);
  const p = ((value ?? 0) * answered + 1) / (answered + 2);
  return Math.sqrt((p * (1 - p)) / answered);
}
