import { type Attempt, type ConditionContext, type ContractTask, user } from '../../harness/index.ts';
import { bodyPrompt, repairPrompt, type Shown } from './contract-prompts.ts';

/** generate -> (verify -> write anew) x k, or -> (verify -> draw again) x k: a body under a contract until the verifier has no complaint. */
export function proofLoop(shown: Shown, next: 'repair' | 'draw') {
  return async function* run(task: ContractTask, context: ConditionContext): AsyncGenerator<Attempt, void, void> {
    const first = [user(bodyPrompt(task, shown))];
    let candidate = await context.propose(first);
    for (let round = 0; ; round++) {
      const verdict = await context.verify(candidate);
      yield { candidate, verdict };
      if (verdict.status === 'unparsed' || context.stopsAt(verdict) || round === context.rounds) return;
      candidate =
        next === 'draw'
          ? await context.propose(first)
          : await context.propose([user(repairPrompt(task, candidate, verdict, shown))], 'regenerate');
    }
  };
}
