import type { Analysis } from '../../metrics/analysis.ts';
import { BASELINE } from '../../metrics/columns.ts';
import type { Monotonicity } from '../../metrics/loops/monotonicity.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import { simulatedNotice } from '../header.ts';
import { percent, rangeText } from '../tables/format.ts';
import { listText, type Statement } from './statement.ts';
import { comparisonStatements } from './summary-comparisons.ts';
import { warningStatements } from './summary-warnings.ts';

/** The heading of the paragraph in tables.md and report.html. */
export const SUMMARY_TITLE = 'What these numbers say';

/** And of the facts about the run, which follow it. */
export const RUN_TITLE = 'What was run';

/**
 * The paragraph a report begins with: what may be concluded from the run, what not, and what stands against it. A pure function of the
 * numbers in the tables; equal analyses give equal texts.
 */
export function summary(analysis: Analysis): Statement[] {
  const notice = simulatedNotice(analysis.run);
  return [
    ...(notice === undefined ? [] : [{ kind: 'notice', text: notice } as const]),
    ...accuracyStatements(analysis),
    ...comparisonStatements(analysis),
    ...regressionStatements(analysis),
    ...warningStatements(analysis),
  ];
}

/** What the arm that others are compared with solved; of a single arm what it solved in the end. */
function accuracyStatements({ accuracy, run }: Analysis): Statement[] {
  const { conditions } = run.manifest.identity;
  const isAlone = conditions.length === 1;
  const cell = isAlone ? accuracy.at(-1) : accuracy.find(({ condition }) => condition.name === BASELINE);
  if (cell?.rate === undefined) return [];
  const { condition, k, rate, graded, interval } = cell;
  const solved = `solved ${percent(rate)} of ${graded} graded trials`;
  const text = isAlone
    ? `Only ${condition.name} was run: it ${solved} at k = ${k} (${rangeText(interval)}). With one arm nothing is compared.`
    : `The baseline ${solved} (${rangeText(interval)}).`;
  return [{ kind: 'finding', text }];
}

/** Which arms lost a task that they had solved at a smaller k, which did not, and which cannot. */
function regressionStatements({ monotonicity, regressions, run }: Analysis): Statement[] {
  const known = monotonicity.filter(({ condition }) =>
    regressions.some((pair) => pair.condition.name === condition.name && pair.compared > 0),
  );
  const losing = known.filter(({ isMonotone }) => !isMonotone);
  const keeping = known.filter(({ isMonotone, isByConstruction }) => isMonotone && !isByConstruction);
  const bound = known.filter(({ isMonotone, isByConstruction }) => isMonotone && isByConstruction);
  const names = (rows: readonly Monotonicity[]) => listText(rows.map(({ condition }) => condition.name));
  const parts = [
    ...(losing.length === 0
      ? []
      : [losing.map((row) => `${row.violatingTasks.length} by ${row.condition.name}`).join(', ')]),
    ...(keeping.length === 0 ? [] : [`none by ${names(keeping)}`]),
    ...(bound.length === 0
      ? []
      : [
          `none by ${names(bound)}, by construction: such a loop stops when the ${whatGrades(run.manifest.identity)} accept`,
        ]),
  ];
  return parts.length === 0 ? [] : [{ kind: 'finding', text: `Solved tasks lost at a larger k: ${parts.join('; ')}.` }];
}
