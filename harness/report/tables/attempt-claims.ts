import { FAULT_NAMES } from '../../metrics/claims/faults.ts';
import type { CsvColumns } from '../../text/csv.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import type { ClaimsReport } from '../../types/claims.ts';
import type { Step } from '../../types/record.ts';

/** Columns of attempts.csv on claims that were decided one by one and on faults put in; empty for any other attempt. */
export function attemptClaimColumns<Row>(
  read: (row: Row) => { readonly step: Step; readonly before: Step | undefined },
): CsvColumns<Row> {
  const of =
    <T>(value: (report: ClaimsReport) => T) =>
    (row: Row): T | undefined => {
      const report = claimsReport.in(read(row).step);
      return report && value(report);
    };
  const before = (value: (report: ClaimsReport) => number | undefined) => (row: Row) => {
    const last = read(row).before;
    const report = last && claimsReport.in(last);
    return report && value(report);
  };
  const count = (verdict: string) => of(({ claims }) => claims.filter((claim) => claim.verdict === verdict).length);
  return [
    ['gap', of(({ gaps }) => gaps?.gap)],
    ['weighted_gap', of(({ gaps }) => gaps?.weighted)],
    ['gap_before', before(({ gaps }) => gaps?.gap)],
    ['weighted_gap_before', before(({ gaps }) => gaps?.weighted)],
    ['gap_carried', of(({ carried }) => carried?.gap)],
    ['weighted_gap_carried', of(({ carried }) => carried?.weighted)],
    ['claims_pass', count('PASS')],
    ['claims_partial', count('PARTIAL')],
    ['claims_fail', count('FAIL')],
    ['claims_not_applicable', count('NOT-APPLICABLE')],
    ['unparsed_role', (row) => read(row).step.unparsed?.role],
    [
      'faults',
      (row) =>
        read(row)
          .step.faults?.map(({ kind }) => FAULT_NAMES[kind])
          .join(' '),
    ],
  ];
}
