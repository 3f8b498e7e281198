import type { Analysis } from '../../metrics/analysis.ts';
import { readColumns } from '../../metrics/columns.ts';
import { asCounted } from '../../published/as-counted.ts';
import { audit } from '../../published/audit.ts';
import type { Finding } from '../../published/finding.ts';
import { type PairedRow, pairedRows } from '../../published/paired-rows.ts';
import { withoutArtefacts } from '../../published/without-artefacts.ts';
import { type CsvColumns, type CsvTable, csvTable } from '../../text/csv.ts';
import type { Run } from '../../types/record.ts';

/** Of an imported run: audit.csv, every finding with its evidence, and published-pairs.csv. None for other runs. */
export function publishedCsvTables({ run }: Analysis): Readonly<Record<string, CsvTable>> {
  if (run.manifest.identity.imported === undefined) return {};
  const columns: CsvColumns<Finding> = [
    ['finding', ({ kind }) => kind],
    ['condition', ({ condition }) => condition],
    ['k', ({ k }) => k],
    ['task_id', ({ taskId }) => taskId],
    ['step', ({ step }) => step],
    ['counted', ({ isCounted }) => (isCounted === undefined ? undefined : Number(isCounted))],
    ['evidence', ({ evidence }) => evidence.replaceAll(/\s+/g, ' ').trim()],
  ];
  const findings = audit(run);
  return { 'audit.csv': csvTable(columns, findings), 'published-pairs.csv': pairs(run, findings) };
}

/** Every paired comparison of published cells, once as the study counted and once without what its records disprove. */
function pairs(run: Run, findings: readonly Finding[]): CsvTable {
  const { k: ks } = run.manifest.identity;
  const columns: CsvColumns<PairedRow & { readonly counting: string }> = [
    ['counting', ({ counting }) => counting],
    ['condition', ({ condition }) => condition.name],
    ['k', ({ k }) => k],
    ['comparator', ({ comparator }) => comparator.name],
    ['comparator_k', ({ comparatorK }) => comparatorK],
    ['pairs', (row) => row.pairs],
    ['improved', ({ improved }) => improved],
    ['regressed', ({ regressed }) => regressed],
    ['left_out', ({ leftOut }) => leftOut],
    ['difference', ({ difference }) => difference],
    ['difference_low', ({ interval }) => interval?.low],
    ['difference_high', ({ interval }) => interval?.high],
    ['p_value', ({ pValue }) => pValue],
    ['p_holm', ({ adjustedPValue }) => adjustedPValue],
  ];
  const rows = (counting: string, counted: Run) =>
    pairedRows(readColumns(counted), ks).map((row) => ({ ...row, counting }));
  return csvTable(columns, [
    ...rows('as-counted', asCounted(run)),
    ...rows('without-artefacts', withoutArtefacts(run, findings)),
  ]);
}
