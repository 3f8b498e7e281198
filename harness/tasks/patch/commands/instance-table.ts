import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { type CsvColumns, csvTable, csvText } from '../../../text/csv.ts';
import { markdownTable } from '../../../text/markdown-table.ts';
import type { CsvRecord } from '../../../text/read-csv.ts';
import type { EnvironmentSpecification, KnownDefect, PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import { WORKSPACE_LIMITS } from '../evaluation/container.ts';
import {
  describeSeconds,
  ownSecondsOf,
  secondsColumns,
  type Timed,
  timedOfCells,
} from '../evaluation/describe-seconds.ts';
import { evaluationSha256 } from '../evaluation/evaluate.ts';
import {
  type EvaluationRecord,
  type KeptEvaluation,
  logOfEvaluation,
  openEvaluationStore,
} from '../evaluation/evaluation-store.ts';
import { layersOf } from '../images/image-layers.ts';
import { findInstanceImage, type InstanceImage, rememberedImage } from '../images/instance-image.ts';
import type { LayerSizes } from '../images/layer-sizes.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { isSound, wordFor } from '../preflight.ts';
import type { Mirror } from '../repository/mirror.ts';
import { type EarlierRows, standsToday } from './earlier-table.ts';
import { whyNoImage, whyNotSound } from './why-not-sound.ts';

/** One instance of a dataset, and how far it has come on this machine or, where it was not evaluated here, did before. */
interface InstanceRow {
  readonly id: string;
  readonly repository: string;
  readonly version: string;
  /** Of three numbers where the image says it. */
  readonly python: string | undefined;
  readonly image: string | undefined;
  readonly digest: string | undefined;
  readonly origin: string | undefined;
  readonly gold: EvaluationRecord | undefined;
  readonly empty: EvaluationRecord | undefined;
  /** What its image takes beyond those it shares: its line of disk.csv. */
  readonly ownMb: number | undefined;
  /** The day of its evaluations. */
  readonly measured: string | undefined;
  /** The row of an earlier table, which stands for an instance that was not evaluated here; `gold` and `empty` are its cells. */
  readonly earlier?: CsvRecord;
  /** What stands in the way; empty for one that is sound. */
  readonly why: string;
}

interface TableParts {
  readonly engine: DockerEngine;
  readonly environments: readonly EnvironmentSpecification[];
  readonly knownDefects: readonly KnownDefect[];
  /** Where preflight kept its evaluations. */
  readonly evaluations: string;
  /** The rules and the time that preflight went by. */
  readonly rules: GradingRules;
  readonly timeoutMs: number;
  readonly buildLogs: string;
  /** Of the layers that are here or were. */
  readonly sizes: LayerSizes;
  /** What was measured before, here or on another machine. */
  readonly earlier: EarlierRows;
  /** Throws where there is no copy of the repository. */
  mirrorOf(repository: string): Mirror;
}

/** Reads what preflight and building have left, in the order of the problems. Runs nothing. */
export async function readInstanceRows(problems: readonly PatchProblem[], parts: TableParts): Promise<InstanceRow[]> {
  const records = Map.groupBy(
    await openEvaluationStore(parts.evaluations, logOfEvaluation).all(),
    ({ record }) => record.instanceId,
  );
  const rows: InstanceRow[] = [];
  for (const problem of problems) rows.push(await rowOf(problem, records.get(problem.task.id) ?? [], parts));
  return rows;
}

async function rowOf(
  problem: PatchProblem,
  records: readonly KeptEvaluation[],
  parts: TableParts,
): Promise<InstanceRow> {
  const { engine, environments } = parts;
  const { id, repository } = problem.task;
  const here = await findInstanceImage(engine, problem, environments);
  const image = here && (await engine.image(here.name));
  const environment = environmentOf(environments, repository, problem.version);
  const layers = environment && layersOf(problem, environment);
  // By what an evaluation is bound to: the folder may hold those of other patches, rules, images and times.
  const keyOf = (patch: string, imageDigest: string): string | undefined => {
    const { rules, timeoutMs } = parts;
    const settings = { rules, timeoutMs, limits: WORKSPACE_LIMITS, imageDigest };
    return environment && evaluationSha256(patch, problem, environment, settings);
  };
  const evaluatedIn = (found: InstanceImage | undefined) => {
    const [gold, empty] = [problem.canonical, ''].map((patch) => {
      const key = found && keyOf(patch, found.digest);
      return records.find(({ record }) => record.evaluationSha256 === key);
    });
    return { found, gold, empty };
  };
  // An image that was removed for want of disk leaves its evaluations.
  const removed = records.flatMap(({ record }) => rememberedImage(problem, environments, record.image) ?? []);
  const whole = removed.map(evaluatedIn).find(({ gold, empty }) => gold !== undefined && empty !== undefined);
  const { found, gold, empty } = here === undefined ? (whole ?? evaluatedIn(undefined)) : evaluatedIn(here);
  const earlier = parts.earlier.get(id);
  const evaluationIn = (digest: string): string | undefined => shortened(keyOf(problem.canonical, digest));
  const isHere = gold !== undefined && empty !== undefined;
  if (!isHere && standsToday(earlier, { imageName: layers?.[3].name, evaluationIn }))
    return rowBefore(problem, earlier);
  const ownBytes = found?.origin === 'built' && layers ? parts.sizes.get(layers[3].name) : undefined;
  return {
    id,
    repository,
    version: problem.version,
    python: image?.labels['lucid-bench.python'] ?? environment?.python,
    image: found?.name,
    digest: found?.digest,
    origin: found?.origin,
    gold: gold?.record,
    empty: empty?.record,
    ownMb: ownBytes === undefined ? undefined : Math.round(ownBytes / 1e5) / 10,
    measured: gold && empty && [gold.day, empty.day].sort().at(-1),
    why:
      found === undefined
        ? await whyNoImage(problem, parts)
        : whyNotSound(id, gold?.record, empty?.record, parts.knownDefects),
  };
}

/** As much of an evaluation's hash as a table shows. */
const shortened = (sha256: string | undefined): string | undefined => sha256?.slice(0, 16);

/** What an earlier table says of an instance. */
function rowBefore({ task, version }: PatchProblem, earlier: CsvRecord): InstanceRow {
  const cell = (name: string): string | undefined => earlier[name] || undefined;
  const ownMb = cell('own_mb');
  return {
    id: task.id,
    repository: task.repository,
    version,
    python: cell('python'),
    image: cell('image'),
    digest: cell('image_digest'),
    origin: cell('origin'),
    gold: undefined,
    empty: undefined,
    ownMb: ownMb === undefined ? undefined : Number(ownMb),
    measured: cell('measured'),
    earlier,
    why: cell('why_not') ?? '',
  };
}

const isEvaluated = ({ gold, empty, earlier }: InstanceRow): boolean =>
  earlier !== undefined || (gold !== undefined && empty !== undefined);

const isRowSound = ({ gold, empty, earlier }: Pick<InstanceRow, 'gold' | 'empty' | 'earlier'>): boolean =>
  earlier !== undefined
    ? earlier.sound === 'true'
    : gold !== undefined && empty !== undefined && isSound({ gold: gold.grade.outcome, empty: empty.grade.outcome });

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
  ['why_not', ({ why }) => why],
  ['own_mb', ({ ownMb }) => ownMb],
  ['measured', ({ measured }) => measured],
  ['gold_evaluation', ({ gold }) => shortened(gold?.evaluationSha256)],
  ...secondsColumns<InstanceRow>('gold_', ({ gold }) => gold),
  ...secondsColumns<InstanceRow>('empty_', ({ empty }) => empty),
];

