import { FAULT_NAMES } from '../../metrics/claims/faults.ts';
import type { CsvColumns } from '../../text/csv.ts';
import type { Step } from '../../types/record.ts';

/** Columns of attempts.csv on claims that were decided one by one and on faults put in; empty for any other attempt. */
export function attemptClaimColumns<Row>(
  read: (row: Row) => { readonly step: Step; readonly before: Step | undefined },
): CsvColumns<Row> {
  const of = <T>(value: (step: Step, before: Step | undefined) => T) => {
    return (row: Row): T => {
      const { step, before } = read(row);
      return value(step, before);
    };
  };
  const count = (verdict: string) =>
    of(({ report }) => report?.claims.filter((claim) => claim.verdict === verdict).length);
  return [
    ['gap', of(({ report }) => report?.gaps?.gap)],
    ['weighted_gap', of(({ report }) => report?.gaps?.weighted)],
    ['gap_before', of((_, before) => before?.report?.gaps?.gap)],
    ['weighted_gap_before', of((_, before) => before?.report?.gaps?.weighted)],
    ['gap_carried', of(({ report }) => report?.carried?.gap)],
    ['weighted_gap_carried', of(({ report }) => report?.carried?.weighted)],
    ['claims_pass', count('PASS')],
    ['claims_partial', count('PARTIAL')],
    ['claims_fail', count('FAIL')],
    ['claims_not_applicable', count('NOT-APPLICABLE')],
    ['unparsed_role', of(({ unparsed }) => unparsed?.role)],
    ['faults', of(({ faults }) => faults?.map(({ kind }) => FAULT_NAMES[kind]).join(' '))],
  ];
}
