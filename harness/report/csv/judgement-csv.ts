import type { Analysis } from '../../metrics/analysis.ts';
import type { BudgetMatch, Match } from '../../metrics/loops/budget-matched.ts';
import type { FrontierPoint } from '../../metrics/loops/frontier.ts';
import type { VerdictCounts, VerifierReportCard } from '../../metrics/verifier-report-card.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import { estimateColumns, flag, proportionColumns } from './loop-csv.ts';

/** The CSV files on verifiers and on what accuracy costs, by name; columns are documented in results/columns.md. */
export function judgementCsvTables({ verifiers, loops }: Analysis): Readonly<Record<string, CsvTable>> {
  return {
    'verifiers.csv': verifierCsv(verifiers),
    'matched-coins.csv': coinCsv(verifiers),
    'budget.csv': csvTable(BUDGET, loops.budgetMatches),
    'frontier.csv': csvTable(FRONTIER, loops.frontier),
  };
}

interface VerifierRow extends VerdictCounts {
  readonly card: VerifierReportCard;
  /** `undefined`: all steps together. */
  readonly step: number | undefined;
}

function verifierCsv(verifiers: readonly VerifierReportCard[]): CsvTable {
  const rows = verifiers.flatMap((card): VerifierRow[] => [
    { card, ...card, step: undefined },
    ...card.byStep.map((own) => ({ card, ...own })),
  ]);
  const overall = ({ card, step }: VerifierRow) => (step === undefined ? card : undefined);
  const columns: CsvColumns<VerifierRow> = [
    ['condition', ({ card }) => card.condition.name],
    ['verifier', ({ card }) => card.condition.verifier],
    ['oracle', ({ card }) => card.condition.oracle],
    ['step', ({ step }) => step],
    ['steps', ({ steps }) => steps],
    ['rejected', ({ rejected }) => rejected],
    ['unparsed', ({ unparsed }) => unparsed],
    ['ungraded', ({ ungraded }) => ungraded],
    ...proportionColumns<VerifierRow>('accepted', ({ acceptance }) => acceptance),
    ...proportionColumns<VerifierRow>('false_accepts', ({ falseAccepts }) => falseAccepts),
    ...proportionColumns<VerifierRow>('false_rejects', ({ falseRejects }) => falseRejects),
    ['degenerate', (row) => flag(overall(row)?.isDegenerate)],
    ['agreement', (row) => overall(row)?.gain?.agreement],
    ['coin_agreement', (row) => overall(row)?.gain?.coinAgreement],
    ...estimateColumns<VerifierRow>('gain', (row) => overall(row)?.gain?.gain),
  ];
  return csvTable(columns, rows);
}

function coinCsv(verifiers: readonly VerifierReportCard[]): CsvTable {
  const rows = verifiers.flatMap(({ condition, matchedCoins }) => matchedCoins.map((row) => ({ condition, ...row })));
  type Row = (typeof rows)[number];
  return csvTable<Row>(
    [
      ['condition', ({ condition }) => condition.name],
      ['coin', ({ coin }) => coin.name],
      ['k', ({ k }) => k],
      ['compared', ({ compared }) => compared],
      ['improved', ({ improved }) => improved],
      ['regressed', ({ regressed }) => regressed],
      ...estimateColumns<Row>('gain', ({ gain }) => gain),
    ],
    rows,
  );
}

type Matched = Extract<Match, { status: 'matched' }>;

const matched = ({ match }: BudgetMatch): Matched | undefined => (match.status === 'matched' ? match : undefined);

const BUDGET: CsvColumns<BudgetMatch> = [
  ['condition', ({ condition }) => condition.name],
  ['k', ({ k }) => k],
  ['budget', ({ budget }) => budget],
  ['comparator', ({ comparator }) => comparator],
  ['source', ({ source }) => source],
  ['selection', ({ selection }) => selection],
  ['same_information', ({ isSameInformation }) => isSameInformation],
  ['tasks', (row) => matched(row)?.tasks],
  ['spent', (row) => matched(row)?.loopSpent],
  ['comparator_spent', (row) => matched(row)?.resamplingSpent],
  ['draws', (row) => matched(row)?.draws],
  ['reached', (row) => flag(matched(row)?.isReached)],
  ['rate', (row) => matched(row)?.loopRate],
  ['comparator_rate', (row) => matched(row)?.resamplingRate],
  ...estimateColumns<BudgetMatch>('difference', (row) => matched(row)?.difference),
  ['not_matched', ({ match }) => (match.status === 'matched' ? undefined : match.reason)],
];

const FRONTIER: CsvColumns<FrontierPoint> = [
  ['condition', ({ condition }) => condition.name],
  ['oracle', ({ condition }) => condition.oracle],
  ['k', ({ k }) => k],
  ['graded', ({ graded }) => graded],
  ['rate', ({ rate }) => rate],
  ['low', ({ interval }) => interval?.low],
  ['high', ({ interval }) => interval?.high],
  ['candidates', ({ candidates }) => candidates],
  ['tokens', ({ tokens }) => tokens],
  ['cost_usd', ({ costUsd }) => costUsd],
  ['token_frontier', ({ isOnTokenFrontier }) => flag(isOnTokenFrontier)],
  ['cost_frontier', ({ isOnCostFrontier }) => flag(isOnCostFrontier)],
];
