import type { ClaimVerdict } from '../../harness/index.ts';
import { describeClaims } from './judge-claims.ts';
import type { Stages } from './stages.ts';

const RANDOM_CLAIM_FAILURE = 0.5;

/** The verifier the condition declares: grading tests, public tests or a coin. */
export const runVerifier: Stages['verify'] = (_task, candidate, _claims, context) => context.verify(candidate);

/** A coin decides acceptance; on rejection random claims fail, at least one where there is one. */
export const failRandomClaims: Stages['verify'] = async (_task, candidate, claims, context) => {
  const verdict = await context.verify(candidate);
  if (verdict.status !== 'reject') return verdict;
  const failed = claims.map(() => context.random('claims') < RANDOM_CLAIM_FAILURE);
  if (claims.length > 0 && !failed.includes(true)) failed[Math.floor(context.random('claims') * claims.length)] = true;
  const judged = claims.map((claim, index): ClaimVerdict => {
    return { claim, verdict: failed[index] === true ? 'FAIL' : 'PASS', reason: '' };
  });
  return { ...verdict, feedback: [verdict.feedback, describeClaims(judged)].join('\n').trim(), claims: judged };
};
