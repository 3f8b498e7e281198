import {
  type AxisReview,
  answerSchema,
  type InvariantVerdict,
  type Review,
  type RunningCritic,
  user,
  z,
} from '../../../harness/index.ts';
import { validity } from './gate.ts';
import { invariantsOf } from './invariants.ts';
import { probePrompt } from './prompts.ts';
import { AXIS_CLAIMS, reviewAfter } from './review.ts';
import type { CodegradContext, CodegradStages, Judging } from './stages.ts';

type RunningContext = CodegradContext & { readonly runningCritic: RunningCritic };

const schema = answerSchema('probe', z.object({ calls: z.array(z.string().meta({ maxLength: 200 })).max(3) }));

/** IV.B: the critic has calls of its own run before it reviews. Calls that were not read are none. */
export const probeAndReview: CodegradStages<RunningContext>['review'] = async (judging, context) => {
  const answer = await context.askFor([user(probePrompt(judging))], 'probe', schema);
  const calls = answer.status === 'parsed' ? answer.value.calls : [];
  const { runs, asked } = await context.runningCritic.calls(judging.candidate, calls);
  const reviewed = await reviewAfter(judging, context, runs);
  return reviewed.status === 'unparsed' ? reviewed : { ...reviewed, value: { ...reviewed.value, asked } };
};

/** The four axes judged by running: no model is asked. */
export const runReview: CodegradStages<RunningContext>['review'] = async (judging, context) => ({
  status: 'parsed',
  value: await seen(judging, context),
});

async function seen({ candidate }: Judging, { runningCritic }: RunningContext): Promise<Review> {
  const { findings, asked } = await runningCritic.review(candidate);
  // In one order of fields, whether seen here or recorded: equal runs are equal byte for byte.
  const axes = findings.map(({ axis, verdict, reason, edits }): AxisReview => {
    return { axis, claim: AXIS_CLAIMS[axis], verdict, reason, edits };
  });
  return { axes, asked };
}

/** Invariants judged by the same runs on the draft; no proof is asked for, as nobody reads it. What was not decided refuses nothing. */
export const runGate: NonNullable<CodegradStages<RunningContext>['gate']> = async (draft, context) => {
  const [valid, ...others] = invariantsOf(draft.task);
  const parsed = validity(draft, valid);
  if (parsed.verdict === 'FAIL') return { status: 'judged', invariants: [parsed] };
  const review = await seen(draft, context);
  const judged = others.map((claim, index): InvariantVerdict => {
    const axes = review.axes.filter(({ axis }) => DECIDED_BY[index]?.includes(axis));
    const decisive = axes.find(({ verdict }) => verdict === 'FAIL') ?? axes.find(({ verdict }) => verdict === 'PASS');
    const { verdict, reason } = decisive ?? { verdict: 'NOT-APPLICABLE' as const, reason: '' };
    return { number: index + 2, claim, verdict, reason };
  });
  return { status: 'judged', invariants: [parsed, ...judged], seen: review };
};

/** Which axes decide the second, third and fourth invariant. */
const DECIDED_BY: readonly (readonly string[])[] = [['input-output'], ['correctness', 'completeness'], ['efficiency']];
