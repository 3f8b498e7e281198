import type { ReferenceAnswer } from './reference-file.ts';
import type { Measure, Question, Scenario } from './scenario.ts';
import type { Simulated } from './simulate.ts';

/**
 * How a statistic does against what it says of itself, with three standard errors of simulation: `as said`; `cautious` (covers more, calls less);
 * `falls short` (covers less, calls too often, is biased); `measured` where it says nothing (power).
 */
type Keeping = 'as said' | 'cautious' | 'falls short' | 'measured';

/** One question of a scenario and its answer over all studies. */
export interface CalibrationRow {
  readonly scenario: Scenario;
  readonly question: Question;
  /** Studies in which the statistic had something to say. */
  readonly answered: number;
  readonly studies: number;
  /** A rate; for bias the mean estimate less the truth. `undefined` when no study was answered. */
  readonly value: number | undefined;
  /** Of `value`, from the spread over studies. */
  readonly standardError: number | undefined;
  readonly keeping: Keeping;
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

/** One row a question, in order. */
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
      answered: known.length,
      studies,
      value,
      standardError: isAnswered ? spread / root : undefined,
      keeping: value === undefined ? 'measured' : keeping(question, value, spread / root, root),
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

function keeping({ measure, says }: Question, value: number, standardError: number, root: number): Keeping {
  if (says === undefined) return 'measured';
  if (measure === 'bias') return Math.abs(value) <= TOLERANCE * standardError + 1e-12 ? 'as said' : 'falls short';
  const allowed = (TOLERANCE * Math.sqrt(says * (1 - says))) / root;
  const excess = excessOf(measure, value - says);
  if (Math.abs(excess) <= allowed) return 'as said';
  return excess > 0 ? 'cautious' : 'falls short';
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
  const share = ((value ?? 0) * answered + 1) / (answered + 2);
  return Math.sqrt((share * (1 - share)) / answered);
}
