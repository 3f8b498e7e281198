import { answerSchema, type Task, user, z } from '../../harness/index.ts';
import { claimList, taskAndCode, verification } from './prompts.ts';
import type { Stages } from './stages.ts';
import { wordingOf } from './wording.ts';

const brief = z.string().meta({ maxLength: 160 });
const step = z.object({
  diagnosis: brief,
  change: brief,
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  feasibility: z.enum(['easy', 'moderate', 'hard']),
});
const plan = answerSchema('repair-plan', z.object({ steps: z.array(step).max(3), preserve: brief }));
const planSchema = { ...plan, whenDropped: { steps: [], preserve: '' } };

/** LUCID stage 3: what to change, the gravest first, and what to leave as it is, from the claims and what verification showed. */
export const writePlan: Stages['remediate'] = async ({ task, candidate, claims, verdict }, context) => {
  const parts = [taskAndCode(task, candidate)];
  if (claims.length > 0) parts.push(claimList(task, claims));
  parts.push(verification(task, verdict), planQuestion(task));
  const answer = await context.askFor([user(parts.join('\n\n'))], 'remediate', planSchema);
  return answer.status === 'unparsed' ? answer : { status: 'parsed', value: planText(answer.value) };
};

export const writeNoPlan: Stages['remediate'] = async () => ({ status: 'parsed', value: '' });

function planQuestion(task: Task): string {
  return [
    `Plan the repair in one to three steps, the gravest first: why the ${wordingOf(task).noun} fails and what exactly to change, in a few words each. No code. Say also what to leave as it is.`,
    'Answer with JSON only: {"steps": [{"diagnosis": "...", "change": "...", "severity": "critical|high|medium|low", "feasibility": "easy|moderate|hard"}], "preserve": "..."}',
  ].join('\n');
}

/** The plan as the next stage is shown it; empty where there is none. */
function planText({ steps, preserve }: z.infer<typeof plan.type>): string {
  const lines = steps.map(
    ({ diagnosis, change, severity, feasibility }, index) =>
      `${index + 1}. [${severity}, ${feasibility}] ${diagnosis} ${change}`,
  );
  if (preserve !== '') lines.push(`Keep: ${preserve}`);
  return lines.join('\n');
}
