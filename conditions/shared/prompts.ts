import type { Candidate, Claim, Task } from '../../harness/index.ts';
import type { ReachedVerdict, StageInput } from './stages.ts';
import { wordingOf } from './wording.ts';

/** The first prompt of every condition: equal prompts share one answer, so every arm has the same step 0. */
export function generatePrompt(task: Task): string {
  return wordingOf(task).request;
}

/** Task and candidate, as every stage after the first is shown them. */
export function taskAndCode(task: Task, candidate: Candidate): string {
  const { noun, task: shownTask } = wordingOf(task);
  return ['Task:', shownTask, `Current ${noun}:`, shownCode(task, candidate)].join('\n');
}

export function shownCode(task: Task, candidate: Candidate): string {
  const { noun, show } = wordingOf(task);
  return candidate.text === '' ? `(the answer held no ${noun})` : show(candidate);
}

function numbered(claims: readonly Claim[]): string {
  return claims.map((claim, index) => `${index + 1}. [${claim.category}, ${claim.severity}] ${claim.text}`).join('\n');
}

/** The claims as every stage is shown them. */
export function claimList(task: Task, claims: readonly Claim[]): string {
  return `Claims about the ${wordingOf(task).noun}:\n${numbered(claims)}`;
}

/** The whole situation: task, code, claims, verification result, plan. What is empty is left out. */
export function repairPrompt({ task, candidate, claims, verdict, plan }: StageInput): string {
  const parts = [taskAndCode(task, candidate)];
  if (claims.length > 0) parts.push(claimList(task, claims));
  parts.push(verification(task, verdict));
  if (plan !== '') parts.push(`Plan:\n${plan}`);
  parts.push(wordingOf(task).answer);
  return parts.join('\n\n');
}

export function verification(task: Task, verdict: ReachedVerdict): string {
  const { noun } = wordingOf(task);
  return `Verification of the current ${noun}: ${verdict.status === 'accept' ? 'PASS' : 'FAIL'}\n${verdict.feedback}`;
}

/** Task and plan only: neither the code nor its claims nor what verification said. */
export function planOnlyPrompt({ task, plan }: StageInput): string {
  const { task: shownTask, answer } = wordingOf(task);
  return [`Task:\n${shownTask}`, `Plan:\n${plan}`, answer].join('\n\n');
}
