import { defineCondition, docstringJudgements, given, none, type TripleTask, wordPairs } from '../../harness/index.ts';
import { judge } from '../shared/clover-judge.ts';

export default defineCondition({
  description: 'The judge of clover alone, on docstrings of which it is known whether they say the same',
  verifier: none,
  uses: { given, wordPairs },
  answersOnce: true,
  comparator: 'coin-alone',
  order: 1105,
  appliesTo: ['triple'],
  isOnRequest: true,
  async *run(task: TripleTask, { given, wordPairs, askFor }) {
    const judgements = [];
    for (const { beside, words } of wordPairs) {
      const { said, byWords } = await judge({ askFor }, task.docstring, words);
      judgements.push({ beside, said, byWords });
    }
    yield { candidate: given, artifacts: [docstringJudgements.of(judgements)] };
  },
});
