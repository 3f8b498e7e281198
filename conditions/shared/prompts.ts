import { type Candidate, type Claim, fenced, type Task } from '../../harness/index.ts';
import type { ReachedVerdict, Situation } from './refine-loop.ts';

/** The first prompt of every condition: equal prompts share one answer, so every arm has the same step 0. */
export function generatePrompt(task: Task): string {
  return [
    `Write this Python function. Answer with the finished function \`${task.entryPoint}\`, without its docstring, and the imports and helpers it needs, in one \`\`\`python block and nothing else.`,
    fenced(task.prompt),
  ].join('\n\n');
}

/** Task and candidate, as every stage after the first is shown them. */
export function taskAndCode(task: Task, candidate: Candidate): string {
  return ['Task:', fenced(task.prompt), 'Current code:', shownCode(candidate)].join('\n');
}

export function shownCode(candidate: Candidate): string {
  return candidate.text === '' ? '(the answer held no code)' : fenced(candidate.text);
}

export function numbered(claims: readonly Claim[]): string {
  return claims.map((claim, index) => `${index + 1}. [${claim.category}, ${claim.severity}] ${claim.text}`).join('\n');
}

/** The whole situation: task, code, claims, verification result, plan. What is empty is left out. */
export function repairPrompt({ task, candidate, claims, verdict, plan }: Situation): string {
  const parts = [taskAndCode(task, candidate)];
  if (claims.length > 0) parts.push(`Claims about the code:\n${numbered(claims)}`);
  parts.push(verification(verdict));
  if (plan !== '') parts.push(`Plan:\n${plan}`);
  parts.push(answerLine(task));
  return parts.join('\n\n');
}

export function verification(verdict: ReachedVerdict): string {
  return `Verification of the current code: ${verdict.status === 'accept' ? 'PASS' : 'FAIL'}\n${verdict.feedback}`;
}

/** Task and plan only: neither the code nor its claims nor what verification said. */
export function planOnlyPrompt({ task, plan }: Situation): string {
  return [`Task:\n${fenced(task.prompt)}`, `Plan:\n${plan}`, answerLine(task)].join('\n\n');
}

function answerLine(task: Task): string {
  return `Write the corrected function \`${task.entryPoint}\`, whole but without its docstring, with the imports and helpers it needs, in one \`\`\`python block and nothing else.`;
}
