import type { Proportion } from '../statistics/clustered-proportion.ts';
import { type CsvColumns, csvTable, csvText } from '../text/csv.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { Exploit } from './critic.ts';
import type { JudgedTranslation } from './judge-translation.ts';
import { type CardRow, comparisonCurve, reportCard } from './report-card.ts';

/** What stands over the tables. */
interface CriticsHeader {
  readonly dataset: string;
  /** Absent: no model was asked. */
  readonly model?: string;
  readonly isSimulated: boolean;
  readonly votes: number;
  readonly rejectedFrom: number;
}

/** The critics' report card as Markdown. */
export function criticsReport(judged: readonly JudgedTranslation[], header: CriticsHeader): string {
  const every = reportCard(judged, 'every exploit rejects');
  const others = reportCard(judged, 'none that is trivially right').filter(({ judge }) => BY_EXPLOIT.has(judge));
  const hasExploits = exploitsOf(judged).length > 0;
  return [
    `# Critics on ${header.dataset}`,
    describe(judged.length, header),
    '## Report card',
    'Rejected: caught where a contract is weakened, a false alarm where it is right. Could not tell: in no rejected count; bounds are the count with and without them. Intervals take a program as their unit.',
    cardTable(every),
    ...(hasExploits
      ? [
          '## Without exploits that are trivially right',
          'They agree with the source on all inputs: a correct program of a line.',
          cardTable(others),
        ]
      : []),
    ...curveSection(judged),
    ...(hasExploits ? ['## Exploits', exploitTable(judged)] : []),
    '',
  ].join('\n\n');
}

const BY_EXPLOIT: ReadonlySet<string> = new Set(['exploit', 'trio', 'all five']);

function describe(count: number, { model, isSimulated, votes, rejectedFrom }: CriticsHeader): string {
  const what = `${count} translations of known truth.`;
  if (model === undefined) return `${what} No model was given: comparison, exploit and what counts them are not run.`;
  const how = `${votes} votes and ${votes} bodies each by ${model}, rejected from a share of ${rejectedFrom}.`;
  return isSimulated ? `${what} SIMULATED: ${how} Nothing here is a finding about a model.` : `${what} ${how}`;
}

function cardTable(rows: readonly CardRow[]): string {
  return markdownTable({
    header: ['critic', 'contracts', 'truth', 'rejected', 'share', '95 % interval', 'could not tell'],
    textColumns: [1, 2],
    rows: rows.map(({ judge, group, truth, rejected, unknown, notRun }) =>
      notRun > 0
        ? [judge, group, truth, 'not run', '', '', '']
        : [judge, group, truth, `${rejected.count} of ${rejected.total}`, ...shareOf(rejected), String(unknown)],
    ),
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}`;

function shareOf({ proportion, interval }: Proportion): [share: string, interval: string] {
  const range = interval === undefined ? '' : `[${percent(interval.low)}, ${percent(interval.high)}]`;
  return [proportion === undefined ? '—' : `${percent(proportion)} %`, range];
}

function curveSection(judged: readonly JudgedTranslation[]): string[] {
  const points = comparisonCurve(judged);
  if (points.length === 0) return [];
  const cell = (found: Proportion): string => `${found.count} of ${found.total} ${shareOf(found).join(' ')}`.trim();
  return [
    '## Votes over r',
    'Rejected where this share of the votes says "different"; the paper does not state its r.',
    markdownTable({
      header: ['r', 'caught', 'false alarms', 'no vote could be read'],
      rows: points.map(({ rejectedFrom, caught, falseAlarms, unknown }) => [
        String(rejectedFrom),
        cell(caught),
        cell(falseAlarms),
        String(unknown),
      ]),
    }),
  ];
}

interface NamedExploit extends Exploit {
  readonly translation: JudgedTranslation['translation'];
}

const exploitsOf = (judged: readonly JudgedTranslation[]): readonly NamedExploit[] =>
  judged.flatMap(({ translation, verdicts }) =>
    verdicts.flatMap(({ exploits = [] }) => exploits.map((each) => ({ ...each, translation }))),
  );

const exploitTable = (judged: readonly JudgedTranslation[]): string =>
  markdownTable({
    header: ['translation', 'body', 'trivially right', 'beside the source'],
    textColumns: [1, 2, 3],
    rows: exploitsOf(judged).map(({ translation, body, isTriviallyRight, detail }) => [
      translation.id,
      body.trim(),
      isTriviallyRight,
      detail,
    ]),
  });

interface VerdictRow {
  readonly translation: JudgedTranslation['translation'];
  readonly verdict: JudgedTranslation['verdicts'][number];
}

const COLUMNS: CsvColumns<VerdictRow> = [
  ['translation', ({ translation }) => translation.id],
  ['program', ({ translation }) => translation.program],
  ['source_language', ({ translation }) => translation.source.language],
  ['target_language', ({ translation }) => translation.target.language],
  ['group', ({ translation }) => translation.known?.group],
  ['truth', ({ translation }) => translation.known?.truth],
  ['critic', ({ verdict }) => verdict.critic],
  ['said', ({ verdict }) => verdict.said],
  ['votes_same', ({ verdict }) => verdict.votes?.same],
  ['votes_different', ({ verdict }) => verdict.votes?.different],
  ['votes_unparsed', ({ verdict }) => verdict.votes?.unparsed],
  ['exploits_proved', ({ verdict }) => verdict.exploits?.length],
  [
    'exploits_trivially_right',
    ({ verdict }) => verdict.exploits?.filter(({ isTriviallyRight }) => isTriviallyRight === 'yes').length,
  ],
  ['detail', ({ verdict }) => verdict.detail],
];

/** A row a translation and critic. */
export const criticsCsv = (judged: readonly JudgedTranslation[]): string =>
  csvText(
    csvTable(
      COLUMNS,
      judged.flatMap(({ translation, verdicts }) => verdicts.map((verdict) => ({ translation, verdict }))),
    ),
  );
