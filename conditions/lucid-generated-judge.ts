import { answerSchema, defineCondition, user, z } from '../harness/index.ts';
import { generatedLoop } from './shared/generated-loop.ts';
import { claimList, taskAndCode } from './shared/prompts.ts';

export default defineCondition({
  description: 'lucid-generated with a model that judges the same claims in place of their checks',
  verifier: 'model',
  comparator: 'lucid-generated',
  isOnRequest: true,
  isForFunctions: true,
  run: generatedLoop({
    isWeighted: true,
    async verify(task, candidate, gathered, context) {
      const { claims } = gathered;
      const judged = z.object({
        claim: z.int().min(1).max(Math.max(1, claims.length)),
        reason: z.string(),
        verdict: z.enum(['PASS', 'PARTIAL', 'FAIL', 'NOT-APPLICABLE']),
      });
      const schema = answerSchema('verdicts', z.object({ verdicts: z.array(judged).length(claims.length) }));
      const prompt = [
        taskAndCode(task, candidate),
        claimList(task, claims),
        'Judge each claim: does the code really do that, as the task demands?',
        'Answer with JSON only: {"verdicts": [{"claim": 1, "reason": "a few words", "verdict": "PASS|PARTIAL|FAIL|NOT-APPLICABLE"}]}, one for each claim.',
      ].join('\n\n');
      const answer = await context.askFor([user(prompt)], 'judge', schema);
      if (answer.status === 'unparsed') return { unparsed: { role: 'judge', detail: answer.detail } };
      const judgements = answer.value.verdicts.map(({ claim, ...rest }) => ({ claim: `c${claim}`, ...rest }));
      return context.claims.judge(candidate, gathered, judgements);
    },
  }),
});
