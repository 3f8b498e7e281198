import { readColumns } from '../../metrics/columns.ts';
import { type Tested, testDiscordance } from '../../metrics/comparison.ts';
import { discordance } from '../../metrics/discordance.ts';
import { declaredComparisons } from '../../metrics/paired.ts';
import type { Observation } from '../../statistics/clustered-proportion.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import type { Grade, WholeRun } from '../../types/record.ts';
import { shareText } from './share-text.ts';

/**
 * What grading by built tests did to a run's figures: false accepts and rejects by arm, bias in points by arm and k, and whether each
 * declared comparison keeps its sign. `byTruth` is the same run, graded by truth.
 */
export function biasTables(built: WholeRun, byTruth: WholeRun): string {
  return [stepsTable(built, byTruth), biasTable(built, byTruth), comparisonsTable(built, byTruth)].join('\n\n');
}

/** A program that two suites graded: by the tests under judgement, and by truth. */
export interface GradedTwice {
  readonly taskId: string;
  readonly isTaken: boolean;
  readonly isRight: boolean;
}

interface Pair extends GradedTwice {
  readonly arm: string;
}

/** How many of the wrong are accepted, and how many of the right rejected. */
export function errorShares(pairs: readonly GradedTwice[]): readonly [falseAccepts: string, falseRejects: string] {
  const wrongly = (isRight: boolean): string =>
    shareText(
      pairs.flatMap((pair): Observation[] =>
        pair.isRight === isRight ? [{ taskId: pair.taskId, isCounted: pair.isTaken !== isRight }] : [],
      ),
    );
  return [wrongly(false), wrongly(true)];
}

const keyOf = ({ condition, taskId, sample, kRun, step }: Grade): string =>
  JSON.stringify([condition, taskId, sample, kRun, step]);

/** Every step that both could grade. */
function pairsOf(built: WholeRun, byTruth: WholeRun): readonly Pair[] {
  const truth = new Map(byTruth.grades.map((grade) => [keyOf(grade), grade.outcome.status]));
  return built.grades.flatMap((grade): Pair[] => {
    const [said, is] = [grade.outcome.status, truth.get(keyOf(grade)) ?? 'ungraded'];
    if (said === 'ungraded' || is === 'ungraded') return [];
    return [{ arm: grade.condition, taskId: grade.taskId, isTaken: said === 'solved', isRight: is === 'solved' }];
  });
}

function stepsTable(built: WholeRun, byTruth: WholeRun): string {
  const pairs = pairsOf(built, byTruth);
  const left = built.grades.length - pairs.length;
  const row = (name: string, of: readonly Pair[]): string[] => [name, String(of.length), ...errorShares(of)];
  const arms = built.manifest.identity.conditions.map(({ name }) => name);
  const rows = [
    row('all', pairs),
    ...arms.map((arm) =>
      row(
        arm,
        pairs.filter((pair) => pair.arm === arm),
      ),
    ),
  ];
  const header = ['steps of', 'graded by both', 'wrong ones accepted', 'right ones rejected'];
  const table = markdownTable({ header, rows });
  return left === 0 ? table : `${table}\n\n${left} steps that one of the two could not grade are in no figure.`;
}

function biasTable(built: WholeRun, byTruth: WholeRun): string {
  const truth = readColumns(byTruth);
  const rows = readColumns(built).flatMap((column, index): string[][] => {
    const other = truth[index];
    if (other === undefined) return [];
    const changes = discordance(other, column);
    const both = column.trials.flatMap(({ taskId, outcome }, place) => {
      const is = other.trials[place]?.outcome.status ?? 'ungraded';
      if (outcome.status === 'ungraded' || is === 'ungraded') return [];
      return [{ taskId, said: outcome.status === 'solved', is: is === 'solved' }];
    });
    const rate = (name: 'said' | 'is') => shareText(both.map((one) => ({ taskId: one.taskId, isCounted: one[name] })));
    const finding = testDiscordance(built, changes);
    const bias = finding.status === 'tested' ? pointsText(finding) : `refused: ${finding.reason}`;
    return [[column.condition.name, String(column.k), String(both.length), rate('said'), rate('is'), bias]];
  });
  const header = ['arm', 'k', 'trials', 'solved by built tests', 'solved by truth', 'bias in points'];
  return markdownTable({ header, rows });
}

function comparisonsTable(built: WholeRun, byTruth: WholeRun): string {
  const truth = declaredComparisons(byTruth, readColumns(byTruth));
  const rows = declaredComparisons(built, readColumns(built)).map((said, index) => {
    const is = truth[index];
    const [ours, theirs] = [said.wins - said.losses, is === undefined ? 0 : is.wins - is.losses];
    const text = (row: typeof said | undefined): string =>
      row?.finding.status === 'tested' ? pointsText(row.finding) : `refused: ${row?.finding.reason ?? 'not run'}`;
    const isRefused = said.finding.status === 'refused' || is?.finding.status !== 'tested';
    const kept = isRefused ? 'cannot be told' : Math.sign(ours) === Math.sign(theirs) ? 'kept' : 'LOST';
    return [`${said.condition.name} against ${said.comparator.name}, k = ${said.k}`, text(said), text(is), kept];
  });
  if (rows.length === 0) return 'No arm declares a comparison.';
  return markdownTable({
    header: ['declared comparison', 'by built tests', 'by truth', 'sign'],
    rows,
    textColumns: [3],
  });
}

/** A difference in percentage points with its 95 % interval. */
function pointsText({ difference, interval }: Tested): string {
  const points = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`;
  return `${points(difference)}${interval === undefined ? '' : ` [${points(interval.low)} to ${points(interval.high)}]`}`;
}
