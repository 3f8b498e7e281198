import type { Identity } from '../types/record.ts';

/** What grades a study's candidates, as texts for people call it: proofs, where candidates are bodies under contracts. */
export const whatGrades = ({
  graderVersion,
}: Partial<Pick<Identity, 'graderVersion'>>): 'grading tests' | 'grading proofs' =>
  graderVersion?.startsWith('contract-') === true ? 'grading proofs' : 'grading tests';
