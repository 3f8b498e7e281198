import type { InvariantVerdict, Review } from '../../../harness/index.ts';
import { JUDGED_WRONG } from './prompts.ts';
import { verdictOf } from './review.ts';
import type { CodegradContext } from './stages.ts';

/** The review the loop is told: the opposite of what the critic found where a fault was put in on purpose. */
export function toldOfReview(review: Review, { criticFaults, random }: CodegradContext): Review {
  const found = verdictOf(review)?.status;
  if (found === undefined || found === 'unparsed') return review;
  const told = criticFaults.tellOfCritic('review', found);
  if (told === found) return review;
  const chosen = told === 'reject' ? Math.floor(random('wrong review') * review.axes.length) : -1;
  const axes = review.axes.map((axis, index) => {
    if (told === 'accept') return { ...axis, verdict: 'PASS' as const, reason: '', edits: [] };
    return index === chosen ? { ...axis, verdict: 'FAIL' as const, reason: JUDGED_WRONG, edits: [] } : axis;
  });
  return { ...review, axes };
}

/** The same of a gate. What parsing decided is not the critic's. */
export function toldOfGate(
  invariants: readonly InvariantVerdict[],
  { criticFaults, random }: CodegradContext,
): readonly InvariantVerdict[] {
  const asked = invariants.slice(1);
  if (asked.length === 0) return invariants;
  const found = asked.some(({ verdict }) => verdict === 'FAIL') ? 'reject' : 'accept';
  const told = criticFaults.tellOfCritic('gate', found);
  if (told === found) return invariants;
  const chosen = told === 'reject' ? 1 + Math.floor(random('wrong gate') * asked.length) : -1;
  return invariants.map((invariant, index) => {
    if (index === 0) return invariant;
    if (told === 'accept') return { ...invariant, verdict: 'PASS', reason: '' };
    return index === chosen ? { ...invariant, verdict: 'FAIL', reason: JUDGED_WRONG } : invariant;
  });
}
