import type { Analysis } from '../../metrics/analysis.ts';
import type { Tested } from '../../metrics/comparison.ts';
import type { ComparisonKind, HeadToHead } from '../../metrics/paired.ts';
import type { Reading, ReadingStatus } from '../../metrics/readings.ts';
import { EQUIVALENCE_MARGIN } from '../../statistics/equivalence.ts';
import { MOST_TASKS } from '../../statistics/power.ts';
import type { Section, Table } from '../../text/section.ts';
import type { Run } from '../../types/record.ts';
import { bounds, count, label, percentPoints, pValue, UNKNOWN } from './format.ts';

const MARGIN_POINTS = `±${100 * EQUIVALENCE_MARGIN} points`;

/** Exploratory kinds that tables.md prints; the others are in head-to-head.csv only. */
const PRINTED: readonly ComparisonKind[] = ['smaller-k', 'baseline'];

/** Paired comparisons: the declared family first, then what is exploratory. */
export function headToHeadSection(analysis: Analysis): Section {
  const { declared, exploratory, readings, run } = analysis;
  const printed = exploratory.filter(({ kind }) => PRINTED.includes(kind));
  return {
    title: 'Head to head',
    notes: [
      'Trials are paired by task and sample; a pair with an ungraded side is left out and counted. Wins: solved here and not there; losses: solved there and not here. Difference: share of wins minus share of losses, in points.',
      'First table, the one family declared in advance: each condition against the comparator its file names, both at the largest k (the baseline has step 0 only). p (Holm) is adjusted over that table.',
      testNote(run),
      effectNote(run),
      READING_NOTE,
      ...constructionNotes([...declared, ...printed]),
      'A comparison is refused, with the reason, when no pair is graded on both sides, when the ungraded pairs could reverse or remove the difference, or when the comparator was not run.',
      ...(printed.length === 0
        ? []
        : [
            `Second table, exploratory (°): not declared in advance, p not adjusted; a small p there is a question, not a finding. The ${exploratory.length - printed.length} further pairs of arms and of k are in head-to-head.csv.`,
          ]),
    ],
    tables: [declared, printed].filter((rows) => rows.length > 0).map((rows) => headToHeadTable(rows, readings)),
  };
}

const READING_NOTE =
  'Reading: holds: p (Holm) is at most 0.05. equivalent: not so, but within the margin. undecided: neither; beside it about how many tasks would decide it: 80 % power at the strictest step of Holm (0.05 / comparisons tested), if wins and losses stay as frequent as here; that is a plan for a further study, as uncertain as the difference itself, and not searched above 20,000. no difference: as many wins as losses, so that no number of tasks follows.';

const READING_WORDS: Readonly<Record<ReadingStatus, string>> = {
  refused: 'refused',
  'by-construction': 'by construction',
  holds: 'holds',
  equivalent: 'equivalent',
  'no-difference': 'no difference',
  undecided: 'undecided',
};

/**
 * One row a comparison with effect, tests and what must be said of it. Exploratory p-values are marked °; declared comparisons have their
 * reading, found among `readings`.
 */
export function headToHeadTable(rows: readonly HeadToHead[], readings: readonly Reading[] = []): Table {
  const isDeclared = rows.every(({ kind }) => kind === 'declared');
  const header = [
    ...['condition', 'k', 'against', 'at k', 'pairs', 'wins', 'losses', 'left out'],
    ...['difference [95 %]', 'odds ratio [95 %]', 'p', ...(isDeclared ? ['p (Holm)'] : []), `within ${MARGIN_POINTS}`],
    ...(isDeclared ? ['reading'] : []),
    'remark',
  ];
  return {
    header,
    rows: rows.map((row) => [
      label(row.condition),
      String(row.k),
      label(row.comparator),
      String(row.comparatorK),
      ...[row.compared, row.wins, row.losses, row.leftOut].map(String),
      difference(row),
      oddsRatio(testedOf(row)),
      pText(row),
      ...(isDeclared ? [pValue(row.adjustedPValue)] : []),
      equivalence(row),
      ...(isDeclared ? [readingText(readings.find(({ comparison }) => comparison === row))] : []),
      remark(row),
    ]),
    textColumns: [2, ...(isDeclared ? [header.length - 2] : []), header.length - 1],
  };
}

function readingText(reading: Reading | undefined): string {
  if (reading === undefined) return UNKNOWN;
  const tasks = reading.status === 'undecided' ? ` (${tasksToDecideText(reading)})` : '';
  return `${READING_WORDS[reading.status]}${tasks}`;
}

/** `about 210 tasks`. */
export function tasksToDecideText({ tasksToDecide }: Reading): string {
  return tasksToDecide === undefined ? `more than ${count(MOST_TASKS)} tasks` : `about ${count(tasksToDecide)} tasks`;
}

