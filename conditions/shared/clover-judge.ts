import { answerSchema, type ConditionContext, user, z } from '../../harness/index.ts';
import { judgePrompt } from './clover-prompts.ts';

/** A longer docstring is no honest one. */
const MOST_CHARACTERS = 4000;

const judgement = answerSchema('Judgement', z.object({ answer: z.enum(['YES', 'NO']) }));

interface Judged {
  readonly said: 'yes' | 'no' | 'unparsed' | 'forbidden' | 'nothing';
  /** YES stands anywhere in the answer. */
  readonly byWords: boolean;
}

/** Whether two docstrings say the same: a call that remembers nothing, and is told of neither whose it is. */
export async function judge(
  { askFor }: Pick<ConditionContext, 'askFor'>,
  given: string,
  words: string,
): Promise<Judged> {
  if (words === '') return { said: 'nothing', byWords: false };
  if (words.length > MOST_CHARACTERS) return { said: 'forbidden', byWords: false };
  const answer = await askFor([user(judgePrompt(given, words))], 'judge', judgement);
  const said = answer.status === 'unparsed' ? 'unparsed' : answer.value.answer === 'YES' ? 'yes' : 'no';
  return { said, byWords: answer.text?.includes('YES') ?? false };
}
