import { type ContractTask, defineCondition, gradingTests, tokensLeft, user } from '../../harness/index.ts';
import { bodyPrompt } from '../shared/contract-prompts.ts';

export default defineCondition({
  description: 'Fresh bodies until one is proved, for as many tokens as proof-feedback used by then',
  verifier: gradingTests,
  uses: { tokensLeft },
  comparator: 'proof-resample',
  order: 1050,
  spends: 'proof-feedback',
  appliesTo: ['contract'],
  async *run(task: ContractTask, { propose, verify, tokensLeft, stopsAt, rounds }) {
    const draw = () => propose([user(bodyPrompt(task, { docstring: false }))]);
    let candidate = await draw();
    let verdict = await verify(candidate);
    yield { candidate, verdict };
    for (let round = 1; round <= rounds && !stopsAt(verdict); round++) {
      while (!stopsAt(verdict) && tokensLeft(round)) {
        candidate = await draw();
        verdict = await verify(candidate);
      }
      yield { candidate, verdict };
    }
  },
});
