import {
  AXES,
  type AxisReview,
  type ClaimVerdict,
  type CriticRates,
  type InvariantVerdict,
} from '../../../harness/index.ts';
import { proveAndDecide, validity } from './gate.ts';
import { invariantsOf } from './invariants.ts';
import { JUDGED_WRONG } from './prompts.ts';
import { AXIS_CLAIMS } from './review.ts';
import type { CodegradContext, CodegradStages } from './stages.ts';

type CoinContext = CodegradContext & { readonly matchedRates: CriticRates };

/** A coin for each axis, at the rate at which the matched critic failed it; its findings say nothing. */
export const flipReview: CodegradStages<CoinContext>['review'] = async (_judging, { matchedRates, random }) => {
  const axes = AXES.map((axis): AxisReview => {
    const isFailing = random(`coin ${axis}`) < matchedRates.axes[axis];
    const reason = isFailing ? JUDGED_WRONG : '';
    return { axis, claim: AXIS_CLAIMS[axis], verdict: isFailing ? 'FAIL' : 'PASS', reason, edits: [] };
  });
  return { status: 'parsed', value: { axes } };
};

/** The writer argues as for the matched critic; a coin decides each invariant in that critic's place. */
export const flipGate: NonNullable<CodegradStages<CoinContext>['gate']> = (draft, context) =>
  proveAndDecide(draft, context, async (invariants) =>
    invariants.map((claim, index): ClaimVerdict => {
      const isFailing = context.random('coin gate') < context.matchedRates.invariant(index + 2);
      return { claim, verdict: isFailing ? 'FAIL' : 'PASS', reason: isFailing ? JUDGED_WRONG : '' };
    }),
  );

/** What the hidden tests say: right on all axes, or wrong with their failures as the edit. An oracle. */
export const gradedReview: CodegradStages['review'] = async ({ candidate }, context) => {
  const verdict = await context.verify(candidate);
  if (verdict.status === 'unparsed') return verdict;
  const { status, feedback } = verdict;
  const axes = AXES.map((axis): AxisReview => {
    const base = { axis, claim: AXIS_CLAIMS[axis], edits: [] };
    if (status === 'accept') return { ...base, verdict: 'PASS', reason: 'The hidden tests pass.' };
    if (axis !== 'correctness') return { ...base, verdict: 'NOT-APPLICABLE', reason: 'The hidden tests fail.' };
    return { ...base, verdict: 'FAIL', reason: feedback, edits: [{ location: 'program', action: feedback }] };
  });
  return { status: 'parsed', value: { axes } };
};

/** Lets through what the hidden tests accept. An oracle: no proof is asked for, as nobody reads it. */
export const gradedGate: NonNullable<CodegradStages['gate']> = async (draft, context) => {
  const [valid, ...others] = invariantsOf(draft.task);
  const parsed = validity(draft, valid);
  if (parsed.verdict === 'FAIL') return { status: 'judged', invariants: [parsed] };
  const verdict = await context.verify(draft.candidate);
  if (verdict.status === 'unparsed') return { status: 'unparsed', stage: 'gate', detail: verdict.detail };
  const judged = others.map((claim, index): InvariantVerdict => {
    const number = index + 2;
    if (verdict.status === 'accept') return { number, claim, verdict: 'PASS', reason: '' };
    // The tests say that it goes wrong somewhere, not on which of the others.
    if (number === EVERY_INPUT) return { number, claim, verdict: 'FAIL', reason: verdict.feedback };
    return { number, claim, verdict: 'NOT-APPLICABLE', reason: '' };
  });
  return { status: 'judged', invariants: [parsed, ...judged] };
};

/** The invariant that is about every input that is allowed. */
const EVERY_INPUT = 3;
