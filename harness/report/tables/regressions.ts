import type { Analysis } from '../../metrics/analysis.ts';
import type { Monotonicity } from '../../metrics/loops/monotonicity.ts';
import type { RegressionPair } from '../../metrics/loops/regressions.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import type { Section, Table } from '../../text/section.ts';
import { label, pValue } from './format.ts';

/** Regressions by pair of k and the monotonicity check. */
export function regressionSection(analysis: Analysis): Section {
  const violating = analysis.monotonicity.filter(({ isMonotone }) => !isMonotone);
  return {
    title: 'Regressions and monotonicity',
    notes: [
      'A regression between two k: solved at the smaller, unsolved at the larger. Each cell is "regressed / gained" for one pair of k, over the trials graded at both (?n: n trials left out). A condition is monotone when no pair of the k above has a regression; a condition in which no trial made a repair round shows its first answer at every k and is neither.',
      ...constructionNotes(analysis),
      ...(chanceTables(analysis).length === 0 ? [] : [CHANCE_NOTE]),
    ],
    tables: [
      regressionTable(analysis),
      ...(violating.length === 0 ? [] : [violationTable(violating)]),
      ...chanceTables(analysis),
    ],
  };
}

/** Conditions as rows, pairs of k as columns, the verdict on monotonicity last. */
export function regressionTable({ monotonicity, regressions }: Analysis): Table {
  const pairsOf = (name: string) => regressions.filter(({ condition }) => condition.name === name);
  const first = pairsOf(monotonicity[0]?.condition.name ?? '');
  const header = ['condition', ...first.map(({ kFrom, kTo }) => `${kFrom} → ${kTo}`), 'monotone'];
  return {
    header,
    rows: monotonicity.map((row) => [
      label(row.condition),
      ...pairsOf(row.condition.name).map(pairText),
      pairsOf(row.condition.name).every(({ compared }) => compared === 0) ? NOTHING_COMPARED : monotoneText(row),
    ]),
    textColumns: [header.length - 1],
  };
}

/** Where zero regressions are no finding, and where they should have been zero and are not. */
export function constructionNotes({ monotonicity, run }: Analysis): string[] {
  const names = (rows: readonly Monotonicity[]) => rows.map(({ condition }) => label(condition)).join(', ');
  const byConstruction = monotonicity.filter(({ isByConstruction }) => isByConstruction);
  const broken = byConstruction.filter(({ isMonotone }) => !isMonotone);
  const graders = whatGrades(run.manifest.identity);
  const isProved = graders === 'grading proofs';
  const pair = isProved ? 'proof-feedback against proof-resample' : 'lucid against resample-oracle';
  const notes: string[] = [];
  if (byConstruction.length > 0) {
    notes.push(
      `By construction (${names(byConstruction)}): a loop that stops when the ${graders} accept has no regressions and is monotone whatever the model does. That is no finding; the meaningful comparison is ${pair} at equal k.`,
    );
  }
  if (broken.length > 0) {
    notes.push(
      `WARNING: ${names(broken)} regressed although that is impossible with oracle stopping: the in-loop tests and the grader disagree about the same candidate. Find out why before using these numbers.`,
    );
  }
  return notes;
}

function pairText({ regressed, gained, leftOut }: RegressionPair): string {
  return `${regressed} / ${gained}${leftOut === 0 ? '' : ` ?${leftOut}`}`;
}

/** Nothing was graded at two k: there is nothing to be monotone. */
const NOTHING_COMPARED = '–';

function monotoneText({ hasRounds, isMonotone, isByConstruction, violatingTasks }: Monotonicity): string {
  if (!isMonotone) return `no (${violatingTasks.length} ${violatingTasks.length === 1 ? 'task' : 'tasks'})`;
  if (!hasRounds) return 'no rounds';
  return isByConstruction ? 'by construction' : 'yes';
}

function violationTable(violating: readonly Monotonicity[]): Table {
  return {
    header: ['condition', 'tasks solved at some k and unsolved at a larger one'],
    rows: violating.map(({ condition, violatingTasks }) => [label(condition), violatingTasks.join(', ')]),
    textColumns: [1],
  };
}

const CHANCE_NOTE =
  'Last table: how many tasks would violate monotonicity if the candidates of a trial were independent draws, so that those the loop treated alike could stand in any order (exact, given how many of them were right). A loop that keeps right candidates better than resampling does shows fewer than expected, with a small probability of so few. The candidate a loop stopped at stays last: where no task could differ, the verifier decided, not the order.';

/** Violations against chance, where an order could have decided. */
function chanceTables({ monotonicity }: Analysis): Table[] {
  const rows = monotonicity.flatMap(({ condition, isByConstruction, violatingTasks, underResampling }) => {
    if (underResampling === undefined || isByConstruction) return [];
    if (underResampling.undecidedTasks === 0 && violatingTasks.length === 0) return [];
    const { expected, asManyOrMore, asFewOrFewer, undecidedTasks } = underResampling;
    return [
      [
        label(condition),
        String(violatingTasks.length),
        expected.toFixed(2),
        String(undecidedTasks),
        pValue(asManyOrMore),
        pValue(asFewOrFewer),
      ],
    ];
  });
  const header = ['condition', 'violating tasks', 'by chance', 'could differ', 'chance of ≥', 'chance of ≤'];
  return rows.length === 0 ? [] : [{ header, rows }];
}
