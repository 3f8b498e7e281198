import { defineCondition, publicTests, tokensLeft, user } from '../../harness/index.ts';
import { generatePrompt } from '../shared/prompts.ts';

export default defineCondition({
  description: 'Fresh answers until the tests of the prompt accept one, for as many tokens as codegrad used by then',
  verifier: publicTests,
  uses: { tokensLeft },
  comparator: 'baseline',
  order: 1220,
  spends: 'codegrad',
  isOnRequest: true,
  async *run(task, { propose, verify, tokensLeft, stopsAt, rounds }) {
    const draw = () => propose([user(generatePrompt(task))]);
    let candidate = await draw();
    let verdict = await verify(candidate);
    yield { candidate, verdict };
    for (let round = 1; round <= rounds && !stopsAt(verdict); round++) {
      for (let isFirst = true; tokensLeft(round) && (isFirst || !stopsAt(verdict)); isFirst = false) {
        candidate = await draw();
        verdict = await verify(candidate);
      }
      yield { candidate, verdict };
    }
  },
});
