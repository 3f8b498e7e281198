import type { Identity } from '../types/record.ts';

type Grader = Partial<Pick<Identity, 'graderVersion'>>;

const PROVED = /^contract-\d+; /;

/** What grades a study's candidates, as texts for people call it: proofs, where candidates are bodies under contracts. */
export const whatGrades = (identity: Grader): 'grading tests' | 'grading proofs' =>
  proversOf(identity) === undefined ? 'grading tests' : 'grading proofs';

/** The provers whose word the grades are, with their versions: `dafny 2.3.0.10506, z3 4.8.12; why3 …`. Absent where tests grade. */
export const proversOf = ({ graderVersion = '' }: Grader): string | undefined =>
  PROVED.test(graderVersion) ? graderVersion.replace(PROVED, '') : undefined;

/** The harness's own verifiers as texts call them where candidates are proved; every other by its name. */
const OF_PROOFS: Readonly<Record<string, string>> = {
  'grading-tests': 'grading proofs',
  'public-tests': 'compiler',
};
export const verifierText = (verifier: string, identity: Grader): string =>
  (proversOf(identity) === undefined ? undefined : OF_PROOFS[verifier]) ?? verifier;

/** What the gap of a loop is the mean of. */
export const gapOf = (identity: Grader): string =>
  proversOf(identity) === undefined
    ? 'share of hidden assertions that do not hold'
    : 'share of candidates that are not proved (an assertion each)';
