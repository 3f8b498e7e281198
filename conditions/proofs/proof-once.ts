import { type ContractTask, defineCondition, none, user } from '../../harness/index.ts';
import { bodyPrompt } from '../shared/contract-prompts.ts';

export default defineCondition({
  description: 'One body under the contract, as it comes',
  verifier: none,
  answersOnce: true,
  comparator: 'proof-once',
  order: 1000,
  appliesTo: ['contract'],
  async *run(task: ContractTask, { propose }) {
    yield { candidate: await propose([user(bodyPrompt(task, { docstring: false }))]) };
  },
});
