import { user } from '../../harness/index.ts';
import { claimList, taskAndCode, verification } from './prompts.ts';
import type { Stages } from './stages.ts';

/** LUCID stage 3: a plan of a few lines, written from the claims and what verification showed. */
export const writePlan: Stages['remediate'] = async ({ task, candidate, claims, verdict }, context) => {
  const parts = [taskAndCode(task, candidate)];
  if (claims.length > 0) parts.push(claimList(task, claims));
  parts.push(verification(task, verdict));
  parts.push('Say in at most five short lines why it fails and what exactly to change. No code.');
  const plan = await context.ask([user(parts.join('\n\n'))], 'remediate');
  return plan.trim();
};

export const writeNoPlan: Stages['remediate'] = async () => '';
