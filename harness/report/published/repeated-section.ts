import { type Column, columnAt, readColumns } from '../../metrics/columns.ts';
import { type Convergence, convergence } from '../../metrics/loops/convergence.ts';
import { readLoops } from '../../metrics/loops/loop-trials.ts';
import { asCounted } from '../../published/as-counted.ts';
import type { Finding } from '../../published/finding.ts';
import { type PairedRow, pairedRows } from '../../published/paired-rows.ts';
import { withoutArtefacts, withoutUnexplained } from '../../published/without-artefacts.ts';
import { wilsonInterval } from '../../statistics/intervals.ts';
import type { Section, Table } from '../../text/section.ts';
import type { Run } from '../../types/record.ts';
import { conditionTable } from '../tables/convergence.ts';
import { bounds, label, percentPoints, percentWithBounds, pValue, UNKNOWN } from '../tables/format.ts';

/** The published tables again without what the records disprove: rates with intervals and bounds, then paired comparisons. */
export function repeatedSection(run: Run, findings: readonly Finding[]): Section {
  const counted = readColumns(asCounted(run));
  const sound = readColumns(withoutArtefacts(run, findings));
  const { k: ks } = run.manifest.identity;
  return {
    title: 'The published tables without the artefacts',
    notes: [
      'Failures made by the extractor, verdicts that belong to another patch and evaluations that never took place are unknown here, not wrong. Rate: solved of the known ones with a Wilson 95 % interval; "if unknown" gives the share were all of them wrong and were all of them right.',
      'Paired: the same tasks in both cells, each k against the comparator its ablation has (else the baseline), against the baseline, and against its own smallest k. Difference: share of wins minus share of losses with Tango’s 95 % score interval. p: exact two-sided McNemar test; Holm over the whole table. A pair with an unknown side is left out and counted; where that happens because of the outcome (only failures can be artefacts), what is left is not a random part, and the bounds of the rates are what can be said.',
    ],
    tables: [ratesTable(counted, sound, ks), pairedTable(pairedRows(counted, ks), pairedRows(sound, ks))],
  };
}

/** The convergence of the gap again without what the records disprove; none where no loop replaced a candidate. */
export function repeatedConvergence(run: Run, findings: readonly Finding[]): Section[] {
  const sound = withoutUnexplained(run, findings);
  const [before, rows] = [convergence(run, readLoops(run)), convergence(sound, readLoops(sound))];
  if (!before.some(hasReplaced)) return [];
  return [
    {
      title: 'Convergence of the gap without the artefacts',
      notes: [
        'The table "Convergence of the gap" measures failures, and where prose in the program is what fails, a loop closes the gap by answering in another form: chance does as well as tests. Here a trial is left out in which a failure was made by the extractor, a verdict belongs to another patch, an evaluation never took place, or (where the extractor made failures) the records do not say how a step failed.',
        ...(rows.some(hasReplaced)
          ? []
          : ['Nothing is left: no loop replaced a candidate whose failure is known to be its own.']),
      ],
      tables: [rows.some(hasReplaced) ? conditionTable(rows) : nothingLeft(before)],
    },
  ];
}

function nothingLeft(before: readonly Convergence[]): Table {
  const rows = before.map(({ condition, ofReplacements }) => [label(condition), String(ofReplacements.rounds), '0']);
  return { header: ['condition', 'replacements', 'of a failure that is known to be its own'], rows };
}

const hasReplaced = ({ ofReplacements }: Convergence): boolean => ofReplacements.rounds > 0;

function ratesTable(counted: readonly Column[], sound: readonly Column[], ks: readonly number[]): Table {
  const conditions = [...new Map(sound.map(({ condition }) => [condition.name, condition])).values()];
  const rows = conditions.flatMap((condition) =>
    ks.flatMap((k, position) => {
      if (condition.name === 'baseline' && position > 0) return [];
      const [before, after] = [columnAt(counted, condition.name, k), columnAt(sound, condition.name, k)];
      return before === undefined || after === undefined
        ? []
        : [[label(condition), String(k), ...rates(before, after)]];
    }),
  );
  return {
    header: ['condition', 'k', 'as counted', 'rate [95 %]', 'known', 'known rate [95 %]', 'unknown', 'if unknown'],
    rows,
  };
}

function rates(before: Column, after: Column): string[] {
  const [then, now] = [tally(before), tally(after)];
  const total = now.known + now.unknown;
  return [
    `${then.solved} / ${then.known}`,
    rateText(then.solved, then.known),
    `${now.solved} / ${now.known}`,
    rateText(now.solved, now.known),
    String(now.unknown),
    total === 0
      ? UNKNOWN
      : `${percentPoints(now.solved / total)} – ${percentPoints((now.solved + now.unknown) / total)} %`,
  ];
}

function rateText(solved: number, known: number): string {
  return percentWithBounds(known === 0 ? undefined : solved / known, wilsonInterval(solved, known));
}

/** Over the tasks that have a trial. */
function tally({ trials }: Column): { solved: number; known: number; unknown: number } {
  const run = trials.filter(({ outcome }) => outcome.status !== 'ungraded' || outcome.reason !== 'not-run');
  const known = run.filter(({ outcome }) => outcome.status !== 'ungraded');
  const solved = known.filter(({ outcome }) => outcome.status === 'solved').length;
  return { solved, known: known.length, unknown: run.length - known.length };
}

function pairedTable(counted: readonly PairedRow[], sound: readonly PairedRow[]): Table {
  return {
    header: [
      'condition',
      'k',
      'against',
      'at k',
      'counted: + / −',
      'p',
      'without: pairs',
      '+ / −',
      'left out',
      'difference [95 %]',
      'p without',
      'p (Holm)',
    ],
    rows: sound.map((row, position) => [
      label(row.condition),
      String(row.k),
      label(row.comparator),
      String(row.comparatorK),
      changes(counted[position]),
      pValue(counted[position]?.pValue),
      String(row.pairs),
      changes(row),
      String(row.leftOut),
      differenceText(row),
      pValue(row.pValue),
      pValue(row.adjustedPValue),
    ]),
    textColumns: [2],
  };
}

const changes = (row: PairedRow | undefined): string => (row === undefined ? UNKNOWN : `${row.wins} / ${row.losses}`);

function differenceText({ difference, interval }: PairedRow): string {
  if (difference === undefined) return UNKNOWN;
  return `${difference > 0 ? '+' : ''}${percentPoints(difference)} ${bounds(interval)}`;
}
