import type { Verdict } from '../../harness/index.ts';
import { answerSchema, assistant, type Parsed, user, z } from '../../harness/index.ts';
import { claimList, generatePrompt, shownCode, taskAndCode } from './prompts.ts';
import type { Stages } from './refine-loop.ts';
import { wordingOf } from './wording.ts';

/** The wordings that `npm run compare-wordings` measured beside today's; no condition uses them. */

const QUESTION = 'Answer with JSON only: {"critique": "what is wrong, in a few words", "verdict": "PASS|FAIL"}';
const judgement = answerSchema('judgement', z.object({ critique: z.string(), verdict: z.enum(['PASS', 'FAIL']) }));

/** The judge until 2026-11-22: asked what is wrong before its verdict, with no way to say "nothing". */
export const judgeByFault: Stages['verify'] = async (task, candidate, _claims, context) => {
  const prompt = [
    taskAndCode(task, candidate),
    'You review code written by somebody else. Does it do what the task says, in every case?',
    QUESTION,
  ].join('\n\n');
  return toVerdict(await context.askFor([user(prompt)], 'judge', judgement));
};

/** The critic of that time, likewise. */
export const criticiseByFault: Stages['verify'] = async (task, candidate, _claims, context) => {
  const question = `Check your own ${wordingOf(task).noun} against the task. Is it correct in every case?\n${QUESTION}`;
  const conversation = [user(generatePrompt(task)), assistant(shownCode(task, candidate)), user(question)];
  return toVerdict(await context.askFor(conversation, 'criticise', judgement));
};

/** The judge of claims of that time: a reason in a few words. */
export const judgeClaimsBriefly: Stages['verify'] = async (task, candidate, claims, context) => {
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
  const answer = await context.askFor([user(prompt)], 'judge', schema);
  if (answer.status === 'unparsed') return answer;
  const isOpen = answer.value.verdicts.some(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL');
  return { status: isOpen ? 'reject' : 'accept', feedback: '' };
};

function toVerdict(answer: Parsed<z.infer<typeof judgement.type>>): Verdict {
  if (answer.status === 'unparsed') return answer;
  const { verdict, critique } = answer.value;
  return { status: verdict === 'PASS' ? 'accept' : 'reject', feedback: critique };
}
