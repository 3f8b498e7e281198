import type { Analysis } from '../../metrics/analysis.ts';
import type { BudgetMatch } from '../../metrics/loops/budget-matched.ts';
import type { FrontierPoint } from '../../metrics/loops/frontier.ts';
import type { BudgetUnit } from '../../metrics/loops/loop-points.ts';
import type { Section, Table } from '../../text/section.ts';
import { bounds, count, dollars, label, percent, percentPoints, percentWithBounds, UNKNOWN } from './format.ts';

/** Loops against resampling for the same budget, and what accuracy costs. */
export function budgetSections({ loops, run }: Analysis): Section[] {
  const { budgetMatches, frontier } = loops;
  const largest = Math.max(...run.manifest.identity.k);
  const shown = budgetMatches.filter(({ k }) => k === largest);
  const same = shown.filter(({ isSameInformation }) => isSameInformation);
  const isCompared = new Set(same.map(({ condition }) => condition.name));
  const others = shown.filter(({ condition, budget }) => !isCompared.has(condition.name) && budget !== 'dollars');
  const onFrontier = frontier.filter(
    ({ isOnTokenFrontier, isOnCostFrontier }) => isOnTokenFrontier || isOnCostFrontier,
  );
  return [
    ...(shown.length === 0
      ? []
      : [
          {
            title: 'Equal budgets: the loop against resampling',
            notes: [
              `At k = ${largest}. Candidates: as many allowed to both. Tokens, dollars: resampling is allowed as many candidates (a fraction mixes two whole numbers) as cost, on average, what a trial of the loop cost; ≥ where all stored draws cost less, so that resampling would reach at least this rate. pass@m of stored samples is unbiased and stops at the first right draw; an arm counts as it ran. Rates are means over the tasks known on both sides; intervals resample whole tasks, with the budget held fixed.`,
              'First table: both sides choose among their candidates by the same tests, so that the difference is the repair’s. Second table, for loops without such a partner: resampling uses tests that the loop does not see; its rate is an upper bound, and proves nothing against the loop. budget.csv has every pair.',
            ],
            tables: [same, others].filter(({ length }) => length > 0).map(matchTable),
          },
        ]),
    ...(onFrontier.length === 0 ? [] : [frontierSection(onFrontier)]),
  ];
}

function matchTable(rows: readonly BudgetMatch[]): Table {
  return {
    header: ['condition', 'equal', 'drawn by', 'loop used', 'draws', 'loop', 'resampling', 'difference in points'],
    rows: rows.map(({ condition, budget, comparator, source, match }) => {
      const drawnBy = source === 'arm' ? comparator : `${comparator} (pass@m)`;
      if (match.status === 'not-matched') return [label(condition), budget, drawnBy, match.reason, '', '', '', ''];
      const { loopSpent, draws, loopRate, resamplingRate, difference, isReached } = match;
      return [
        label(condition),
        budget,
        drawnBy,
        amount(loopSpent, budget),
        Number.isInteger(draws) ? String(draws) : draws.toFixed(2),
        percent(loopRate),
        `${isReached ? '' : '≥ '}${percent(resamplingRate)}`,
        difference.value === undefined ? UNKNOWN : `${signed(difference.value)} ${bounds(difference.interval)}`.trim(),
      ];
    }),
    textColumns: [1, 2],
  };
}

function frontierSection(points: readonly FrontierPoint[]): Section {
  const mark = (isOn: boolean | undefined) => (isOn === undefined ? UNKNOWN : isOn ? 'yes' : '');
  const mean = (value: number | undefined, unit: BudgetUnit) => (value === undefined ? UNKNOWN : amount(value, unit));
  return {
    title: 'Accuracy and cost',
    notes: [
      'Means per graded trial, as if it had run alone. On the frontier: no other condition and k reaches as much for less, or more for as little. A condition without † is compared only with others without †; frontier.csv has every point.',
    ],
    tables: [
      {
        header: ['condition', 'k', 'rate [95 %]', 'candidates', 'tokens', 'cost', 'frontier: tokens', 'frontier: cost'],
        rows: points.map((point) => [
          label(point.condition),
          String(point.k),
          percentWithBounds(point.rate, point.interval),
          mean(point.candidates, 'candidates'),
          mean(point.tokens, 'tokens'),
          mean(point.costUsd, 'dollars'),
          mark(point.isOnTokenFrontier),
          mark(point.isOnCostFrontier),
        ]),
        textColumns: [6, 7],
      },
    ],
  };
}

function amount(value: number, unit: BudgetUnit): string {
  if (unit === 'dollars') return dollars(value);
  return unit === 'tokens' ? count(Math.round(value)) : String(Number(value.toFixed(2)));
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${percentPoints(share)}`;
}
