import { median } from '../../../statistics/median.ts';
import { type CsvColumns, csvTable, csvText } from '../../../text/csv.ts';
import { markdownTable } from '../../../text/markdown-table.ts';
import { WORKSPACE_LIMITS } from '../evaluation/container.ts';
import { describeSeconds, isQuiet, ownSecondsOf, secondsColumns } from '../evaluation/describe-seconds.ts';
import { wordFor } from '../preflight.ts';
import { UNSOUND_CAUSES, type UnsoundCause } from '../unsound-causes.ts';
import { type InstanceRow, isEvaluated, isRowSound, peakMemoryOf, shortened, timeOf } from './instance-rows.ts';

const COLUMNS: CsvColumns<InstanceRow> = [
  ['instance_id', ({ id }) => id],
  ['repository', ({ repository }) => repository],
  ['version', ({ version }) => version],
  ['python', ({ python }) => python],
  ['image', ({ image }) => image],
  ['image_digest', ({ digest }) => digest],
  ['origin', ({ origin }) => origin],
  ['gold', ({ gold }) => gold && wordFor(gold.grade.outcome)],
  ['gold_applied_by', ({ gold }) => gold?.appliedBy],
  ['empty', ({ empty }) => empty && wordFor(empty.grade.outcome)],
  ['required_tests', ({ gold }) => gold && gold.grade.failToPass.length + gold.grade.passToPass.length],
  ['gold_seconds', ({ gold }) => gold?.seconds],
  ['empty_seconds', ({ empty }) => empty?.seconds],
  ['sound', (row) => isRowSound(row)],
  ['cause', ({ obstacle }) => obstacle?.cause],
  ['why_not', ({ obstacle }) => obstacle?.why],
  ['own_mb', ({ ownMb }) => ownMb],
  ['measured', ({ measured }) => measured],
  ['gold_evaluation', ({ gold }) => shortened(gold?.evaluationSha256)],
  ...secondsColumns<InstanceRow>('gold_', ({ gold }) => gold),
  ...secondsColumns<InstanceRow>('empty_', ({ empty }) => empty),
  ['gold_peak_memory_mb', ({ gold }) => gold?.peakMemoryMb],
];

/** What is said of an earlier row by the list of causes and the known defects of today. */
const OF_TODAY = ['sound', 'cause', 'why_not'];

/** A row per instance; one of an earlier table as it stood there, but for whether it is sound. */
export function instanceCsv(rows: readonly InstanceRow[]): string {
  const table = csvTable(COLUMNS, rows);
  const cells = table.rows.map((ofToday, index) => {
    const earlier = rows[index]?.earlier;
    if (earlier === undefined) return ofToday;
    return table.columns.map((name, column) => (OF_TODAY.includes(name) ? ofToday[column] : earlier[name]));
  });
  return csvText({ columns: table.columns, rows: cells });
}

/** Counts by repository, for the manifest and the table's head. */
export function countsOf(rows: readonly InstanceRow[]) {
  const repositories = [...new Set(rows.map(({ repository }) => repository))].sort();
  return repositories.map((repository) => {
    const ofIt = rows.filter((row) => row.repository === repository);
    const built = ofIt.filter(({ image }) => image !== undefined);
    return {
      repository,
      instances: ofIt.length,
      images: built.length,
      evaluated: ofIt.filter(isEvaluated).length,
      sound: ofIt.filter(isRowSound).length,
    };
  });
}

/** How many instances are not sound for which cause, in the order of the list of causes; those of no instance are left out. */
export function causesOf(rows: readonly InstanceRow[]): Readonly<Partial<Record<UnsoundCause, number>>> {
  const causes = rows.flatMap(({ obstacle }) => obstacle?.cause ?? []);
  const counted = Object.keys(UNSOUND_CAUSES).map((cause) => [cause, causes.filter((each) => each === cause).length]);
  return Object.fromEntries(counted.filter(([, count]) => count !== 0));
}

/** How many instances were evaluated on which day. */
export function measuringDays(rows: readonly InstanceRow[]): Readonly<Record<string, number>> {
  const days = rows.flatMap(({ measured }) => measured ?? []).sort();
  return Object.fromEntries([...new Set(days)].map((day) => [day, days.filter((each) => each === day).length]));
}

