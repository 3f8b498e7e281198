import { answerSchema, defineCondition, user, type Verifier, z } from '../../harness/index.ts';
import { plainStages } from '../shared/plain-stages.ts';
import { taskAndCode } from '../shared/prompts.ts';
import { refineLoop } from '../shared/refine-loop.ts';

const QUESTION =
  'Does it do what the task says, in every case? Answer with JSON only: {"why": "...", "verdict": "PASS|FAIL"}';
const review = answerSchema('review', z.object({ why: z.string(), verdict: z.enum(['PASS', 'FAIL']) }));

/** Accepts what passes the tests of the prompt and what a reviewer then finds right. Hidden tests would make it an oracle. */
const testsThenReview: Verifier = {
  name: 'tests-then-review',
  sees: 'public',
  async verify(candidate, { task, runTests, askFor }) {
    const tested = await runTests(candidate);
    if (tested.status !== 'accept') return tested;
    const answer = await askFor([user(`${taskAndCode(task, candidate)}\n\n${QUESTION}`)], 'judge', review);
    if (answer.status === 'unparsed') return answer;
    return { status: answer.value.verdict === 'PASS' ? 'accept' : 'reject', feedback: answer.value.why };
  },
};

export default defineCondition({
  description: 'A rewrite until the tests of the prompt and a reviewer accept',
  verifier: testsThenReview,
  comparator: 'resample-public',
  run: refineLoop(plainStages),
});
