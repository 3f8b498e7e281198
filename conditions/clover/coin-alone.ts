import { coin, defineCondition, given } from '../../harness/index.ts';

export default defineCondition({
  description: 'A seeded coin accepts a triple or rejects it',
  verifier: coin,
  uses: { given },
  answersOnce: true,
  comparator: 'coin-alone',
  order: 1110,
  appliesTo: ['triple'],
  async *run(_task, { given, verify }) {
    yield { candidate: given, verdict: await verify(given) };
  },
});
