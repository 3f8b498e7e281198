import type { Analysis } from '../../metrics/analysis.ts';
import type { Tested } from '../../metrics/comparison.ts';
import type { HeadToHead } from '../../metrics/paired.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';

/** head-to-head.csv: the declared family, then every exploratory comparison; what a refused one withholds is empty. */
export function headToHeadCsv({ declared, exploratory, readings }: Analysis): CsvTable {
  const readingOf = (row: HeadToHead) => readings.find(({ comparison }) => comparison === row);
  const columns: CsvColumns<HeadToHead> = [
    ...COLUMNS,
    ['reading', (row) => readingOf(row)?.status],
    ['tasks_to_decide', (row) => readingOf(row)?.tasksToDecide],
  ];
  return csvTable(columns, [...declared, ...exploratory]);
}

const tested = ({ finding }: HeadToHead): Tested | undefined => (finding.status === 'tested' ? finding : undefined);

const COLUMNS: CsvColumns<HeadToHead> = [
  ['family', ({ kind }) => (kind === 'declared' ? 'declared' : 'exploratory')],
  ['condition', (row) => row.condition.name],
  ['k', (row) => row.k],
  ['comparator', (row) => row.comparator.name],
  ['comparator_k', (row) => row.comparatorK],
  ['pairs', (row) => row.compared],
  ['improved', (row) => row.improved],
  ['regressed', (row) => row.regressed],
  ['left_out', (row) => row.leftOut],
  ['p_value', (row) => tested(row)?.pValue],
  ['p_holm', (row) => row.adjustedPValue],
  ['kind', (row) => row.kind],
  ['test', (row) => tested(row)?.test],
  ['difference', (row) => tested(row)?.difference],
  ['difference_low', (row) => tested(row)?.interval?.low],
  ['difference_high', (row) => tested(row)?.interval?.high],
  ['difference_interval', (row) => tested(row)?.intervalKind],
  ['odds_ratio', (row) => tested(row)?.odds?.ratio],
  ['odds_ratio_low', (row) => tested(row)?.odds?.interval.low],
  ['odds_ratio_high', (row) => tested(row)?.odds?.interval.high],
  ['equivalence_margin', (row) => tested(row)?.equivalence?.margin],
  ['p_equivalence', (row) => tested(row)?.equivalence?.pValue],
  ['p_equivalence_holm', (row) => row.adjustedEquivalence],
  ['difference_if_worst', (row) => row.bounds?.low],
  ['difference_if_best', (row) => row.bounds?.high],
  ['p_if_worst', (row) => tested(row)?.pValueIfWorst],
  ['by_construction', (row) => row.isByConstruction],
  ['refused', ({ finding }) => (finding.status === 'refused' ? finding.reason : undefined)],
];
