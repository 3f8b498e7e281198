import {
  type Attempt,
  type Candidate,
  codegradReview,
  codegradUpdate,
  type InvariantVerdict,
  type Parsed,
  type Review,
  type Task,
  type Update,
  user,
} from '../../../harness/index.ts';
import { generatePrompt } from '../prompts.ts';
import { invariantsOf } from './invariants.ts';
import { shownEdit, updatePrompt } from './prompts.ts';
import { verdictOf } from './review.ts';
import type { CodegradContext, CodegradStages, Gradient, Judging } from './stages.ts';
import { toldOfGate, toldOfReview } from './told.ts';

const PROVED = { status: 'accept', feedback: 'Its proof was accepted.' } as const;

/**
 * CodeGrad's loop (arXiv 2508.10059v2, III.B): generate -> (review -> gradient -> draft -> proof -> gate) x k. The last candidate is reviewed
 * too, so that the trajectory for a smaller k is exactly the beginning of the one for a larger k. No candidate is selected: the last one is the
 * answer. A review that is not read, twice, ends the loop.
 */
export function codegradLoop<Context extends CodegradContext>(stages: CodegradStages<Context>) {
  return async function* run(task: Task, context: Context): AsyncGenerator<Attempt, void, void> {
    if (task.kind !== 'function') throw new Error('invariants are made of functions only');
    let candidate = await context.propose([user(generatePrompt(task))]);
    let update: Update | undefined;
    let before: Review | undefined;
    for (let round = 0; ; round++) {
      const made = update === undefined ? [] : [codegradUpdate.of(update)];
      const isProved = stages.endsAtProof === true && update?.fate === 'accepted';
      if (isProved && context.stopsAt(PROVED)) return yield { candidate, verdict: PROVED, artifacts: made };
      const isNew = before === undefined || update?.fate === 'accepted';
      const answer = isNew ? await stages.review({ task, candidate }, context) : again(before);
      if (answer.status === 'unparsed')
        return yield { candidate, verdict: { status: 'unparsed', detail: answer.detail }, artifacts: made };
      const review = isNew ? toldOfReview(answer.value, context) : answer.value;
      const verdict = isProved ? PROVED : verdictOf(review);
      yield { candidate, ...(verdict && { verdict }), artifacts: [...made, codegradReview.of(review)] };
      // Where nothing fails and not all is decided, nothing says what to change.
      if (context.stopsAt(verdict ?? PROVED) || round === context.rounds) return;
      const refused = update?.fate === 'discarded' ? update.invariants.filter(isRefused) : [];
      const gradient = stages.gradient({ task, candidate, review, refused }, context);
      const revision = await revise({ task, candidate }, gradient, stages, context);
      ({ candidate, update } = revision);
      before = review;
    }
  };
}

/** Eqs. 3 and 4: a draft, and whether it takes the candidate's place. */
async function revise<Context extends CodegradContext>(
  current: Judging,
  gradient: Gradient,
  { gate }: CodegradStages<Context>,
  context: Context,
): Promise<{ readonly candidate: Candidate; readonly update: Update }> {
  const { task, candidate } = current;
  const texts = invariantsOf(task).map(({ text }) => text);
  const edits = gradient.edits.map((edit, index) => `${index + 1}. ${shownEdit(edit)}`).join('\n');
  const draft = await context.propose([user(updatePrompt(current, edits, texts))], 'regenerate');
  const ended = (fate: Update['fate'], more: Partial<Update> = {}) => ({
    candidate: fate === 'accepted' ? draft : candidate,
    update: { ...gradient, draft: draft.text, fate, invariants: [], ...more },
  });
  if (draft.text.trim() === '') return ended('empty');
  if (draft.text.trim() === candidate.text.trim()) return ended('unchanged');
  if (gate === undefined) return ended('accepted');
  const judged = await gate({ task, candidate: draft }, context);
  if (judged.status === 'unparsed') return ended(`unparsed-${judged.stage}`, { detail: judged.detail });
  const { status: _, ...rest } = judged;
  const invariants = toldOfGate(judged.invariants, context);
  return ended(invariants.some(isRefused) ? 'discarded' : 'accepted', { ...rest, invariants });
}

/** A program is reviewed once: where it stays the candidate, so does what was said of it. */
const again = (review: Review | undefined): Parsed<Review> =>
  review === undefined
    ? { status: 'unparsed', detail: 'there is no review' }
    : { status: 'parsed', value: { ...review, isRepeated: true } };

/** What could not be decided refuses nothing. */
const isRefused = ({ verdict }: InvariantVerdict): boolean => verdict === 'FAIL';
