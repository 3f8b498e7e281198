import { type Attempt, type ConditionContext, type Task, user } from '../../harness/index.ts';
import { generatePrompt } from './prompts.ts';
import type { Stages } from './stages.ts';

/**
 * generate -> (extract -> verify -> remediate -> regenerate) x k. The last candidate is verified too, so that the
 * trajectory for a smaller k is exactly the beginning of the one for a larger k.
 */
export function refineLoop(stages: Stages) {
  return async function* run(task: Task, context: ConditionContext): AsyncGenerator<Attempt, void, void> {
    let candidate = await context.propose([user(generatePrompt(task))]);
    let plan = '';
    for (let round = 0; ; round++) {
      const made = plan === '' ? { candidate } : { candidate, plan };
      const extracted = await stages.extract(task, candidate, context);
      if (extracted.status === 'unparsed') {
        yield { ...made, unparsed: { role: 'extract', detail: extracted.detail } };
        return;
      }
      const claims = extracted.value;
      const verdict = await stages.verify(task, candidate, claims, context);
      yield { ...made, ...(verdict && { verdict }), ...(claims.length > 0 && { claims }) };
      if (verdict === undefined || verdict.status === 'unparsed') return;
      if (context.stopsAt(verdict) || round === context.rounds) return;
      const situation = { task, candidate, claims, verdict };
      plan = await stages.remediate(situation, context);
      candidate = await stages.regenerate({ ...situation, plan }, context);
    }
  };
}
