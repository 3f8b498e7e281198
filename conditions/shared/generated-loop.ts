import type { Attempt, Candidate, CheckedClaims, ConditionContext, GatheredClaims, Task } from '../../harness/index.ts';
import { type ClaimsReport, user } from '../../harness/index.ts';
import { extractChecked } from './checked-claims.ts';
import { claimResults, planText } from './claim-results.ts';
import { generatePrompt, taskAndCode } from './prompts.ts';
import { writeRemediation } from './remediation.ts';
import { wordingOf } from './wording.ts';

interface GeneratedStages {
  /** Severity decides what comes first, and the weighted gap. */
  readonly isWeighted: boolean;
  /** Forms of tests beside assertions, as the prompt says them. */
  readonly forms?: string;
  /** Decides every claim of the trial on a candidate; `unparsed` where a judge's answer was not read. */
  verify(
    task: Task,
    candidate: Candidate,
    gathered: GatheredClaims,
    context: ConditionContext,
  ): Promise<CheckedClaims | { readonly unparsed: NonNullable<Attempt['unparsed']> }>;
}

/**
 * The loop of the LUCID patent with claims that are decided one by one. It stops at a weighted gap of 0, and where no claim is
 * applicable: nothing then says what to repair. An answer that is not read, twice, ends it with the candidate it has.
 */
export function generatedLoop({ isWeighted, forms, verify }: GeneratedStages) {
  return async function* run(task: Task, context: ConditionContext): AsyncGenerator<Attempt, void, void> {
    let candidate = await context.propose([user(generatePrompt(task))]);
    let made: Omit<Attempt, 'candidate'> = {};
    let before: ClaimsReport | undefined;
    for (let round = 0; ; round++) {
      const extracted = await extractChecked(task, candidate, context, forms);
      if (extracted.status === 'unparsed') {
        yield { candidate, ...made, unparsed: { role: 'extract', detail: extracted.detail } };
        return;
      }
      const checked = await verify(task, candidate, context.claims.gather(candidate, extracted.value, before), context);
      if ('unparsed' in checked) return yield { candidate, ...made, unparsed: checked.unparsed };
      const { verdict, report } = checked;
      yield {
        candidate,
        ...made,
        ...(verdict && { verdict }),
        claims: extracted.value.map(({ tests: _, ...claim }) => claim),
        report,
      };
      if (context.stopsAt(verdict ?? { status: 'accept', feedback: '' }) || round === context.rounds) return;
      const remediation = await writeRemediation({ task, candidate, report, isWeighted }, context);
      if (remediation.status === 'unparsed')
        return yield { candidate, unparsed: { role: 'remediate', detail: remediation.detail } };
      const plan = planText(remediation.value, report);
      const parts = [taskAndCode(task, candidate), claimResults(report, isWeighted), plan && `Plan:\n${plan}`];
      const prompt = [...parts.filter((part) => part !== ''), wordingOf(task).answer].join('\n\n');
      candidate = await context.propose([user(prompt)], 'regenerate');
      made = { ...(plan && { plan }), remediation: remediation.value };
      before = report;
    }
  };
}
