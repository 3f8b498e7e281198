import { defineCondition, given, publicTests } from '../../harness/index.ts';

export default defineCondition({
  description: 'A triple is accepted where the prover proves its body under its contract (Clover, section 4.5)',
  verifier: publicTests,
  uses: { given },
  answersOnce: true,
  comparator: 'coin-alone',
  order: 1100,
  appliesTo: ['triple'],
  async *run(_task, { given, verify }) {
    yield { candidate: given, verdict: await verify(given) };
  },
});
