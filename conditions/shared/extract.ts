import { answerSchema, type Claim, user, z } from '../../harness/index.ts';
import { taskAndCode } from './prompts.ts';
import type { ClaimContext, Stages } from './stages.ts';
import { wordingOf } from './wording.ts';

const claimSchema = z.object({
  text: z.string(),
  category: z.enum(['functionality', 'security', 'data-handling', 'performance', 'compliance']),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
});

/** LUCID stage 1: what the candidate claims to do, typed and capped (patent 1.2: category and severity). */
export const extractClaims: Stages<ClaimContext>['extract'] = async (task, candidate, context) => {
  const schema = answerSchema('claims', z.object({ claims: z.array(claimSchema).max(context.maxClaims) }));
  const prompt = [
    taskAndCode(task, candidate),
    `List what this ${wordingOf(task).noun} claims to do: at most ${context.maxClaims} short claims that running it could confirm or refute.`,
    'Answer with JSON only: {"claims": [{"text": "...", "category": "functionality|security|data-handling|performance|compliance", "severity": "critical|high|medium|low"}]}',
  ].join('\n\n');
  const answer = await context.askFor([user(prompt)], 'extract', schema);
  return answer.status === 'unparsed' ? answer : { status: 'parsed', value: answer.value.claims satisfies Claim[] };
};

export const extractNothing: Stages['extract'] = async () => ({ status: 'parsed', value: [] });
