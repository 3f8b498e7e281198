import type { Candidate, Claim, ConditionContext, Task } from '../../harness/index.ts';
import { answerSchema, assistant, type ClaimVerdict, type Parsed, user, type Verdict, z } from '../../harness/index.ts';
import { claimList, generatePrompt, shownCode, taskAndCode } from './prompts.ts';
import type { Stages } from './stages.ts';
import { wordingOf } from './wording.ts';

const JUDGEMENT = 'Answer with JSON only: {"critique": "what is wrong, in a few words", "verdict": "PASS|FAIL"}';
const judgement = answerSchema('judgement', z.object({ critique: z.string(), verdict: z.enum(['PASS', 'FAIL']) }));

const RANDOM_CLAIM_FAILURE = 0.5;

/** The verifier the condition declares: grading tests, public tests or a coin. */
export const runVerifier: Stages['verify'] = (_task, candidate, _claims, context) => context.verify(candidate);

/** A judge that has not written the code accepts or criticises the whole program. */
export const judgeProgram: Stages['verify'] = async (task, candidate, _claims, context) => {
  const prompt = [
    taskAndCode(task, candidate),
    'You review code written by somebody else. Does it do what the task says, in every case?',
    JUDGEMENT,
  ].join('\n\n');
  return toVerdict(await context.askFor([user(prompt)], 'judge', judgement));
};

/** The model criticises its own answer in the conversation in which it gave it (Self-Refine, Madaan et al. 2023). */
export const criticiseOwn: Stages['verify'] = async (task, candidate, _claims, context) => {
  const question = `Check your own ${wordingOf(task).noun} against the task. Is it correct in every case?\n${JUDGEMENT}`;
  const conversation = [user(generatePrompt(task)), assistant(shownCode(task, candidate)), user(question)];
  return toVerdict(await context.askFor(conversation, 'criticise', judgement));
};

/** A model judges claim by claim; `claim` counts from 1. */
export async function askJudge(task: Task, candidate: Candidate, claims: readonly Claim[], context: ConditionContext) {
  const judged = z.object({
    claim: z.int().min(1).max(Math.max(1, claims.length)),
    reason: z.string(),
    verdict: z.enum(['PASS', 'PARTIAL', 'FAIL', 'NOT-APPLICABLE']),
  });
  const schema = answerSchema('verdicts', z.object({ verdicts: z.array(judged).length(claims.length) }));
  const prompt = [
    taskAndCode(task, candidate),
    claimList(task, claims),
    `Judge each claim: does the ${wordingOf(task).noun} really do that, as the task demands?`,
    'Answer with JSON only: {"verdicts": [{"claim": 1, "reason": "a few words", "verdict": "PASS|PARTIAL|FAIL|NOT-APPLICABLE"}]}, one for each claim.',
  ].join('\n\n');
  return context.askFor([user(prompt)], 'judge', schema);
}

/** The program is accepted when the judge finds no applicable claim FAIL or PARTIAL. */
export const judgeClaims: Stages['verify'] = async (task, candidate, claims, context) => {
  const answer = await askJudge(task, candidate, claims, context);
  if (answer.status === 'unparsed') return answer;
  return claimsVerdict(
    answer.value.verdicts.flatMap(({ claim, verdict, reason }) => {
      const judgedClaim = claims[claim - 1];
      return judgedClaim === undefined ? [] : [{ claim: judgedClaim, verdict, reason }];
    }),
  );
};

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

function claimsVerdict(claims: readonly ClaimVerdict[]): Verdict {
  const rejected = claims.some(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL');
  return { status: rejected ? 'reject' : 'accept', feedback: describeClaims(claims), claims };
}

function describeClaims(claims: readonly ClaimVerdict[]): string {
  return claims
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL')
    .map(({ claim, verdict, reason }) => `- ${verdict}: ${claim.text}${reason === '' ? '' : ` (${reason})`}`)
    .join('\n');
}

function toVerdict(answer: Parsed<z.infer<typeof judgement.type>>): Verdict {
  if (answer.status === 'unparsed') return answer;
  const { verdict, critique } = answer.value;
  return { status: verdict === 'PASS' ? 'accept' : 'reject', feedback: critique };
}
