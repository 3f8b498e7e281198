import type { Analysis } from '../../metrics/analysis.ts';
import type { CsvRows } from '../../text/csv.ts';
import type { CsvFile, TrialRows } from '../csv-file.ts';
import { auditCsv, publishedPairsCsv } from '../published/published-csv.ts';
import { replicationCsv, twoByTwoCsv } from '../published/replication-csv.ts';
import { sampledAnswersCsv } from '../tables/sampled-answers.ts';
import { sensitivityCsv } from '../tables/sensitivity.ts';
import { testTransitionsCsv } from '../tables/test-transitions.ts';
import { truncatedAnswersCsv } from '../tables/truncated-answers.ts';
import { cellsCsv, regressionsCsv, taxonomyCsv } from './accuracy-csv.ts';
import { attemptsCsv, callsCsv } from './attempts-csv.ts';
import { checkQualityCsv, checksCsv, gapTruthCsv, gapTruthPointsCsv } from './checks-csv.ts';
import { claimRoundsCsv, claimsCsv } from './claims-csv.ts';
import {
  consistencyCellsCsv,
  consistencyJudgeCsv,
  consistencySubsetsCsv,
  consistencyTriesCsv,
} from './consistency-csv.ts';
import { convergenceCsv, gapCsv, gapTasksCsv } from './convergence-csv.ts';
import { faultsCsv } from './faults-csv.ts';
import { headToHeadCsv } from './head-to-head-csv.ts';
import { budgetCsv, frontierCsv, matchedCoinsCsv, verifiersCsv } from './judgement-csv.ts';
import { extractionShareCsv, flipsCsv, monotonicityCsv, oscillationsCsv } from './loop-csv.ts';
import { searchCsv, searchNoNodesCsv, searchRepairsCsv, searchScoresCsv } from './search-csv.ts';
import { updatesCsv } from './updates-csv.ts';

/** Every CSV file that a run may have, in the order of `results/columns.md`, which is generated from it. */
export const CSV_FILES: readonly CsvFile[] = [
  cellsCsv,
  regressionsCsv,
  headToHeadCsv,
  sensitivityCsv,
  sampledAnswersCsv,
  taxonomyCsv,
  attemptsCsv,
  callsCsv,
  truncatedAnswersCsv,
  monotonicityCsv,
  flipsCsv,
  oscillationsCsv,
  convergenceCsv,
  gapCsv,
  gapTasksCsv,
  extractionShareCsv,
  verifiersCsv,
  matchedCoinsCsv,
  budgetCsv,
  frontierCsv,
  auditCsv,
  publishedPairsCsv,
  replicationCsv,
  twoByTwoCsv,
  claimsCsv,
  claimRoundsCsv,
  checksCsv,
  checkQualityCsv,
  gapTruthCsv,
  gapTruthPointsCsv,
  faultsCsv,
  testTransitionsCsv,
  updatesCsv,
  consistencyJudgeCsv,
  consistencyTriesCsv,
  consistencyCellsCsv,
  consistencySubsetsCsv,
  searchCsv,
  searchScoresCsv,
  searchNoNodesCsv,
  searchRepairsCsv,
];

/** The CSV files of a run by their names. */
export function csvTables(analysis: Analysis): Readonly<Record<string, CsvRows | TrialRows>> {
  const tables = CSV_FILES.map(({ name, table }) => [name, table(analysis)] as const);
  return Object.fromEntries(tables.filter((entry): entry is [string, CsvRows | TrialRows] => entry[1] !== undefined));
}
