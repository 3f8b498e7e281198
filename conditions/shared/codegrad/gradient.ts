import type { AxisReview, GradientEdit, InvariantVerdict } from '../../../harness/index.ts';
import { GENERAL_EDITS } from './prompts.ts';
import type { CodegradStages, Gradient } from './stages.ts';

type MakeGradient = CodegradStages['gradient'];

/**
 * Eq. 2, without a call: the edits of failing axes in the order of the axes, then why the last draft was discarded. An edit beside a pass is
 * dropped; an axis that fails without edits gives its finding; edits that say the same are one.
 */
export const editsOfFailing: MakeGradient = ({ review, refused }) => {
  const failing = review.axes.filter(({ verdict }) => verdict === 'FAIL');
  const passing = review.axes.filter(({ verdict }) => verdict !== 'FAIL');
  const all = [...failing.flatMap(editsOf), ...refused.map(toEdit)];
  const edits = all.filter((edit, index) => all.findIndex((other) => saysTheSame(edit, other)) === index);
  return {
    edits,
    dropped: passing.reduce((sum, axis) => sum + axis.edits.length, 0),
    filled: failing.filter((axis) => axis.edits.length === 0).length,
    merged: all.length - edits.length,
  };
};

/** The review's own words in place of its edits. */
export const wordsOfReview: MakeGradient = (reviewed, context) => {
  const { review, refused } = reviewed;
  const words = review.axes.map(({ axis, verdict, reason }): GradientEdit => {
    return { axis, from: 'text', location: '', action: `${axis}: ${reason} (${WORDS[verdict]})` };
  });
  return { ...editsOfFailing(reviewed, context), edits: [...words, ...refused.map(toEdit)], merged: 0 };
};

const WORDS = { PASS: 'pass', PARTIAL: 'fail', FAIL: 'fail', 'NOT-APPLICABLE': 'unknown' } as const;

/** As many edits as the review gives, each drawn from a list of general ones: what having edits at all is worth. */
export const generalEdits: MakeGradient = (reviewed, context) => {
  const gradient: Gradient = editsOfFailing(reviewed, context);
  const left = [...GENERAL_EDITS];
  const draw = (): string => left.splice(Math.floor(context.random('general edits') * left.length), 1)[0] ?? '';
  const edits = gradient.edits.slice(0, GENERAL_EDITS.length);
  return { ...gradient, edits: edits.map(() => ({ from: 'general' as const, location: '', action: draw() })) };
};

function editsOf({ axis, reason, edits }: AxisReview): GradientEdit[] {
  if (edits.length > 0) return edits.map((edit) => ({ axis, from: 'review', ...edit }));
  return [{ axis, from: 'finding', location: 'program', action: reason }];
}

const toEdit = ({ claim, reason }: InvariantVerdict): GradientEdit => ({
  from: 'gate',
  location: 'the last draft, which was discarded',
  action: `it must hold that: ${claim.text} ${reason}`.trim(),
});

const saysTheSame = (one: GradientEdit, other: GradientEdit): boolean =>
  plain(one.location) === plain(other.location) && plain(one.action) === plain(other.action);
const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
