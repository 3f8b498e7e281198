import { existsSync, readFileSync } from 'node:fs';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { type CsvColumns, csvTable, csvText } from '../../../text/csv.ts';
import { markdownTable } from '../../../text/markdown-table.ts';
import type { EnvironmentSpecification, KnownDefect, PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import { WORKSPACE_LIMITS } from '../evaluation/container.ts';
import { describeSeconds, ownSecondsOf, secondsColumns } from '../evaluation/describe-seconds.ts';
import { evaluationSha256 } from '../evaluation/evaluate.ts';
import { type EvaluationRecord, logOfEvaluation, openEvaluationStore } from '../evaluation/evaluation-store.ts';
import { logPathOf } from '../images/build-layer.ts';
import { layersOf } from '../images/image-layers.ts';
import { findInstanceImage, type InstanceImage, rememberedImage } from '../images/instance-image.ts';
import { decisiveLine } from '../logs/decisive-line.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { isSound, wordFor } from '../preflight.ts';
import type { Mirror } from '../repository/mirror.ts';

/** One instance of a dataset, and how far it has come on this machine. */
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
  /** Throws where there is no copy of the repository. */
  mirrorOf(repository: string): Mirror;
}

/** Reads what preflight and building have left, in the order of the problems. Runs nothing. */
export async function readInstanceRows(problems: readonly PatchProblem[], parts: TableParts): Promise<InstanceRow[]> {
  const records = Map.groupBy(
    await openEvaluationStore(parts.evaluations, logOfEvaluation).all(),
    (each) => each.instanceId,
  );
  const rows: InstanceRow[] = [];
  for (const problem of problems) rows.push(await rowOf(problem, records.get(problem.task.id) ?? [], parts));
  return rows;
}

async function rowOf(
  problem: PatchProblem,
  records: readonly EvaluationRecord[],
  parts: TableParts,
): Promise<InstanceRow> {
  const { engine, environments } = parts;
  const { id, repository } = problem.task;
  const here = await findInstanceImage(engine, problem, environments);
  const labels = here === undefined ? {} : ((await engine.image(here.name))?.labels ?? {});
  const environment = environmentOf(environments, repository, problem.version);
  // By what an evaluation is bound to: the folder may hold those of other patches, rules, images and times.
  const recordOf = (patch: string, image: InstanceImage | undefined): EvaluationRecord | undefined => {
    if (image === undefined || environment === undefined) return undefined;
    const { rules, timeoutMs } = parts;
    const settings = { rules, timeoutMs, limits: WORKSPACE_LIMITS, imageDigest: image.digest };
    const key = evaluationSha256(patch, problem, environment, settings);
    return records.find((record) => record.evaluationSha256 === key);
  };
  const evaluatedIn = (image: InstanceImage | undefined) => ({
    found: image,
    gold: recordOf(problem.canonical, image),
    empty: recordOf('', image),
  });
  // An image that was removed for want of disk leaves its evaluations.
  const removed = records.flatMap(({ image }) => rememberedImage(problem, environments, image) ?? []).map(evaluatedIn);
  const whole = removed.find(({ gold, empty }) => gold !== undefined && empty !== undefined);
  const { found, gold, empty } = here === undefined ? (whole ?? evaluatedIn(undefined)) : evaluatedIn(here);
  return {
    id,
    repository,
    version: problem.version,
    python: labels['lucid-bench.python'] ?? environment?.python,
    image: found?.name,
    digest: found?.digest,
    origin: found?.origin,
    gold,
    empty,
    why: found === undefined ? await whyNoImage(problem, parts) : whyNotSound(id, gold, empty, parts.knownDefects),
  };
}

const isRowSound = ({ gold, empty }: Pick<InstanceRow, 'gold' | 'empty'>): boolean =>
  gold !== undefined && empty !== undefined && isSound({ gold: gold.grade.outcome, empty: empty.grade.outcome });

function whyNotSound(
  id: string,
  gold: EvaluationRecord | undefined,
  empty: EvaluationRecord | undefined,
  knownDefects: readonly KnownDefect[],
): string {
  if (isRowSound({ gold, empty })) return '';
  if (gold === undefined || empty === undefined) return 'built, not evaluated yet';
  const defect = knownDefects.find(({ taskId }) => taskId === id);
  if (defect !== undefined && empty.grade.outcome.status === 'solved') return `defect of the dataset: ${defect.note}`;
  if (gold.grade.fault !== undefined) return `gold: ${gold.grade.fault}`;
  const required = [...gold.grade.failToPass, ...gold.grade.passToPass];
  const failed = required.filter(({ decision }) => decision === 'failed').map(({ test }) => test);
  if (failed.length > 0) return `gold fails ${failed.length} of ${required.length}: ${failed.slice(0, 2).join(', ')}`;
  return empty.grade.outcome.status === 'solved'
    ? 'solved by the empty patch'
    : `empty: ${wordFor(empty.grade.outcome)}`;
}

async function whyNoImage(problem: PatchProblem, { environments, buildLogs, mirrorOf }: TableParts): Promise<string> {
  const { repository, baseCommit } = problem.task;
  const environment = environmentOf(environments, repository, problem.version);
  if (environment === undefined) return 'no specification';
  try {
    if ((await mirrorOf(repository).listFiles(baseCommit)).length === 0) return 'the base commit holds no file';
  } catch {
    return 'no copy of the repository with its base commit on this machine';
  }
  const logs = layersOf(problem, environment).map((layer) => logPathOf(buildLogs, layer));
  const last = logs.findLast((path) => existsSync(path));
  return last === logs.at(-1) && last !== undefined
    ? `the build failed: ${decisiveLine(readFileSync(last, 'utf8').split('\n'))}`
    : 'not built yet';
}

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
  ...secondsColumns<InstanceRow>('gold_', ({ gold }) => gold),
  ...secondsColumns<InstanceRow>('empty_', ({ empty }) => empty),
];

/** A row per instance. */
export const instanceCsv = (rows: readonly InstanceRow[]): string => csvText(csvTable(COLUMNS, rows));

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
      evaluated: ofIt.filter(({ gold, empty }) => gold !== undefined && empty !== undefined).length,
      sound: ofIt.filter(isRowSound).length,
    };
  });
}

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
  const seconds = (record: EvaluationRecord | undefined): string => record?.seconds.toFixed(0) ?? '';
  const unknown = (value: number | undefined): string => value?.toFixed(1) ?? 'unknown';
  const spent = [
    describeSeconds(
      'gold evaluations of sound instances',
      sound.flatMap(({ gold }) => gold ?? []),
    ),
    describeSeconds(
      'evaluations of the repository as it is',
      sound.flatMap(({ empty }) => empty ?? []),
    ),
  ].filter((line) => line !== undefined);
  return [
    `# ${title}: gold solved, empty not`,
    'Each instance in a container of its own, with the gold patch and with none. Made by `npm run instance-table`; manifest.json says when, where and from which commit.',
    markdownTable({ header: head, rows: [...lines, sums] }),
    ...spent,
    disk,
    '## Sound',
    markdownTable({
      header: ['instance', 'python', 'image', 'gold s', 'empty s', 'gold install s', 'tests s', 'own s'],
      rows: sound.map((row) => [
        row.id,
        row.python ?? '',
        (row.digest ?? '').slice(7, 19),
        seconds(row.gold),
        seconds(row.empty),
        unknown(row.gold?.phases?.install),
        unknown(row.gold?.phases?.tests),
        unknown(row.gold && ownSecondsOf(row.gold)),
      ]),
      textColumns: [1, 2],
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
