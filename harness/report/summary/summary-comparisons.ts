import type { Analysis } from '../../metrics/analysis.ts';
import type { Tested } from '../../metrics/comparison.ts';
import { LEVEL, type Reading, type ReadingStatus } from '../../metrics/readings.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import { EQUIVALENCE_MARGIN } from '../../statistics/equivalence.ts';
import { count, percentPoints, pValue, rangeText } from '../tables/format.ts';
import { tasksToDecideText } from '../tables/head-to-head.ts';
import type { Statement } from './statement.ts';

const MARGIN = `±${100 * EQUIVALENCE_MARGIN} points`;

/** How many declared comparisons came out in which way, then each way with its comparisons. */
export function comparisonStatements({ readings, run }: Analysis): Statement[] {
  if (run.manifest.identity.conditions.length === 1) return [];
  if (readings.length === 0) return [{ kind: 'finding', text: 'No comparison was declared in advance.' }];
  const groups = waysFor(whatGrades(run.manifest.identity)).flatMap((way): Statement[] => {
    const own = readings.filter(({ status }) => status === way.status);
    if (own.length === 0) return [];
    const onScreen = way.onScreen && { text: way.onScreen.text, items: own.map(way.onScreen.toItem) };
    return [{ kind: 'finding', text: way.text, items: own.map(way.toItem), ...(onScreen ? { onScreen } : {}) }];
  });
  return [countStatement(readings, run.manifest.isSimulated), ...groups];
}

/** A way in which comparisons come out: counted as `one` or `many`, then listed. */
interface Way {
  readonly status: ReadingStatus;
  readonly one: string;
  readonly many: string;
  readonly text: string;
  readonly toItem: (reading: Reading) => string;
  readonly onScreen?: Pick<Way, 'text' | 'toItem'>;
}

const waysFor = (graders: string): readonly Way[] => [
  { status: 'holds', one: 'holds', many: 'hold', text: 'Holds:', toItem: holdsText },
  {
    status: 'equivalent',
    one: 'is equivalent',
    many: 'are equivalent',
    text: `Equivalent, the difference being within ${MARGIN}, the margin declared in advance:`,
    toItem: equivalentText,
  },
  {
    status: 'undecided',
    one: 'is undecided',
    many: 'are undecided',
    text: 'Undecided; with each, about how many tasks give 80 % power at Holm’s strictest step if wins and losses stay as frequent as here:',
    toItem: (reading) => `${differenceText(reading)}: ${tasksToDecideText(reading)} would be needed`,
    onScreen: {
      text: 'Undecided, each with what it would need:',
      toItem: (reading) => `${pairText(reading)} (${tasksToDecideText(reading)})`,
    },
  },
  {
    status: 'no-difference',
    one: 'is not decidable from these numbers',
    many: 'are not decidable from these numbers',
    text: 'Not decidable from these numbers:',
    toItem: noDifferenceText,
  },
  {
    status: 'by-construction',
    one: 'cannot come out worse by construction',
    many: 'cannot come out worse by construction',
    text: `No finding, because a loop that stops when the ${graders} accept cannot solve fewer than its first answer did:`,
    toItem: (reading) => differenceText(reading),
  },
  { status: 'refused', one: 'is refused', many: 'are refused', text: 'Refused:', toItem: refusedText },
];

function countStatement(readings: readonly Reading[], isSimulated: boolean): Statement {
  const ks = [...new Set(readings.map(({ comparison }) => comparison.k))].join(', ');
  const declared = `declared in advance (k = ${ks})`;
  const parts = waysFor('').flatMap(({ status, one, many }) => {
    const own = readings.filter((reading) => reading.status === status).length;
    const number = readings.length === 1 ? '' : `${own === 0 ? 'none' : count(own)} `;
    if (own === 0 && (status !== 'holds' || readings.length === 1)) return [];
    return `${number}${own > 1 ? many : one}${status === 'holds' ? ' after Holm’s correction' : ''}`;
  });
  const what =
    readings.length === 1 ? `the one comparison ${declared}` : `of ${count(readings.length)} comparisons ${declared},`;
  const text = `${isSimulated ? 'In this simulation, ' : ''}${what} ${parts.join(', ')}.`;
  return { kind: 'finding', text: text.charAt(0).toUpperCase() + text.slice(1) };
}

function holdsText(reading: Reading): string {
  const { adjustedPValue, adjustedEquivalence, leftOut } = reading.comparison;
  const pIfWorst = testedOf(reading)?.pValueIfWorst ?? 0;
  return [
    differenceText(reading, [`p ${equals(adjustedPValue)} after Holm`]),
    ...(adjustedEquivalence !== undefined && adjustedEquivalence <= LEVEL
      ? [`a difference within ${MARGIN} was declared not to matter`]
      : []),
    ...(leftOut > 0 && pIfWorst > LEVEL ? [`p ${equals(pIfWorst)} were every ungraded pair against it`] : []),
  ].join(', but ');
}

function equivalentText(reading: Reading): string {
  return differenceText(reading, [`p ${equals(reading.comparison.adjustedEquivalence)} after Holm`]);
}

function noDifferenceText(reading: Reading): string {
  const { wins, losses } = reading.comparison;
  const how = wins + losses === 0 ? 'no trial differed' : `+${wins} −${losses} trials`;
  return differenceText(reading, [how]);
}

function refusedText(reading: Reading): string {
  const { finding } = reading.comparison;
  return `${pairText(reading)} (${finding.status === 'refused' ? finding.reason : ''})`;
}

/** `lucid solved 5.0 points more than baseline (95 % interval -1.3 to 13.7)`, with more in the brackets. */
function differenceText(reading: Reading, more: readonly string[] = []): string {
  const { condition, comparator } = reading.comparison;
  const { difference = 0, interval } = testedOf(reading) ?? {};
  const points = `${percentPoints(Math.abs(difference))} points ${difference < 0 ? 'fewer' : 'more'} than`;
  const solved = `solved ${difference === 0 ? 'as many as' : points}`;
  return `${condition.name} ${solved} ${comparator.name} (${[rangeText(interval), ...more].join(', ')})`;
}

function pairText({ comparison: { condition, comparator } }: Reading): string {
  return `${condition.name} against ${comparator.name}`;
}

function equals(p: number | undefined): string {
  const text = pValue(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

function testedOf({ comparison: { finding } }: Reading): Tested | undefined {
  return finding.status === 'tested' ? finding : undefined;
}
