import type { Candidate, ClaimsReport, Task } from '../../harness/index.ts';
import {
  answerSchema,
  type ConditionContext,
  type Parsed,
  type RemediationPlan,
  user,
  z,
} from '../../harness/index.ts';
import { claimResults, failing, passing } from './claim-results.ts';
import { taskAndCode } from './prompts.ts';

const brief = z.string().meta({ maxLength: 120 });
const step = z.object({ claim: z.int().min(1), diagnosis: brief, change: brief });
const plan = answerSchema('plan', z.object({ steps: z.array(step).max(4) }));
const planSchema = { ...plan, whenDropped: { steps: [] } };

/** What stage 3 works on. */
interface Verified {
  readonly task: Task;
  readonly candidate: Candidate;
  readonly report: ClaimsReport;
  readonly isWeighted: boolean;
}

/** LUCID stage 3: for each claim that fails, the gravest first, why it does and what to change; and what to leave as it is. */
export async function writeRemediation(
  { task, candidate, report, isWeighted }: Verified,
  context: ConditionContext,
): Promise<Parsed<RemediationPlan>> {
  const open = failing(report, isWeighted);
  const preserve = passing(report).map(({ id }) => id);
  if (open.length === 0) return { status: 'parsed', value: { steps: [], preserve } };
  const prompt = [
    taskAndCode(task, candidate),
    claimResults(report, isWeighted),
    'For each claim that is not PASS, in this order, say why it fails and what exactly to change, in a few words each. No code.',
    'Answer with JSON only: {"steps": [{"claim": 1, "diagnosis": "...", "change": "..."}]}',
  ].join('\n\n');
  const answer = await context.askFor([user(prompt)], 'remediate', planSchema);
  if (answer.status === 'unparsed') return answer;
  if (answer.value === planSchema.whenDropped) return { status: 'parsed', value: { steps: [], preserve: [] } };
  const steps = open.flatMap(({ id, severity }, index) => {
    const written = answer.value.steps.find(({ claim }) => `c${claim}` === id);
    if (written === undefined) return [];
    return [{ claim: id, priority: index + 1, severity, diagnosis: written.diagnosis, change: written.change }];
  });
  return { status: 'parsed', value: { steps, preserve } };
}
