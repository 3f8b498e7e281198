import type { Attempt, Candidate, CheckedClaims, ClaimsReport, GatheredClaims, Task } from '../../harness/index.ts';
import { claimsReport, extractedClaims, plan, remediation, user } from '../../harness/index.ts';
import { extractChecked } from './checked-claims.ts';
import { claimResults, planText } from './claim-results.ts';
import { generatePrompt, taskAndCode } from './prompts.ts';
import { writeRemediation } from './remediation.ts';
import type { CheckContext } from './stages.ts';
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
    context: CheckContext,
  ): Promise<CheckedClaims | { readonly unparsed: NonNullable<Attempt['unparsed']> }>;
}

/**
 * The loop of the LUCID patent with claims that are decided one by one. It stops at a weighted gap of 0, and where no claim is
 * applicable: nothing then says what to repair. An answer that is not read, twice, ends it with the candidate it has.
 */
export function generatedLoop({ isWeighted, forms, verify }: GeneratedStages) {
  return async function* run(task: Task, context: CheckContext): AsyncGenerator<Attempt, void, void> {
    let candidate = await context.propose([user(generatePrompt(task))]);
    let made: NonNullable<Attempt['artifacts']> = [];
    let before: ClaimsReport | undefined;
    for (let round = 0; ; round++) {
      const extracted = await extractChecked(task, candidate, context, forms);
      if (extracted.status === 'unparsed')
        return yield { candidate, artifacts: made, unparsed: { role: 'extract', detail: extracted.detail } };
      const checked = await verify(task, candidate, context.claims.gather(candidate, extracted.value, before), context);
      if ('unparsed' in checked) return yield { candidate, artifacts: made, unparsed: checked.unparsed };
      const { verdict, report } = checked;
      const claims = extracted.value.map(({ tests: _, ...claim }) => claim);
      const artifacts = [...made, extractedClaims.of(claims), claimsReport.of(report)];
      yield { candidate, artifacts, ...(verdict && { verdict }) };
      if (context.stopsAt(verdict ?? { status: 'accept', feedback: '' }) || round === context.rounds) return;
      const written = await writeRemediation({ task, candidate, report, isWeighted }, context);
      if (written.status === 'unparsed')
        return yield { candidate, unparsed: { role: 'remediate', detail: written.detail } };
      const text = planText(written.value, report);
      const parts = [taskAndCode(task, candidate), claimResults(report, isWeighted), text && `Plan:\n${text}`];
      const prompt = [...parts.filter((part) => part !== ''), wordingOf(task).answer].join('\n\n');
      candidate = await context.propose([user(prompt)], 'regenerate');
      made = [...(text === '' ? [] : [plan.of(text)]), remediation.of(written.value)];
      before = report;
    }
  };
}
