import { z } from '../storage/schema.ts';
import { answerSchema, parseAnswer } from '../trial/answer-schema.ts';
import { askAll } from './ask.ts';
import type { Critic, CriticParts, Said, Votes } from './critic.ts';
import { contractText, languageOf } from './language-of.ts';
import type { Side, Translation } from './translation.ts';

const answer = answerSchema('Comparison', z.object({ answer: z.enum(['SAME', 'DIFFERENT']) }));

/** A model's votes on whether two contracts say the same (AlphaVerus, section 3.1: comparison model); without their programs. */
export const comparison: Critic = async (translation, parts) => {
  const { model } = parts;
  if (model === undefined) return { critic: 'comparison', said: 'not-run', detail: 'no --model' };
  const texts = await askAll(model, { prompt: comparisonPrompt(translation, parts), role: 'judge', schema: answer });
  const parsed = texts.map((text) => parseAnswer(text, answer));
  const count = (wanted: 'SAME' | 'DIFFERENT'): number =>
    parsed.filter((one) => one.status === 'parsed' && one.value.answer === wanted).length;
  const votes = { same: count('SAME'), different: count('DIFFERENT') };
  const unparsed = texts.length - votes.same - votes.different;
  const all = { ...votes, unparsed };
  const detail = `${all.same} same, ${all.different} different, ${unparsed} unparsed`;
  return { critic: 'comparison', said: decidedAt(all, model.rejectedFrom), detail, votes: all };
};

/** Rejected where at least this share of the parsed votes says "different"; unknown where none could be read. */
export function decidedAt({ same, different }: Votes, rejectedFrom: number): Said {
  const votes = same + different;
  if (votes === 0) return 'unknown';
  return different / votes >= rejectedFrom ? 'reject' : 'accept';
}

function comparisonPrompt({ source, target }: Translation, parts: CriticParts): string {
  const block = (side: Side): string => {
    const language = languageOf(side, parts);
    return `In ${language.title}:\n\`\`\`${side.language}\n${contractText(side, language)}\n\`\`\``;
  };
  return [
    'Two contracts of programs, the second made from the first.',
    block(source),
    block(target),
    'Do their preconditions and their postconditions say the same? A contract that promises less, asks for more before the call, or speaks of something else is different. Answer with JSON only: {"answer": "SAME|DIFFERENT"}',
  ].join('\n\n');
}
