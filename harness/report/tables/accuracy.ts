import { type AccuracyCell, intervalKind, type SolvedRate } from '../../metrics/accuracy.ts';
import type { Analysis } from '../../metrics/analysis.ts';
import { BASELINE, columnKs } from '../../metrics/columns.ts';
import { unrecordedArms } from '../../metrics/trials/trials.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import type { Section, Table } from '../../text/section.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { bounds, label, percent, percentPoints, percentWithBounds, UNKNOWN, wholeBounds } from './format.ts';
import { NOT_RECORDED } from './replay.ts';

/** What the wide table may leave out where there is little room. */
interface WideTableOptions {
  readonly withIntervals: boolean;
  readonly withBestOfK: boolean;
  /** Screen: bounds in whole percent, the percent sign in the title only. */
  readonly isNarrow: boolean;
}

const BEST_OF_K = 'best of k (picked with hindsight)';

/** The same heading on the screen; ¶ is explained below the table. */
export const BEST_OF_K_SHORT = 'best ¶';

/** Accuracy by condition and k: an overview, then every cell with its counts and bounds. */
export function accuracySection(analysis: Analysis): Section {
  const { run } = analysis;
  return {
    title: 'Accuracy by condition and k',
    notes: [
      'k is the number of repair rounds allowed; k = 0 is the first generation. Each cell is the share of graded trials solved at that k, with a 95 % interval.',
      intervalNote(run),
      ...accuracyMarks(analysis),
      ...(run.manifest.identity.protocol === 'independent' ? [INDEPENDENT_NOTE] : []),
      'In the second table the denominator is always the same, tasks x samples planned; "if ungraded" gives the share of it solved if every ungraded trial were unsolved and if every one were solved.',
      ...(hasPublished(analysis) ? [PUBLISHED_NOTE] : []),
    ],
    tables: [
      wideAccuracyTable(analysis, { withIntervals: true, withBestOfK: true, isNarrow: false }),
      detailTable(analysis),
    ],
  };
}

/** Each k is a run of its own here, the baseline one for all of them. A published study says itself what it ran. */
function isRunForEachK({ manifest: { identity } }: Run): boolean {
  return identity.protocol === 'independent' && identity.imported === undefined;
}

const isShownAgain = (run: Run, position: number): boolean => position === 1 || (isRunForEachK(run) && position > 1);

/** Conditions as rows, k as columns. The baseline's step 0 is shown again beside the smallest k (or under each, see above), marked. */
export function wideAccuracyTable(analysis: Analysis, options: WideTableOptions): Table {
  const ks = columnKs(analysis.run);
  const cellText = (cell: AccuracyCell | undefined) => (cell === undefined ? '' : wideCell(cell, options));
  const unrecorded = unrecordedArms(analysis.run);
  const rows = analysis.run.manifest.identity.conditions.map((condition) => {
    if (unrecorded.has(condition.name)) return [label(condition), NOT_RECORDED];
    const cells = cellsOf(analysis, condition);
    const texts = ks.map((k, position) =>
      condition.name === BASELINE && isShownAgain(analysis.run, position)
        ? `${rate(cells[0], options)} ‡`
        : cellText(cells.find((cell) => cell.k === k)),
    );
    const best = rate(bestOf(analysis, condition), options);
    const published = hasPublished(analysis) ? [rate(cells[0]?.published, options)] : [];
    return [label(condition), ...published, ...texts, ...(options.withBestOfK ? [best] : [])];
  });
  const published = hasPublished(analysis) ? ['k = 0 (pub. ex.)'] : [];
  const best = options.withBestOfK ? [options.isNarrow ? BEST_OF_K_SHORT : BEST_OF_K] : [];
  return { header: ['condition', ...published, ...ks.map((k) => `k = ${k}`), ...best], rows };
}

