import {
  AXES,
  type Axis,
  type AxisReview,
  answerSchema,
  type Claim,
  type ConditionContext,
  type Parsed,
  type ProgramRun,
  type Review,
  user,
  type Verdict,
  z,
} from '../../../harness/index.ts';
import { reviewPrompt } from './prompts.ts';
import type { CodegradStages, Judging } from './stages.ts';

const short = z.string().meta({ maxLength: 140 });
const edit = z.object({ location: z.string().meta({ maxLength: 80 }), action: short });
const axisAnswer = z.object({ finding: short, verdict: z.enum(['pass', 'fail']), edits: z.array(edit).max(2) });
const schema = answerSchema(
  'axes',
  z.object({ correctness: axisAnswer, 'input-output': axisAnswer, efficiency: axisAnswer, completeness: axisAnswer }),
);

/** What each axis claims of a program. */
export const AXIS_CLAIMS: Readonly<Record<Axis, Claim>> = {
  correctness: { text: 'It returns what the task demands.', category: 'functionality', severity: 'critical' },
  'input-output': {
    text: 'It takes and returns what the task says.',
    category: 'data-handling',
    severity: 'high',
  },
  efficiency: { text: 'Its time and space suit large inputs.', category: 'performance', severity: 'medium' },
  completeness: {
    text: 'It treats every case that the task allows.',
    category: 'functionality',
    severity: 'high',
  },
};

/** III.B: a model reviews the program on four axes. */
export const askReview: CodegradStages['review'] = (judging, context) => reviewAfter(judging, context);

/** The same with what running the program showed. */
export async function reviewAfter(
  judging: Judging,
  context: ConditionContext,
  runs?: readonly ProgramRun[],
): Promise<Parsed<Review>> {
  const answer = await context.askFor([user(reviewPrompt(judging, runs))], 'review', schema);
  if (answer.status === 'unparsed') return answer;
  const axes = AXES.map((axis): AxisReview => {
    const { finding, verdict, edits } = answer.value[axis];
    return { axis, claim: AXIS_CLAIMS[axis], verdict: verdict === 'pass' ? 'PASS' : 'FAIL', reason: finding, edits };
  });
  return { status: 'parsed', value: { axes, ...(runs === undefined ? {} : { runs }) } };
}

/** Accepts where all four axes pass; no verdict where none fails and one could not be decided. */
export function verdictOf({ axes }: Review): Verdict | undefined {
  const failing = axes.filter(({ verdict }) => verdict === 'FAIL');
  const feedback = axes.map(({ axis, verdict, reason }) => `${axis}: ${verdict} ${reason}`.trim()).join('\n');
  if (failing.length > 0) return { status: 'reject', feedback };
  return axes.every(({ verdict }) => verdict === 'PASS') ? { status: 'accept', feedback } : undefined;
}
