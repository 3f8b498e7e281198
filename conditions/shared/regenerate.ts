import { user } from '../../harness/index.ts';
import { generatePrompt, planOnlyPrompt, repairPrompt } from './prompts.ts';
import type { Stages } from './stages.ts';

/** LUCID stage 4: a new candidate from task, code, claims, verification result and plan. */
export const repair: Stages['regenerate'] = (situation, context) =>
  context.propose([user(repairPrompt(situation))], 'regenerate');

/** As `repair`, but the model sees only the task and the plan. */
export const repairFromPlan: Stages['regenerate'] = (situation, context) =>
  context.propose([user(planOnlyPrompt(situation))], 'regenerate');

/** A fresh independent draw of the first prompt: what a repair has to beat. */
export const drawAgain: Stages['regenerate'] = ({ task }, context) => context.propose([user(generatePrompt(task))]);
