import { defineCondition, none, user } from '../../harness/index.ts';
import { generatePrompt } from '../shared/prompts.ts';

export default defineCondition({
  description: 'One answer, as it comes',
  verifier: none,
  answersOnce: true,
  order: 0,
  async *run(task, { propose }) {
    yield { candidate: await propose([user(generatePrompt(task))]) };
  },
});
