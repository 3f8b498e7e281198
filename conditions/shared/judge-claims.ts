import type { Candidate, Claim, ClaimVerdict, ConditionContext, Task } from '../../harness/index.ts';
import { answerSchema, user, z } from '../../harness/index.ts';
import { claimList, taskAndCode } from './prompts.ts';
import type { Stages } from './stages.ts';
import { wordingOf } from './wording.ts';

/** A model judges claim by claim, reasoning first; `claim` counts from 1. */
export async function askJudge(task: Task, candidate: Candidate, claims: readonly Claim[], context: ConditionContext) {
  const judged = z.object({
    claim: z.int().min(1).max(Math.max(1, claims.length)),
    reason: z.string().meta({ maxLength: 200 }),
    verdict: z.enum(['PASS', 'PARTIAL', 'FAIL', 'NOT-APPLICABLE']),
  });
  const schema = answerSchema('verdicts', z.object({ verdicts: z.array(judged).length(claims.length) }));
  const { noun } = wordingOf(task);
  const prompt = [
    taskAndCode(task, candidate),
    claimList(task, claims),
    `Judge each claim. First say in one sentence what the ${noun} does where the claim applies, and what the task demands there; "no issue found" where both agree. Then the verdict: PASS where they agree, PARTIAL where they agree in some cases only, FAIL where they differ, NOT-APPLICABLE where running the ${noun} cannot show it.`,
    'Answer with JSON only: {"verdicts": [{"claim": 1, "reason": "...", "verdict": "PASS|PARTIAL|FAIL|NOT-APPLICABLE"}]}, one for each claim.',
  ].join('\n\n');
  return context.askFor([user(prompt)], 'judge', schema);
}

/** Accepts when the judge finds no applicable claim FAIL or PARTIAL; where no claim is applicable, there is no verdict. */
export const judgeClaims: Stages['verify'] = async (task, candidate, claims, context) => {
  if (claims.length === 0) return undefined;
  const answer = await askJudge(task, candidate, claims, context);
  if (answer.status === 'unparsed') return answer;
  const judged = answer.value.verdicts.flatMap(({ claim, verdict, reason }): ClaimVerdict[] => {
    const judgedClaim = claims[claim - 1];
    return judgedClaim === undefined ? [] : [{ claim: judgedClaim, verdict, reason }];
  });
  if (judged.every(({ verdict }) => verdict === 'NOT-APPLICABLE')) return undefined;
  return { status: judged.some(isOpen) ? 'reject' : 'accept', feedback: describeClaims(judged), claims: judged };
};

const isOpen = ({ verdict }: ClaimVerdict): boolean => verdict === 'FAIL' || verdict === 'PARTIAL';

/** The claims that do not hold, one a line. */
export function describeClaims(claims: readonly ClaimVerdict[]): string {
  return claims
    .filter(isOpen)
    .map(({ claim, verdict, reason }) => `- ${verdict}: ${claim.text}${reason === '' ? '' : ` (${reason})`}`)
    .join('\n');
}
