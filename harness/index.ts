/** The only door for conditions and datasets. */
export { type Condition, type ConditionContext, defineCondition } from './condition.ts';
export { assistant, fenced, system, user } from './messages.ts';
export { type AnswerSchema, answerSchema, z } from './schema.ts';
export type { Attempt, Candidate, Claim, ClaimVerdict, Message, Parsed, Task, Verdict } from './types.ts';
