import type { Analysis } from '../metrics/analysis.ts';
import type { OutcomeCount } from '../metrics/taxonomy.ts';
import type { CountedShare } from '../metrics/verifier-report-card.ts';
import type { FinishReason } from '../types.ts';
import { label, percent, percentWithBounds, UNKNOWN } from './format.ts';
import type { Section, Table } from './section.ts';

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
  const cell = (counts: readonly OutcomeCount[], status: string, reason: string | undefined) =>
    String(counts.find((row) => row.status === status && row.reason === reason)?.trials ?? 0);
  return {
    title: 'Failures at the largest k',
    notes: [
      'Trials by what the hidden tests showed at the largest k (the baseline at k = 0). Columns marked "ungraded:" are neither right nor wrong: nothing is known about these trials.',
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
      'Counted over steps. clean: the response was code as asked; recovered: something had to be cut away; none: no code in it, an empty candidate was graded. "ended" is how the response itself ended (`length`: cut at the token limit). A first generation that arms share is counted in each of them.',
      ...(isPublishedKnown
        ? [
            'Second table: the published study’s extractor on the same responses, where they are independent draws. "Lost" steps are solved as extracted here and unsolved as it cuts them: failures of the extractor alone.',
          ]
        : []),
    ],
    tables,
  };
}

/** Verifiers that say nearly always the same, with their acceptance: nothing can be concluded from such a loop. */
export function degenerateNotes({ verifiers }: Analysis): string[] {
  return verifiers
    .filter(({ isDegenerate }) => isDegenerate)
    .map(
      ({ condition, acceptance: { count, total, share } }) =>
        `degenerate verifier: that of ${label(condition)} accepts ${count} of ${total} (${percent(share)}), under 5 % or over 95 %: it hardly tells candidates apart.`,
    );
}

/** In-loop verdicts against the grades. */
export function verifierSection(analysis: Analysis): Section {
  const { verifiers } = analysis;
  return {
    title: 'Verifier report card',
    notes: [
      'Every verdict a condition’s own verifier gave, against the grade of the same candidate. False accept: accepted, of the judged candidates that are wrong. False reject: rejected, of those that are right. `unparsed` is no verdict. Intervals are Wilson over steps; steps of one task are not independent, so they are too narrow. The verifier of a † condition is the grader itself: its zeros hold by construction.',
      ...degenerateNotes(analysis),
    ],
    tables: [
      {
        header: [
          'condition',
          'verifier',
          'steps',
          'accept',
          'reject',
          'unparsed',
          'false accepts',
          'false rejects',
          'ungraded',
        ],
        rows: verifiers.map((card) => [
          label(card.condition),
          card.condition.verifier,
          ...[card.steps, card.accepted, card.rejected, card.unparsed].map(String),
          countedShareText(card.falseAccepts),
          countedShareText(card.falseRejects),
          String(card.ungraded),
        ]),
        textColumns: [1],
      },
    ],
  };
}

function countedShareText({ count, total, share, interval }: CountedShare): string {
  return total === 0 ? UNKNOWN : `${count} / ${total} = ${percentWithBounds(share, interval)}`;
}
