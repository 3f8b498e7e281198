import type { BudgetMatch, Match } from '../../metrics/loops/budget-matched.ts';
import type { FrontierPoint } from '../../metrics/loops/frontier.ts';
import type { VerdictCounts, VerifierReportCard } from '../../metrics/verifier-report-card.ts';
import { csvFile, type DescribedColumns, estimateColumns, proportionColumns } from '../csv-file.ts';

interface VerifierRow extends VerdictCounts {
  readonly card: VerifierReportCard;
  /** `undefined`: all steps together. */
  readonly step: number | undefined;
}

const overall = ({ card, step }: VerifierRow) => (step === undefined ? card : undefined);

const VERIFIERS: DescribedColumns<VerifierRow> = [
  ['condition', 'condition', ({ card }) => card.condition.name],
  ['verifier', '`model`, `coin`, `public-tests`, `grading-tests`, …', ({ card }) => card.condition.verifier],
  ['oracle', 'as in `cells.csv`', ({ card }) => card.condition.oracle],
  ['step', 'step judged; empty: all', ({ step }) => step],
  ['steps', 'candidates', ({ steps }) => steps],
  ['rejected', 'rejected', ({ rejected }) => rejected],
  ['unparsed', 'answers that were no verdict', ({ unparsed }) => unparsed],
  ['ungraded', 'verdicts on candidates without a grade', ({ ungraded }) => ungraded],
  ...proportionColumns<VerifierRow>('accepted', 'accepted, of all verdicts', ({ acceptance }) => acceptance),
  ...proportionColumns<VerifierRow>(
    'false_accepts',
    'accepted, of the judged candidates that are wrong',
    ({ falseAccepts }) => falseAccepts,
  ),
  ...proportionColumns<VerifierRow>(
    'false_rejects',
    'rejected, of the judged candidates that are right',
    ({ falseRejects }) => falseRejects,
  ),
  [
    'degenerate',
    '`true`: accepts under 5 % or over 95 % (not said of the grading tests); rows of all steps only, as the next five',
    (row) => overall(row)?.isDegenerate,
  ],
  [
    'agreement',
    'share of verdicts on graded candidates that agree with the grade',
    (row) => overall(row)?.gain?.agreement,
  ],
  [
    'coin_agreement',
    'the agreement a coin with the same acceptance rate would reach',
    (row) => overall(row)?.gain?.coinAgreement,
  ],
  ...estimateColumns<VerifierRow>('gain', 'agreement minus coin_agreement', (row) => overall(row)?.gain?.gain),
];

export const verifiersCsv = csvFile({
  name: 'verifiers.csv',
  about:
    'In-loop verdicts against the grades of the same candidates: one row per condition for all steps (`step` empty), then one per step.',
  columns: VERIFIERS,
  rows: ({ verifiers }) =>
    verifiers.flatMap((card): VerifierRow[] => [
      { card, ...card, step: undefined },
      ...card.byStep.map((own) => ({ card, ...own })),
    ]),
});

type CoinRow = Pick<VerifierReportCard, 'condition'> & VerifierReportCard['matchedCoins'][number];
const COINS: DescribedColumns<CoinRow> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['coin', 'the condition whose verifier is the coin', ({ coin }) => coin.name],
  ['k', 'the largest k', ({ k }) => k],
  ['compared', 'trials graded in both', ({ compared }) => compared],
  ['wins', 'solved by `condition`, not by `coin`', ({ wins }) => wins],
  ['losses', 'solved by `coin`, not by `condition`', ({ losses }) => losses],
  ...estimateColumns<CoinRow>('gain', '(wins - losses) / compared', ({ gain }) => gain),
];

export const matchedCoinsCsv = csvFile({
  name: 'matched-coins.csv',
  about:
    'A loop against the same loop with a coin matched to its acceptance rate (`--random-acceptance match:CONDITION`), at the largest k.',
  columns: COINS,
  rows: ({ verifiers }) =>
    verifiers.flatMap(({ condition, matchedCoins }) => matchedCoins.map((row) => ({ condition, ...row }))),
});

