import { armOf } from '../../metrics/trials/trials.ts';
import { type GradedUpdate, gradedUpdates } from '../../metrics/updates/updates.ts';
import { csvFile, type DescribedColumns, listField } from '../csv-file.ts';

const COLUMNS: DescribedColumns<GradedUpdate> = [
  ['condition', 'condition', ({ trajectory }) => trajectory.condition],
  ['task_id', 'task', ({ trajectory }) => trajectory.taskId],
  ['sample', 'sample number, from 0', ({ trajectory }) => trajectory.sample],
  ['step', 'the step that the revision led to', ({ step }) => step.index],
  [
    'fate',
    '`accepted`: the draft became the candidate; `discarded` by the gate; `unchanged` or `empty`, without a gate; `unparsed-proof`, `unparsed-gate`: an answer was not read, twice',
    ({ update }) => update.fate,
  ],
  [
    'refused_by',
    'numbers of the invariants that do not hold by the gate, separated by spaces: 1 valid Python, 2 input and output, 3 every input, 4 time and memory',
    ({ update }) =>
      listField(update.invariants.flatMap(({ number, verdict }) => (verdict === 'FAIL' ? [`${number}`] : []))),
  ],
  [
    'gate_asked',
    '`true`: the gate judged more than whether the draft parses',
    ({ update }) => update.invariants.length > 1,
  ],
  ['edits', 'edits that the draft was to make', ({ update }) => update.edits.length],
  ['edits_naming', 'of these, those whose location quotes the program', ({ naming }) => naming],
  ['edits_touched', 'of those, how many quoted fragments the draft changed', ({ touched }) => touched],
  ['edits_dropped', 'edits beside an axis that passes', ({ update }) => update.dropped],
  ['axes_without_edits', 'axes that fail without edits: their finding was the edit', ({ update }) => update.filled],
  ['edits_merged', 'edits that said what another one said', ({ update }) => update.merged],
  [
    'axes_before',
    'axes that fail before, separated by spaces; empty where none does or it was not read',
    (row) => listField(row.axesBefore ?? []),
  ],
  ['failing_axes_before', 'how many; empty where it is not known', (row) => row.axesBefore?.length],
  ['failing_axes_after', 'how many after it; known of accepted drafts only', (row) => row.axesAfter?.length],
  ['outcome_before', 'grade of the program before', ({ before }) => before.outcome?.status],
  ['outcome_after', 'grade of the draft, discarded ones too; in no accuracy', ({ after }) => after.outcome?.status],
  [
    'failing_share_before',
    'share of its hidden assertions that do not hold; empty where none was reached',
    ({ before }) => before.failingShare,
  ],
  ['failing_share_after', 'likewise of the draft', ({ after }) => after.failingShare],
  ['k_run', 'as in `attempts.csv`', ({ trajectory }) => trajectory.kRun],
];

export const updatesCsv = csvFile({
  name: 'updates.csv',
  about:
    'Only where an arm revises behind a gate (codegrad…): one row per revision, discarded ones too, with the truth before and after. Gates and reviews of models are opinions, no proofs.',
  columns: COLUMNS,
  rows({ run }) {
    const isThere = run.manifest.identity.conditions.some(({ name }) => armOf(run, name).hasUpdates);
    return isThere ? { [Symbol.iterator]: () => gradedUpdates(run) } : undefined;
  },
});
