import type { Analysis } from '../../metrics/analysis.ts';
import type { OutcomeCount } from '../../metrics/taxonomy.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import type { Section, Table } from '../../text/section.ts';
import type { FinishReason } from '../../types/model.ts';
import { label, UNKNOWN } from './format.ts';

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'refusal', 'content-filter', 'other'];

/** Why trials are unsolved or ungraded at the largest k. */
export function taxonomySection({ outcomes, run }: Analysis): Section {
  const conditions = run.manifest.identity.conditions.map((condition) => {
    const own = outcomes.filter((row) => row.condition.name === condition.name);
    const largest = Math.max(...own.map(({ k }) => k));
    return { condition, counts: own.filter(({ k }) => k === largest) };
  });
  const shown = conditions.flatMap(({ counts }) => counts);
  const columns = (['unsolved', 'ungraded'] as const).flatMap((status) =>
    [...new Set(shown.filter((row) => row.status === status).map(({ reason }) => reason ?? ''))]
      .sort()
      .map((reason) => ({ status, reason })),
  );
  const isProved = whatGrades(run.manifest.identity) === 'grading proofs';
  const cell = (counts: readonly OutcomeCount[], status: string, reason: string | undefined) =>
    String(counts.find((row) => row.status === status && row.reason === reason)?.trials ?? 0);
  return {
    title: 'Failures at the largest k',
    notes: [
      `Trials by what the ${isProved ? 'proofs' : 'hidden tests'} showed at the largest k (the baseline at k = 0). Columns marked "ungraded:" are neither right nor wrong: nothing is known about these trials.`,
    ],
    tables: [
      {
        header: [
          'condition',
          'solved',
          ...columns.map(({ status, reason }) => (status === 'ungraded' ? `ungraded: ${reason}` : reason)),
        ],
        rows: conditions.map(({ condition, counts }) => [
          label(condition),
          cell(counts, 'solved', undefined),
          ...columns.map(({ status, reason }) => cell(counts, status, reason)),
        ]),
      },
    ],
  };
}

/** What the extractor made of the responses, and how the responses ended. */
export function extractionSection({ extraction }: Analysis): Section {
  const seen = FINISH_REASONS.filter((reason) => extraction.some((row) => row.finishReasons[reason] !== undefined));
  const tables: Table[] = [
    {
      header: ['condition', 'steps', 'clean', 'recovered', 'none', ...seen.map((reason) => `ended: ${reason}`)],
      rows: extraction.map((row) => [
        label(row.condition),
        String(row.steps),
        ...[row.extraction.clean, row.extraction.recovered, row.extraction.none].map(String),
        ...seen.map((reason) => String(row.finishReasons[reason] ?? 0)),
      ]),
    },
  ];
  const isPublishedKnown = extraction.some(({ published }) => published !== undefined);
  if (isPublishedKnown) {
    tables.push({
      header: ['condition', 'steps known', 'clean', 'recovered', 'none', 'lost to the extractor', 'gained by it'],
      rows: extraction.map(({ condition, published }) => [
        label(condition),
        ...(published === undefined
          ? Array.from({ length: 6 }, () => UNKNOWN)
          : [
              published.steps,
              published.extraction.clean,
              published.extraction.recovered,
              published.extraction.none,
              published.lost,
              published.gained,
            ].map(String)),
      ]),
    });
  }
  return {
    title: 'Extraction',
    notes: [
      'Counted over steps. clean: the response was code as asked; recovered: something had to be cut away; none: there was no code, and an empty candidate was graded. "ended" is how the response itself ended (`length`: cut at the token limit). A first generation that arms share is counted in each of them.',
      ...(isPublishedKnown
        ? [
            'Second table: the published study’s extractor on the same responses, where they are independent draws. "Lost" steps are solved as extracted here and unsolved as it cuts them: failures of the extractor alone.',
          ]
        : []),
    ],
    tables,
  };
}
