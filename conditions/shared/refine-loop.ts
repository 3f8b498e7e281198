import { type Attempt, type ConditionContext, extractedClaims, plan, type Task, user } from '../../harness/index.ts';
import { generatePrompt } from './prompts.ts';
import type { Stages } from './stages.ts';

/**
 * generate -> (extract -> verify -> remediate -> regenerate) x k. The last candidate is verified too, so that the
 * trajectory for a smaller k is exactly the beginning of the one for a larger k.
 */
export function refineLoop<Context extends ConditionContext>(stages: Stages<Context>) {
  return async function* run(task: Task, context: Context): AsyncGenerator<Attempt, void, void> {
    let candidate = await context.propose([user(generatePrompt(task))]);
    let written = '';
    for (let round = 0; ; round++) {
      const made = written === '' ? [] : [plan.of(written)];
      const extracted = await stages.extract(task, candidate, context);
      if (extracted.status === 'unparsed') {
        yield { candidate, artifacts: made, unparsed: { role: 'extract', detail: extracted.detail } };
        return;
      }
      const claims = extracted.value;
      const verdict = await stages.verify(task, candidate, claims, context);
      const artifacts = claims.length === 0 ? made : [...made, extractedClaims.of(claims)];
      yield { candidate, artifacts, ...(verdict && { verdict }) };
      if (verdict === undefined || verdict.status === 'unparsed') return;
      if (context.stopsAt(verdict) || round === context.rounds) return;
      const situation = { task, candidate, claims, verdict };
      written = await stages.remediate(situation, context);
      candidate = await stages.regenerate({ ...situation, plan: written }, context);
    }
  };
}