/** The legend of the marks that occur in this run's accuracy tables. */
export function accuracyMarks(analysis: Analysis): string[] {
  const { identity } = analysis.run.manifest;
  const marks: string[] = [];
  if (identity.conditions.some(({ oracle }) => oracle))
    marks.push(`†: its loop looks at the ${whatGrades(identity)} (oracle).`);
  if (identity.conditions.some(({ name }) => name === BASELINE)) {
    marks.push(
      isRunForEachK(analysis.run)
        ? '‡: the baseline has no repair round; it was run once, and its k = 0 is shown again under each k.'
        : '‡: the baseline has no repair round; its k = 0 is shown again beside the first k, as published tables do.',
    );
  }
  if (analysis.accuracy.some(({ ungraded }) => ungraded > 0)) {
    marks.push('?n: n trials could not be graded and are in no rate.');
  }
  if (analysis.accuracy.some(({ cutByLimit }) => cutByLimit > 0)) {
    marks.push('§n: n trials met a limit; their last finished step stands here.');
  }
  if (hasPublished(analysis)) marks.push('pub. ex.: the same responses cut by the published study’s extractor.');
  return marks;
}

/** Which interval is used and why. */
export function intervalNote(run: Run): string {
  return intervalKind(run) === 'wilson'
    ? 'Intervals are Wilson score intervals (one sample per task); exact ones (Clopper-Pearson) are in cells.csv.'
    : 'Samples of one task are not independent, so Wilson over trials is not used: the rate is the mean over trials, the interval a seeded percentile bootstrap that draws whole tasks (2,000 resamples). Where all trials or none are solved it would have no width; Wilson over the tasks stands there.';
}

const INDEPENDENT_NOTE =
  'Independent protocol: each k is a run of its own, so columns differ by chance too. No run is made for k = 0: that column is step 0 of the run for the smallest k.';
const PUBLISHED_NOTE =
  'The column "published extractor" takes the same responses through the published study’s extractor. It is known where the step shown is an independent draw (k = 0, resampling arms); later prompts of a loop depend on the extraction, so elsewhere it is —.';

function wideCell(cell: AccuracyCell, options: WideTableOptions): string {
  return [
    rate(cell, options),
    options.withIntervals ? (options.isNarrow ? wholeBounds : bounds)(cell.interval) : '',
    cell.ungraded > 0 ? `?${cell.ungraded}` : '',
    cell.cutByLimit > 0 ? `§${cell.cutByLimit}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function rate(share: SolvedRate | undefined, { isNarrow }: WideTableOptions): string {
  if (share?.rate === undefined) return UNKNOWN;
  return isNarrow ? percentPoints(share.rate) : percent(share.rate);
}

function detailTable(analysis: Analysis): Table {
  const isPublishedShown = hasPublished(analysis);
  const unrecorded = unrecordedArms(analysis.run);
  const rows = analysis.run.manifest.identity.conditions.flatMap((condition) => {
    if (unrecorded.has(condition.name)) return [[label(condition), UNKNOWN, NOT_RECORDED]];
    const best = bestOf(analysis, condition);
    return [
      ...cellsOf(analysis, condition).map((cell) => [
        label(condition),
        String(cell.k),
        ...rateTexts(cell),
        String(cell.cutByLimit),
        ...(isPublishedShown ? [publishedText(cell.published)] : []),
      ]),
      ...(best === undefined ? [] : [[label(condition), BEST_OF_K, ...rateTexts(best)]]),
    ];
  });
  return {
    header: [
      'condition',
      'k',
      'solved / graded',
      'rate [95 %]',
      'ungraded',
      'of planned',
      'if ungraded: unsolved – solved',
      'cut by a limit',
      ...(isPublishedShown ? ['published extractor'] : []),
    ],
    rows,
  };
}

function rateTexts(share: SolvedRate): string[] {
  return [
    `${share.solved} / ${share.graded}`,
    percentWithBounds(share.rate, share.interval),
    String(share.ungraded),
    String(share.planned),
    share.ungraded === 0 ? UNKNOWN : `${percentPoints(share.worst)} – ${percentPoints(share.best)} %`,
  ];
}

function publishedText(published: SolvedRate | undefined): string {
  if (published === undefined) return UNKNOWN;
  return `${published.solved} / ${published.graded} = ${percentWithBounds(published.rate, published.interval)}`;
}

function hasPublished({ accuracy }: Analysis): boolean {
  return accuracy.some(({ published }) => published !== undefined);
}

function cellsOf({ accuracy }: Analysis, { name }: ConditionIdentity): AccuracyCell[] {
  return accuracy.filter((cell) => cell.condition.name === name);
}

function bestOf({ bestOfK }: Analysis, { name }: ConditionIdentity): SolvedRate | undefined {
  return bestOfK.find((best) => best.condition.name === name);
}
