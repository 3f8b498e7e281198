import type { CalibrationRow } from './judge.ts';

interface Remark {
  readonly applies: (row: CalibrationRow) => boolean;
  readonly words: string;
}

const isBootstrap = ({ scenario, question }: CalibrationRow): boolean =>
  ['clusters', 'tasks', 'loop'].includes(scenario.kind) && question.measure === 'coverage';

/** Why a statistic can fall short of what it says, first that applies. What none explains is a fault, and `npm run calibrate` fails. */
const REMARKS: readonly Remark[] = [
  {
    applies: ({ question }) => question.statistic === 'wilson',
    words:
      'Wilson’s interval covers 95 % on average over shares, not at every one: near 0 and 1 and with few tasks the enumerated coverage dips below (binomial-coverage.csv). Clopper and Pearson’s, printed beside it, never covers less than it says.',
  },
  {
    applies: ({ scenario, question }) => scenario.kind === 'pairs' && question.statistic === 'difference',
    words:
      'Tango’s interval is a score interval: it covers 95 % on average, and a little less at some shares, as enumeration over all counts shows (column exact).',
  },
  {
    applies: ({ scenario, question }) => scenario.kind === 'pairs' && question.statistic === 'equivalence',
    words:
      'The equivalence test uses the normal approximation of Tango’s score: at the very margin it calls a little more than 5 %, as enumeration shows (column exact).',
  },
  {
    applies: ({ scenario, question }) => scenario.kind === 'tasks' && question.statistic === 'equivalence',
    words:
      'The equivalence test by bootstrap inverts the percentile interval and inherits its undercoverage: at the very margin it calls more than 5 %.',
  },
  {
    applies: ({ question }) => question.statistic === 'sign-flip',
    words:
      'The sign-flip test is exact where the arms are exchangeable within every task. Where tasks differ in opposite directions and only the mean difference is 0, that is another hypothesis, and its size holds approximately only.',
  },
  {
    applies: ({ question }) => question.statistic.startsWith('label-'),
    words:
      'A label rests on percentile bootstrap intervals of the gap’s change, over all rounds or the second half: two looks, and intervals that are a little too narrow.',
  },
  {
    applies: (row) => isBootstrap(row) && row.question.statistic === 'odds-ratio',
    words:
      'The odds ratio by bootstrap has few discordant tasks to draw from, and no width on a side where a resample can only lack what the study lacked.',
  },
  {
    applies: (row) => isBootstrap(row) && ['false-accepts', 'false-rejects'].includes(row.question.statistic),
    words:
      'False accepts and rejects are counted over the few candidates that were wrong (right) and judged, in still fewer tasks; the percentile bootstrap over so few clusters is too narrow, most of all where errors are rare.',
  },
  {
    applies: (row) => isBootstrap(row) && row.scenario.tasks < 20,
    words:
      'Percentile bootstrap over few tasks: it lacks the factor n / (n - 1) and the heavier tails of a t distribution, and where the odd task is missing from the study no resample can have it. Below about 20 tasks read these intervals as too narrow.',
  },
  {
    applies: isBootstrap,
    words:
      'Percentile bootstrap: first-order correct only. With some dozens of tasks its coverage is one to three points short, and five to eight where most tasks agree (rates near 0 or 1, rare breakage), because the few tasks that differ may be missing from the study.',
  },
  {
    applies: ({ scenario, question }) =>
      question.measure === 'bias' && (scenario.kind === 'loop' || scenario.kind === 'clusters'),
    words:
      'A ratio of two sums over tasks (gamma, slope, false accepts, false rejects, agreement) is biased by the order of 1 / tasks, because its denominator varies with it: small beside its interval, and it vanishes with more tasks.',
  },
];

/** What is known of why this row falls short; `undefined` when it does not, or when nothing is. */
export function remarkOn(row: CalibrationRow): string | undefined {
  return row.assessment === 'anti-conservative' ? REMARKS.find(({ applies }) => applies(row))?.words : undefined;
}
