import { recordedTrials } from '../../metrics/trials/trials.ts';
import type { Finding, FindingKind } from '../../published/finding.ts';
import { readWithoutFence } from '../../published/judge-json.ts';
import type { Section, Table } from '../../text/section.ts';
import type { RecordedTrial, Run } from '../../types/record.ts';

interface Kind {
  readonly kind: FindingKind;
  readonly title: string;
  /** How many and of what, in one phrase. */
  readonly count: (own: readonly Finding[], run: Run) => string;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'extractor-artefact',
    title: 'failures made by the answer extractor: Python refuses a line of English that stood in the answer',
    count: (own, run) =>
      `${counted(own)} of ${failures(run, own)} failures in the cells concerned; ${own.length} steps`,
  },
  {
    kind: 'never-evaluated',
    title: 'evaluations that never took place, counted as wrong',
    count: (own) => `${counted(own)} trials of ${tasks(own.filter(isCounted))} tasks; ${own.length} evaluations`,
  },
  {
    kind: 'foreign-verdict',
    title: 'verdicts that cannot be about the recorded patch',
    count: (own) => `${counted(own)} trials of ${tasks(own)} tasks`,
  },
  {
    kind: 'redrawn',
    title: 'more first generations billed than trials recorded, under a run id that does not name the patch',
    count: (own) => `${own.length} trials of ${tasks(own)} tasks`,
  },
  {
    kind: 'unparsed-verdict',
    title: 'judge replies that are not the JSON asked for; llm-judge took each for a rejection without saying so',
    count: (own, run) => unparsedText(own, run),
  },
  {
    kind: 'mixed-directories',
    title: 'cells made of several result directories',
    count: (own) => many(own.length, 'cell'),
  },
  {
    kind: 'oracle-stopping',
    title: 'loops that look at the grading tests and stop when they accept',
    count: (own) => many(own.length, 'condition'),
  },
  {
    kind: 'unequal-budget',
    title: 'cells that drew more candidates than the baseline they are compared with',
    count: (own) => many(own.length, 'cell'),
  },
];

/** What the records show against the tables; the whole list is audit.csv. */
export function auditSection(run: Run, findings: readonly Finding[]): Section {
  return {
    title: 'Audit: what the records themselves show',
    notes: [
      'Found in the imported result files alone, nothing was executed. "Trials" counts what the published cells are made of, "steps" and "evaluations" also what came before in a loop. Every finding with its evidence is a line of audit.csv.',
    ],
    tables: [summaryTable(run, findings), ...byCell(run, findings), ...byCondition(findings), ...taskList(findings)],
  };
}

function summaryTable(run: Run, findings: readonly Finding[]): Table {
  return {
    header: ['finding', 'how many'],
    rows: KINDS.map(({ kind, title, count }) => {
      const own = findings.filter((finding) => finding.kind === kind);
      return [title, own.length === 0 ? 'none' : count(own, run)];
    }),
    textColumns: [1],
  };
}

/** Findings that are about tasks, counted by cell. */
function byCell(run: Run, findings: readonly Finding[]): Table[] {
  const kinds = ['extractor-artefact', 'never-evaluated', 'foreign-verdict', 'redrawn'] as const;
  const shown = findings.filter(
    (finding) => finding.isCounted !== false && kinds.some((kind) => kind === finding.kind),
  );
  const seen = kinds.filter((kind) => shown.some((finding) => finding.kind === kind));
  const rows = run.manifest.identity.conditions.flatMap(({ name }) =>
    run.manifest.identity.k.flatMap((k) => {
      const own = shown.filter((finding) => finding.condition === name && finding.k === k);
      const counts = seen.map((kind) => String(own.filter((finding) => finding.kind === kind).length));
      return own.length === 0 ? [] : [[name, String(k), ...counts]];
    }),
  );
  return rows.length === 0 ? [] : [{ header: ['condition', 'k', ...seen], rows }];
}

/** Findings that are about a whole cell or condition, with their evidence. */
function byCondition(findings: readonly Finding[]): Table[] {
  return (['mixed-directories', 'oracle-stopping', 'unequal-budget'] as const).flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind);
    if (own.length === 0) return [];
    return [
      {
        header: ['condition', 'k', kind],
        rows: own.map(({ condition, k, evidence }) => [condition, k === undefined ? '' : String(k), evidence]),
        textColumns: [2],
      },
    ];
  });
}

/** The few findings worth reading one by one. */
function taskList(findings: readonly Finding[]): Table[] {
  return (['extractor-artefact', 'foreign-verdict'] as const).flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind && finding.isCounted === true);
    if (own.length === 0) return [];
    return [
      {
        header: ['condition', 'k', 'task', kind],
        rows: own.map(({ condition, k, taskId = '', evidence }) => [condition, String(k), taskId, inCell(evidence)]),
        textColumns: [2, 3],
      },
    ];
  });
}

const isCounted = (finding: Finding): boolean => finding.isCounted === true;
const counted = (own: readonly Finding[]): number => own.filter(isCounted).length;
const tasks = (own: readonly Finding[]): number => new Set(own.map(({ taskId }) => taskId)).size;

/** Failures that the cells with a finding count. */
function failures(run: Run, own: readonly Finding[]): number {
  const cells = new Set(own.filter(isCounted).map(({ condition, k }) => `${condition} ${k}`));
  const isLastFailed = ({ trajectory: { steps }, grades }: RecordedTrial): boolean =>
    grades.get(steps.length - 1)?.outcome.status === 'unsolved';
  return [...recordedTrials(run)].filter(
    (trial) => cells.has(`${trial.trajectory.condition} ${trial.trajectory.kRun}`) && isLastFailed(trial),
  ).length;
}

function unparsedText(own: readonly Finding[], run: Run): string {
  const conditions = [...new Set(own.map(({ condition }) => condition))];
  return conditions
    .map((name) => {
      const trials = Array.from(recordedTrials(run), ({ trajectory }) => trajectory).filter(
        ({ condition }) => condition === name,
      );
      const verdicts = trials.flatMap(({ steps }) => steps.flatMap(({ verdict }) => verdict?.status ?? []));
      const unparsed = verdicts.filter((status) => status === 'unparsed').length;
      const others = trials.flatMap(({ source }) => source?.passedOver ?? []);
      const all = others.reduce((sum, file) => sum + file.verdicts, verdicts.length);
      const allUnparsed = others.reduce((sum, file) => sum + file.unparsedVerdicts, unparsed);
      const withOthers = others.length === 0 ? '' : ` (${allUnparsed} of ${all} with the files passed over)`;
      const details = trials.flatMap(({ steps }) =>
        steps.flatMap(({ verdict }) => (verdict?.status === 'unparsed' ? [verdict.detail] : [])),
      );
      const accepts = details.filter((detail) => readWithoutFence(detail) === 'accept').length;
      return `${name}: ${unparsed} of ${verdicts.length}${withOthers}, of which ${accepts} accept once the fence is off`;
    })
    .join('; ');
}

/** A bar would end the cell. */
const inCell = (text: string): string => text.replaceAll(/[|\s]+/g, ' ').slice(0, 110);

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
