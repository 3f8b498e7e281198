import { defineArtifact, defineCondition, fenced, none, user, z } from '../../harness/index.ts';
import { generatePrompt } from '../shared/prompts.ts';

const SHORTER = 'Write the same function again, as short as you can, whole, in one ```python block.';

/** What this loop adds to its records; 6-read-a-run.ts reads it back. */
export const size = defineArtifact('size', z.object({ characters: z.int() }));

/** Asks for a shorter program in every round, whatever it does. */
export default defineCondition({
  description: 'The model shortens its own program',
  verifier: none,
  async *run(task, { propose, rounds }) {
    let candidate = await propose([user(generatePrompt(task))]);
    for (let round = 0; ; round++) {
      yield { candidate, artifacts: [size.of({ characters: candidate.text.length })] };
      if (round === rounds) return;
      const prompt = [generatePrompt(task), fenced(candidate.text), SHORTER].join('\n\n');
      candidate = await propose([user(prompt)], 'regenerate');
    }
  },
});
