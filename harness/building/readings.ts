/** The bounds of a build, and what is done where the document that describes the pipeline is silent: printed in every manifest and header. */

export const VALID_TESTS = 10;
/** An answer of stage 3 or 5 that cannot be used is asked for once more. */
const ASKED_TWICE = 2;
const SOLUTIONS = 2;
/** Oracle calls before the first circular round; every round allows one more. */
export const ORACLE_CALLS = 4;
export const CIRCULAR_ROUNDS = 2;
export const HEALING_ATTEMPTS = 3;
/** The most model calls for one text: specification, oracle, solutions, healing in every round. */
export const MOST_CALLS =
  ASKED_TWICE + (ORACLE_CALLS + CIRCULAR_ROUNDS) + ASKED_TWICE * SOLUTIONS + HEALING_ATTEMPTS * (CIRCULAR_ROUNDS + 1);
/** A larger share of invalidated tests is a failure of the tests. */
export const INVALIDATED_SHARE = 0.3;
/** The most tests of one text; what comes after them is left out and counted. */
export const MOST_TESTS = 60;
/** Literal inputs that one answer is asked for, at the most. */
export const MOST_VALUES = 20;
/** Of a row (list, set) in a literal input: without a bound a small model writes a stress input until its answer is cut. */
export const LONGEST_ROW = 12;
export const LONGEST_TEXT = 20_000;

export const SECONDS = { oracle: 6, optimised: 2, 'brute-force': 4, submission: 2 } as const;

export const TEMPERATURES = { specification: 0, reference: 0.2, healing: 0.1 } as const;

/** Of the oracle's first calls; the last one from then on. */
const ORACLE_TEMPERATURES = [0.5, 0.7, 0.9] as const;

/** Of the oracle call with this number, from 0. */
export const oracleTemperature = (call: number): number => ORACLE_TEMPERATURES[call] ?? ORACLE_TEMPERATURES[2];

/** A sentence each, in the order of the stages. */
export const READINGS: readonly string[] = [
  `At most ${MOST_CALLS} calls a text: ${ASKED_TWICE} for the specification, ${ORACLE_CALLS} for the oracle and one more in each of ${CIRCULAR_ROUNDS} circular rounds, ${ASKED_TWICE * SOLUTIONS} for the two solutions, ${HEALING_ATTEMPTS} of healing in each of ${CIRCULAR_ROUNDS + 1} rounds.`,
  'An answer of stage 3 or 5 that does not parse or has no permitted form is asked for once more, told why; an attempt of healing is not.',
  `Oracle calls have the temperatures ${ORACLE_TEMPERATURES.join(', ')} and ${ORACLE_TEMPERATURES[2]} from then on, and keep the inputs that were valid before.`,
  'An input must pass the validator and every constraint that can be evaluated; where the two disagree it is left out and counted.',
  'With values there is no validator: inputs are literals of the types of the signature, held against the constraints.',
  `The schema of values asks for ${VALID_TESTS} to ${MOST_VALUES} inputs with rows of at most ${LONGEST_ROW} items; of an answer that was cut, the inputs that stand whole before the cut are taken.`,
  `Healing comes first: a solution that still disagrees on more than ${100 * INVALIDATED_SHARE} % of the tests has shown a failure of the tests, and stage 4 is entered again without them.`,
  'Solutions are kept through circular rounds; a solution on which nothing runs is no reference.',
  'The brute force may skip stress inputs only; what it skips has the reference’s word alone.',
  'A mismatch that is left at the end leaves the tests; examples of the user never do: a reference that denies one is none.',
  'Examples that the model wrote into the specification are no truth and test nothing.',
  'The static check is one of form; programs that pass it are no safer, and run in the sandbox as all others.',
];