/** How much of the memory that it may have an evaluation takes; none where it was not measured. */
function memoryLine(peaks: readonly number[]): string[] {
  const middle = median(peaks);
  if (middle === undefined) return [];
  const allowed = `${WORKSPACE_LIMITS.memoryMb.toLocaleString('en')} MiB are allowed`;
  const most = Math.max(...peaks).toLocaleString('en');
  return [
    `memory of gold evaluations at its highest, files' pages that could be dropped included: median ${Math.round(middle).toLocaleString('en')} MiB over ${peaks.length}; the most ${most} MiB; ${allowed}`,
  ];
}

const QUIET = 'load of the minute before at most half above the evaluations at work';

/** For readers: counts by repository, seconds, disk, the sound instances, and what stands in the way of the others. */
export function instanceMarkdown(title: string, rows: readonly InstanceRow[], disk: string): string {
  const counts = countsOf(rows);
  const total = (of: (count: (typeof counts)[number]) => number): number =>
    counts.reduce((sum, each) => sum + of(each), 0);
  const head = ['repository', 'instances', 'with an image', 'evaluated', 'sound'];
  const lines = counts.map((each) => [
    each.repository,
    ...[each.instances, each.images, each.evaluated, each.sound].map(String),
  ]);
  const sums = [
    'all',
    ...[
      total((each) => each.instances),
      total((each) => each.images),
      total((each) => each.evaluated),
      total((each) => each.sound),
    ].map(String),
  ];
  const sound = rows.filter(isRowSound);
  const others = rows.filter((row) => !isRowSound(row));
  const unknown = (value: number | undefined): string => value?.toFixed(1) ?? 'unknown';
  const spent = (['gold', 'empty'] as const).flatMap((which) => {
    const evaluations = sound.flatMap((row) => timeOf(row, which) ?? []);
    const what = which === 'gold' ? 'gold evaluations of sound instances' : 'evaluations of the repository as it is';
    const quiet = describeSeconds(`those on a quiet machine (${QUIET})`, evaluations.filter(isQuiet));
    return [describeSeconds(what, evaluations), quiet].filter((line) => line !== undefined);
  });
  return [
    `# ${title}: gold solved, empty not`,
    'Each instance in a container of its own, with the gold patch and with none. Made by `npm run instance-table`; manifest.json says when, where and from which commit. Rows measured on an earlier day, in an image of the same recipe, stay as they were.',
    markdownTable({ header: head, rows: [...lines, sums] }),
    ...spent,
    ...memoryLine(sound.flatMap((row) => peakMemoryOf(row) ?? [])),
    disk,
    '## Sound',
    markdownTable({
      header: [
        ...['instance', 'python', 'image', 'gold s', 'empty s', 'gold install s', 'tests s', 'own s'],
        ...['own MB', 'measured'],
      ],
      rows: sound.map((row) => {
        const gold = timeOf(row, 'gold');
        return [
          row.id,
          row.python ?? '',
          (row.digest ?? '').slice(7, 19),
          gold?.seconds.toFixed(0) ?? '',
          timeOf(row, 'empty')?.seconds.toFixed(0) ?? '',
          unknown(gold?.phases?.install),
          unknown(gold?.phases?.tests),
          unknown(gold && ownSecondsOf(gold)),
          row.ownMb?.toString() ?? '',
          row.measured ?? '',
        ];
      }),
      textColumns: [1, 2, 9],
    }),
    '## The others',
    markdownTable({
      header: ['cause', 'instances', 'what it means'],
      rows: Object.entries(causesOf(others)).map(([cause, count]) => [
        cause,
        String(count),
        UNSOUND_CAUSES[cause as UnsoundCause],
      ]),
      textColumns: [2],
    }),
    markdownTable({
      header: ['instance', 'cause', 'what stands in the way'],
      rows: others.map(({ id, obstacle }) => [id, obstacle?.cause ?? '', obstacle?.why ?? '']),
      textColumns: [1, 2],
    }),
    '',
  ].join('\n\n');
}
