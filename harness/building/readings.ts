/** The bounds of a build, and what is done where the document that describes the pipeline is silent: printed in every manifest and header. */

/** The most model calls for one text: 2 + 6 + 4 + 9. */
export const MOST_CALLS = 21;
export const VALID_TESTS = 10;
/** Oracle calls before the first circular round; every round allows one more. */
export const ORACLE_CALLS = 4;
export const CIRCULAR_ROUNDS = 2;
export const HEALING_ATTEMPTS = 3;
/** A larger share of invalidated tests is a failure of the tests. */
export const INVALIDATED_SHARE = 0.3;
/** The most tests of one text; what comes after them is left out and counted. */
export const MOST_TESTS = 60;
export const LONGEST_TEXT = 20_000;

export const SECONDS = { oracle: 6, optimised: 2, 'brute-force': 4, submission: 2 } as const;

export const TEMPERATURES = { specification: 0, reference: 0.2, healing: 0.1 } as const;

/** Of the oracle call with this number, from 0: 0.5, 0.7, then 0.9. */
export const oracleTemperature = (call: number): number => [0.5, 0.7][call] ?? 0.9;

/** A sentence each, in the order of the stages. */
export const READINGS: readonly string[] = [
  `At most ${MOST_CALLS} calls a text: 2 for the specification, ${ORACLE_CALLS} for the oracle and one more in each of ${CIRCULAR_ROUNDS} circular rounds, 4 for the two solutions, ${HEALING_ATTEMPTS} of healing in each of ${CIRCULAR_ROUNDS + 1} rounds.`,
  'An answer of stage 3 or 5 that does not parse or has no permitted form is asked for once more, told why; an attempt of healing is not.',
  'Oracle calls have the temperatures 0.5, 0.7, 0.9 and 0.9 from then on, and keep the inputs that were valid before.',
  'An input must pass the validator and every constraint that can be evaluated; where the two disagree it is left out and counted.',
  'With values there is no validator: inputs are literals of the types of the signature, held against the constraints.',
  'Healing comes first: a solution that still disagrees on more than 30 % of the tests has shown a failure of the tests, and stage 4 is entered again without them.',
  'Solutions are kept through circular rounds; a solution on which nothing runs is no reference.',
  'The brute force may skip stress inputs only; what it skips has the reference’s word alone.',
  'A mismatch that is left at the end leaves the tests; examples of the user never do: a reference that denies one is none.',
  'Examples that the model wrote into the specification are no truth and test nothing.',
  'The static check is one of form; programs that pass it are no safer, and run in the sandbox as all others.',
];