/** A row per instance; one of an earlier table as it stood there. */
export function instanceCsv(rows: readonly InstanceRow[]): string {
  const table = csvTable(COLUMNS, rows);
  const cells = rows.map(
    ({ earlier }, index) => (earlier && table.columns.map((name) => earlier[name])) ?? table.rows[index] ?? [],
  );
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

/** How many instances were evaluated on which day. */
export function measuringDays(rows: readonly InstanceRow[]): Readonly<Record<string, number>> {
  const days = rows.flatMap(({ measured }) => measured ?? []).sort();
  return Object.fromEntries([...new Set(days)].map((day) => [day, days.filter((each) => each === day).length]));
}

/** How long an instance's evaluation took, here or in the earlier table. */
const timeOf = ({ earlier, ...row }: InstanceRow, patch: 'gold' | 'empty'): Timed | undefined =>
  earlier === undefined ? row[patch] : timedOfCells(`${patch}_`, earlier);

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
  const spent = [
    describeSeconds(
      'gold evaluations of sound instances',
      sound.flatMap((row) => timeOf(row, 'gold') ?? []),
    ),
    describeSeconds(
      'evaluations of the repository as it is',
      sound.flatMap((row) => timeOf(row, 'empty') ?? []),
    ),
  ].filter((line) => line !== undefined);
  return [
    `# ${title}: gold solved, empty not`,
    'Each instance in a container of its own, with the gold patch and with none. Made by `npm run instance-table`; manifest.json says when, where and from which commit. Rows measured on an earlier day, in an image of the same recipe, stay as they were.',
    markdownTable({ header: head, rows: [...lines, sums] }),
    ...spent,
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
      header: ['instance', 'what stands in the way'],
      rows: others.map(({ id, why }) => [id, why]),
      textColumns: [1],
    }),
    '',
  ].join('\n\n');
}