type Matched = Extract<Match, { status: 'matched' }>;

const matched = ({ match }: BudgetMatch): Matched | undefined => (match.status === 'matched' ? match : undefined);

const BUDGET: DescribedColumns<BudgetMatch> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['k', 'its k', ({ k }) => k],
  [
    'budget',
    'what is made equal: `candidates` (k + 1 allowed to both), mean `tokens` or mean `dollars` per trial',
    ({ budget }) => budget,
  ],
  ['comparator', 'whose candidates are drawn', ({ comparator }) => comparator],
  [
    'source',
    '`stored-samples`: pass@m over its stored draws, stopping at the first right one; `arm`: a resampling condition as it ran',
    ({ source }) => source,
  ],
  ['selection', 'how the submitted candidate is chosen', ({ selection }) => selection],
  [
    'same_information',
    "`true`: the loop stops on the same tests, so that the difference is the repair's",
    ({ isSameInformation }) => isSameInformation,
  ],
  ['tasks', 'tasks known on both sides; rates are means over them', (row) => matched(row)?.tasks],
  ['spent', 'what the loop used', (row) => matched(row)?.loopSpent],
  ['comparator_spent', 'what the comparator used', (row) => matched(row)?.resamplingSpent],
  ['draws', 'candidates allowed to it; a fraction mixes two whole numbers', (row) => matched(row)?.draws],
  [
    'reached',
    '`false`: the comparator has no more draws to spend as much; its rate is then a lower bound',
    (row) => matched(row)?.isReached,
  ],
  ['rate', 'of the loop', (row) => matched(row)?.loopRate],
  ['comparator_rate', 'of the comparator', (row) => matched(row)?.resamplingRate],
  ...estimateColumns<BudgetMatch>(
    'difference',
    'rate - comparator_rate (whole tasks resampled, the budget held fixed)',
    (row) => matched(row)?.difference,
  ),
  [
    'not_matched',
    'why there is no comparison; empty where there is one',
    ({ match }) => (match.status === 'matched' ? undefined : match.reason),
  ],
];

export const budgetCsv = csvFile({
  name: 'budget.csv',
  about: 'A loop at each k > 0 against resampling with the same budget.',
  columns: BUDGET,
  rows: ({ loops }) => loops.budgetMatches,
});

const FRONTIER: DescribedColumns<FrontierPoint> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['oracle', 'as in `cells.csv`', ({ condition }) => condition.oracle],
  ['k', 'repair rounds allowed', ({ k }) => k],
  ['graded', 'as in `cells.csv`', ({ graded }) => graded],
  ['rate', 'as in `cells.csv`', ({ rate }) => rate],
  ['ci_low', 'lower end of the 95 % interval', ({ interval }) => interval?.low],
  ['ci_high', 'its upper end', ({ interval }) => interval?.high],
  [
    'candidates',
    'mean per graded trial, as if it had run alone; empty when a part is unknown',
    ({ candidates }) => candidates,
  ],
  ['tokens', 'likewise', ({ tokens }) => tokens],
  ['cost_usd', 'likewise, dollars', ({ costUsd }) => costUsd],
  [
    'on_token_frontier',
    '`true`: in tokens, no other condition and k reaches as much for less, or more for as little (conditions that do not use the grading tests are compared among themselves)',
    ({ isOnTokenFrontier }) => isOnTokenFrontier,
  ],
  [
    'on_cost_frontier',
    '`true`: in dollars, no other condition and k reaches as much for less, or more for as little (conditions that do not use the grading tests are compared among themselves)',
    ({ isOnCostFrontier }) => isOnCostFrontier,
  ],
];

export const frontierCsv = csvFile({
  name: 'frontier.csv',
  about: 'Accuracy and what it costs: one row per condition and k.',
  columns: FRONTIER,
  rows: ({ loops }) => loops.frontier,
});
