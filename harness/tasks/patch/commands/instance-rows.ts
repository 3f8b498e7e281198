import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import type { CsvRecord } from '../../../text/read-csv.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { KnownDefect, PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import { WORKSPACE_LIMITS } from '../evaluation/container.ts';
import { type Timed, timedOfCells } from '../evaluation/describe-seconds.ts';
import { evaluationSha256 } from '../evaluation/evaluate.ts';
import {
  type EvaluationRecord,
  type KeptEvaluation,
  logOfEvaluation,
  openEvaluationStore,
} from '../evaluation/evaluation-store.ts';
import { instanceLayer, layersOf } from '../images/image-layers.ts';
import { findInstanceImage, type InstanceImage, rememberedImage } from '../images/instance-image.ts';
import type { LayerSizes } from '../images/layer-sizes.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import type { Mirror } from '../repository/mirror.ts';
import { causeOfCells, type EarlierRows, standsToday } from './earlier-table.ts';
import { noteOn, type Obstacle, whyNoImage, whyNotSound } from './why-not-sound.ts';

/** One instance of a dataset, and how far it has come on this machine or, where it was not evaluated here, did before. */
export interface InstanceRow {
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
  /** What stands in the way; `undefined` for one that is sound. */
  readonly obstacle: Obstacle | undefined;
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
  if (!isHere && standsToday(earlier, { imageName: layers && instanceLayer(layers).name, evaluationIn }))
    return rowBefore(problem, earlier, parts.knownDefects);
  const ownBytes = found?.origin === 'built' && layers ? parts.sizes.get(instanceLayer(layers).name) : undefined;
  return {
    id,
    repository,
    version: problem.version,
    python: image?.labels['lucid-bench.python'] ?? pythonBefore(earlier, found) ?? environment?.python,
    image: found?.name,
    digest: found?.digest,
    origin: found?.origin,
    gold: gold?.record,
    empty: empty?.record,
    ownMb: ownBytes === undefined ? undefined : Math.round(ownBytes / 1e5) / 10,
    measured: gold && empty && [gold.day, empty.day].sort().at(-1),
    obstacle:
      found === undefined
        ? await whyNoImage(problem, parts)
        : whyNotSound(id, gold?.record, empty?.record, parts.knownDefects),
  };
}

/** What an earlier table says of the same image, which is not here any more. */
const pythonBefore = (earlier: CsvRecord | undefined, found: InstanceImage | undefined): string | undefined =>
  found !== undefined && earlier?.image_digest === found.digest ? earlier.python : undefined;

/** As much of an evaluation's hash as a table shows. */
export const shortened = (sha256: string | undefined): string | undefined => sha256?.slice(0, 16);

/** What an earlier table says of an instance. */
function rowBefore(
  { task, version }: PatchProblem,
  earlier: CsvRecord,
  knownDefects: readonly KnownDefect[],
): InstanceRow {
  const cell = (name: string): string | undefined => earlier[name] || undefined;
  const ownMb = cell('own_mb');
  const defect = knownDefects.find(({ taskId }) => taskId === task.id);
  const cause = causeOfCells(earlier, defect);
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
    obstacle: cause && { cause, why: cell('why_not') ?? (defect ? noteOn(defect) : '') },
  };
}

/** Both its evaluations are known, of today or of an earlier day. */
export const isEvaluated = ({ gold, empty, earlier }: InstanceRow): boolean =>
  earlier !== undefined || (gold !== undefined && empty !== undefined);

export const isRowSound = ({ obstacle }: Pick<InstanceRow, 'obstacle'>): boolean => obstacle === undefined;

/** The most memory that the evaluation of an instance's gold patch held, in MiB, here or in the earlier table. */
export function peakMemoryOf({ earlier, gold }: InstanceRow): number | undefined {
  if (earlier === undefined) return gold?.peakMemoryMb;
  const cell = earlier.gold_peak_memory_mb ?? '';
  return cell === '' ? undefined : Number(cell);
}

/** How long an instance's evaluation took, here or in the earlier table. */
export const timeOf = ({ earlier, ...row }: InstanceRow, patch: 'gold' | 'empty'): Timed | undefined =>
  earlier === undefined ? row[patch] : timedOfCells(`${patch}_`, earlier);