/** The declared comparisons in the width of a screen: counts as `+wins −losses`, left out as `?n`. */
export function narrowHeadToHeadTable(rows: readonly HeadToHead[]): Table {
  return {
    header: ['condition', 'against', 'pairs', 'solved +/−', 'difference [95 %]', 'p', 'p (Holm)'],
    rows: rows.map((row) => [
      label(row.condition),
      label(row.comparator),
      `${row.compared}${row.leftOut === 0 ? '' : ` ?${row.leftOut}`}`,
      row.compared === 0 ? UNKNOWN : `+${row.wins} −${row.losses}`,
      difference(row),
      pText(row),
      pValue(row.adjustedPValue),
    ]),
    textColumns: [1],
  };
}

/** Why comparisons were refused, one line each. */
export function refusalNotes(rows: readonly HeadToHead[]): string[] {
  return rows.flatMap(({ condition, comparator, finding }) =>
    finding.status === 'refused'
      ? [`refused: ${label(condition)} against ${label(comparator)}: ${finding.reason}`]
      : [],
  );
}

/** What p is. */
export function testNote({ manifest }: Run): string {
  return manifest.identity.samples === 1
    ? 'p: exact two-sided McNemar test on wins and losses.'
    : 'p: two-sided sign-flip permutation test by task, all sign patterns counted. Samples of one task are not independent, so McNemar over trials is not used.';
}

/** What the effects' intervals and the equivalence column are. */
function effectNote({ manifest }: Run): string {
  const isSingle = manifest.identity.samples === 1;
  const difference = isSingle
    ? 'Tango’s score interval of a paired difference (1998)'
    : 'a task-clustered percentile bootstrap (Tango’s over the tasks where no task shows a net change)';
  const odds = isSingle
    ? 'wins / losses with the exact interval that belongs to McNemar’s test'
    : 'wins / losses with the same bootstrap';
  const tests = isSingle ? 'two one-sided score tests (TOST)' : 'two one-sided tests from that bootstrap (TOST)';
  return `Intervals: difference: ${difference}; odds ratio: ${odds}. "within ${MARGIN_POINTS}": yes when ${tests} show at 5 %, after Holm where the comparison is declared, that the difference lies within the margin declared before the run; "no" means not shown, which is not the same as different.${isSingle ? ' The test decides: it is exact and so the more cautious; the interval, which is approximate, may leave out 0 where p does not reach 5 %.' : ''}`;
}

function constructionNotes(rows: readonly HeadToHead[]): string[] {
  const isAny = rows.some(({ isByConstruction }) => isByConstruction);
  return isAny
    ? [
        'An oracle arm (†) that shares its first generation with the baseline cannot regress against it: that 0 holds by construction, and p tests a hypothesis that is false by construction.',
      ]
    : [];
}

function testedOf({ finding }: HeadToHead): Tested | undefined {
  return finding.status === 'tested' ? finding : undefined;
}

function difference(row: HeadToHead): string {
  const tested = testedOf(row);
  if (tested === undefined) return UNKNOWN;
  const sign = tested.difference > 0 ? '+' : '';
  return `${sign}${percentPoints(tested.difference)} ${bounds(tested.interval)}`.trim();
}

function oddsRatio(tested: Tested | undefined): string {
  if (tested?.odds === undefined) return UNKNOWN;
  const { ratio, interval } = tested.odds;
  return `${odds(ratio)} [${odds(interval.low)}, ${odds(interval.high)}]`;
}

function odds(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '∞';
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function pText(row: HeadToHead): string {
  const tested = testedOf(row);
  if (tested === undefined) return UNKNOWN;
  return `${pValue(tested.pValue)}${row.kind === 'declared' ? '' : ' °'}`;
}

/** Declared comparisons are judged by the adjusted p-value, exploratory ones by their own. */
function equivalence(row: HeadToHead): string {
  const p = row.kind === 'declared' ? row.adjustedEquivalence : testedOf(row)?.equivalence?.pValue;
  if (p === undefined) return UNKNOWN;
  const text = pValue(p);
  return `${p <= 0.05 ? 'yes' : 'no'} (p ${text.startsWith('<') ? text : `= ${text}`})`;
}

function remark(row: HeadToHead): string {
  const { finding, leftOut, isByConstruction } = row;
  if (finding.status === 'refused') return `refused: ${finding.reason}`;
  const parts = [
    ...(isByConstruction ? ['no losses by construction'] : []),
    ...(leftOut > 0 && finding.pValue <= 0.05 && finding.pValueIfWorst > 0.05
      ? [`p = ${pValue(finding.pValueIfWorst)} were every ungraded pair against it`]
      : []),
  ];
  return parts.join('; ');
}
