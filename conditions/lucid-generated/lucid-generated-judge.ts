import { claimChecks, defineCondition, maxClaims, modelVerdict } from '../../harness/index.ts';
import { generatedLoop } from '../shared/generated-loop.ts';
import { askJudge } from '../shared/verify.ts';

export default defineCondition({
  description: 'lucid-generated with a model that judges the same claims in place of their checks',
  verifier: modelVerdict,
  uses: { claims: claimChecks, maxClaims },
  comparator: 'lucid-generated',
  order: 160,
  faults: ['verdict-flip', 'claims', 'plan'],
  isOnRequest: true,
  run: generatedLoop({
    isWeighted: true,
    async verify(task, candidate, gathered, context) {
      const answer = await askJudge(task, candidate, gathered.claims, context);
      if (answer.status === 'unparsed') return { unparsed: { role: 'judge', detail: answer.detail } };
      const judgements = answer.value.verdicts.map(({ claim, ...rest }) => ({ claim: `c${claim}`, ...rest }));
      return context.claims.judge(candidate, gathered, judgements);
    },
  }),
});
