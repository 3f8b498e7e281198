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
  [
    'finding',
    '`extractor-artefact`: Python refused a line of English that stood in the answer. `never-evaluated`: the machine broke the evaluation off. `foreign-verdict`: a verdict that cannot be about the recorded patch. `redrawn`: the bills name more first generations than there are trials, under a run id that does not name the patch. `unparsed-verdict`: replies of a judge that are not the JSON asked for. `mixed-directories`: a cell made of several directories, or with files passed over. `oracle-stopping`: a loop ended by the grading tests. `unequal-budget`: a cell that drew more candidates than one per trial',
    ({ kind }) => kind,
  ],
  ['condition', 'condition', ({ condition }) => condition],
  ['k', 'the k of the study’s run; empty where it is about a whole condition', ({ k }) => k],
  ['task_id', 'task; empty where it is about a cell or condition', ({ taskId }) => taskId],
  ['step', 'step of the trial; empty where it is about the whole trial, cell or condition', ({ step }) => step],
  [
    'counted',
    '`true`: it is about the step that the tables count, the trial’s last; `false`: about an earlier one; empty where `step` is',
    ({ isCounted }) => isCounted,
  ],
  ['evidence', 'what in the records shows it', ({ evidence }) => evidence.replaceAll(/\s+/g, ' ').trim()],
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
    '`as-counted`: what was never evaluated is a failure. `without-artefacts`: that, failures made by the extractor and foreign verdicts are unknown',
    ({ counting }) => counting,
  ],
  ['condition', 'condition', ({ condition }) => condition.name],
  ['k', 'its k', ({ k }) => k],
  ['comparator', 'condition it is compared with', ({ comparator }) => comparator.name],
  ['comparator_k', 'its k; 0 for the baseline', ({ comparatorK }) => comparatorK],
  ['pairs', 'tasks known in both cells', (row) => row.pairs],
  ['wins', 'solved here and not there', ({ wins }) => wins],
  ['losses', 'solved there and not here', ({ losses }) => losses],
  ['left_out', 'tasks unknown in one of the cells', ({ leftOut }) => leftOut],
  ['difference', 'share of wins minus share of losses', ({ difference }) => difference],
  ['difference_ci_low', 'lower end of Tango’s 95 % score interval', ({ interval }) => interval?.low],
  ['difference_ci_high', 'its upper end', ({ interval }) => interval?.high],
  ['p_value', 'exact two-sided McNemar test', ({ pValue }) => pValue],
  ['p_holm', 'the same, adjusted over all rows of this counting (Holm)', ({ adjustedPValue }) => adjustedPValue],
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
