import { answerSchema, assistant, type Parsed, user, type Verdict, z } from '../../harness/index.ts';
import { generatePrompt, shownCode, taskAndCode } from './prompts.ts';
import type { Stages } from './stages.ts';
import { wordingOf } from './wording.ts';

const issue = z.string().meta({ maxLength: 160 });
const reviewed = z.object({
  reasoning: z.string().meta({ maxLength: 500 }),
  issues: z.array(issue).max(3),
  verdict: z.enum(['PASS', 'FAIL']),
});
const isConsistent = ({ verdict, issues }: z.infer<typeof reviewed>): boolean =>
  verdict === 'FAIL' || issues.length === 0;
const review = answerSchema(
  'review',
  reviewed.refine(isConsistent, 'PASS is for an empty list of issues, FAIL for any issue'),
);

/** Reasoning first, then the issues, which may be none, then the verdict that follows from them. */
const QUESTION = [
  'Work through one example of the task and one edge case: what does it return, and what does the task demand?',
  'Then list the issues: inputs for which it returns something else than the task demands. Style is no issue.',
  'No issues found: {"reasoning": "...", "issues": [], "verdict": "PASS"}',
  'Issues found: {"reasoning": "...", "issues": ["..."], "verdict": "FAIL"}',
  'Answer with JSON only, in one of these two forms; the reasoning in at most four short sentences.',
].join('\n');

/** A judge that has not written the code accepts or criticises the whole program. */
export const judgeProgram: Stages['verify'] = async (task, candidate, _claims, context) => {
  const question = `You review ${wordingOf(task).noun} written by somebody else. ${QUESTION}`;
  const prompt = `${taskAndCode(task, candidate)}\n\n${question}`;
  return toVerdict(await context.askFor([user(prompt)], 'judge', review));
};

/** The model criticises its own answer in the conversation in which it gave it (Self-Refine, Madaan et al. 2023). */
export const criticiseOwn: Stages['verify'] = async (task, candidate, _claims, context) => {
  const question = `Check your own ${wordingOf(task).noun} against the task. ${QUESTION}`;
  const conversation = [user(generatePrompt(task)), assistant(shownCode(task, candidate)), user(question)];
  return toVerdict(await context.askFor(conversation, 'criticise', review));
};

function toVerdict(answer: Parsed<z.infer<typeof reviewed>>): Verdict {
  if (answer.status === 'unparsed') return answer;
  const { verdict, issues, reasoning } = answer.value;
  if (verdict === 'PASS') return { status: 'accept', feedback: reasoning };
  return { status: 'reject', feedback: issues.length === 0 ? reasoning : issues.map((one) => `- ${one}`).join('\n') };
}
