import type { Analysis } from '../../metrics/analysis.ts';
import type { Section } from '../../text/section.ts';
import { count, dollars, label, sum } from './format.ts';

/** How trials ended, by condition. */
export function endSection({ ends, run }: Analysis): Section {
  const columns = (['submitted', 'limit', 'error'] as const).flatMap((status) =>
    [...new Set(ends.filter((row) => row.status === status).map(({ reason }) => reason))]
      .sort()
      .map((reason) => ({ status, reason })),
  );
  const { protocol, conditions } = run.manifest.identity;
  return {
    title: 'How trials ended',
    notes: [
      'accepted: the condition’s own verifier (or the model itself) accepted; rounds: all rounds were used; unparsed: a stage’s answer could not be read, twice; finished: the condition had nothing more to do. limit: a bound was met, the last finished step counts. error: transport or machine; later k are ungraded.',
      ...(protocol === 'independent'
        ? ['Each k is a run of its own here: a task and sample is counted once for each.']
        : []),
    ],
    tables: [
      {
        header: ['condition', 'trials', ...columns.map(({ status, reason }) => `${status}: ${reason}`)],
        rows: conditions.map((condition) => {
          const own = ends.filter((row) => row.condition.name === condition.name);
          const cells = columns.map(
            ({ status, reason }) => own.find((row) => row.status === status && row.reason === reason)?.trials ?? 0,
          );
          return [label(condition), ...[own.reduce((total, { trials }) => total + trials, 0), ...cells].map(String)];
        }),
      },
    ],
  };
}

/** Calls, tokens and dollars by condition. */
export function costSection({ costs }: Analysis): Section {
  return {
    title: 'Tokens and cost',
    notes: [
      'Cost as if alone: every answer a trial used, counted once in it. Paid: an answer that trials share is charged to the first of them in plan order, so this column adds up to what the run cost; it says nothing about which condition is cheaper. Repeated: calls whose answer the same trial already had. — is unknown, ≥ a sum with unknown parts.',
    ],
    tables: [
      {
        header: [
          'condition',
          'trials',
          'calls',
          'repeated',
          'input tokens',
          'output tokens',
          'cost as if alone',
          'paid',
        ],
        rows: costs.map((row) => [
          label(row.condition),
          count(row.trials),
          count(row.calls),
          count(row.repeatedCalls),
          sum(row.inputTokens, count),
          sum(row.outputTokens, count),
          sum(row.costUsd, dollars),
          sum(row.paidUsd, dollars),
        ]),
      },
    ],
  };
}
