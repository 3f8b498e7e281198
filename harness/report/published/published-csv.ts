import { readColumns } from '../../metrics/columns.ts';
import { asCounted } from '../../published/as-counted.ts';
import { audit } from '../../published/audit.ts';
import type { Finding } from '../../published/finding.ts';
import { type PairedRow, pairedRows } from '../../published/paired-rows.ts';
import { withoutArtefacts } from '../../published/without-artefacts.ts';
import type { Run } from '../../types/record.ts';
import { csvFile, type DescribedColumns } from '../csv-file.ts';

const isImported = ({ manifest }: Run): boolean => manifest.identity.imported !== undefined;

const AUDIT: DescribedColumns<Finding> = [
  ['finding', 'kind of finding; results/README.md explains each', ({ kind }) => kind],
  ['condition', 'condition', ({ condition }) => condition],
  ['k', 'repair rounds allowed', ({ k }) => k],
  ['task_id', 'task', ({ taskId }) => taskId],
  ['step', 'step, where it is about one', ({ step }) => step],
  [
    'counted',
    '`true`: it is about a result that the published cells count; empty where that cannot be said',
    ({ isCounted }) => isCounted,
  ],
  ['evidence', 'the evidence, on one line', ({ evidence }) => evidence.replaceAll(/\s+/g, ' ').trim()],
];

export const auditCsv = csvFile({
  name: 'audit.csv',
  about: 'Only of an imported study: one row per finding, with its evidence.',
  columns: AUDIT,
  rows: ({ run }) => (isImported(run) ? audit(run) : undefined),
});

type CountedPair = PairedRow & { readonly counting: string };
const PAIRS: DescribedColumns<CountedPair> = [
  [
    'counting',
    '`as-counted`: by the study’s own convention; `without-artefacts`: without what its records disprove',
    ({ counting }) => counting,
  ],
  ['condition', 'condition', ({ condition }) => condition.name],
  ['k', 'its k', ({ k }) => k],
  ['comparator', 'what it is compared with', ({ comparator }) => comparator.name],
  ['comparator_k', 'the comparator’s k', ({ comparatorK }) => comparatorK],
  ['pairs', 'tasks with a result on both sides', (row) => row.pairs],
  ['wins', 'of these, solved by the condition and not by the comparator', ({ wins }) => wins],
  ['losses', 'of these, solved by the comparator and not by the condition', ({ losses }) => losses],
  ['left_out', 'tasks without a result on one side', ({ leftOut }) => leftOut],
  ['difference', 'share of wins minus share of losses', ({ difference }) => difference],
  ['difference_ci_low', 'lower end of its 95 % interval (Tango)', ({ interval }) => interval?.low],
  ['difference_ci_high', 'its upper end', ({ interval }) => interval?.high],
  ['p_value', 'exact two-sided McNemar test, unadjusted', ({ pValue }) => pValue],
  ['p_holm', 'adjusted over the declared family (Holm); empty for the others', ({ adjustedPValue }) => adjustedPValue],
];

export const publishedPairsCsv = csvFile({
  name: 'published-pairs.csv',
  about:
    'Only of an imported study: every paired comparison of published cells, once as the study counted and once without what its records disprove.',
  columns: PAIRS,
  rows({ run }) {
    if (!isImported(run)) return undefined;
    const { k: ks } = run.manifest.identity;
    const rows = (counting: string, counted: Run): CountedPair[] =>
      pairedRows(readColumns(counted), ks).map((row) => ({ ...row, counting }));
    return [...rows('as-counted', asCounted(run)), ...rows('without-artefacts', withoutArtefacts(run, audit(run)))];
  },
});
