import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { FileError, UsageError } from '../errors.ts';
import { checkClaimArtifacts } from '../metrics/claims/claim-artifacts.ts';
import { parseJsonText, readJsonRows } from '../storage/json-lines.ts';
import { type LineReader, openLineReader } from '../storage/line-index.ts';
import { readUtf8 } from '../storage/utf8.ts';
import {
  type Grade,
  gradeShape,
  type Manifest,
  type RecordedTrial,
  type StoredRun,
  type Trajectory,
  trajectoryShape,
  type WholeRun,
} from '../types/record.ts';
import { readChecks } from './check-file.ts';
import { manifestFile } from './manifest-shape.ts';
import { readStudyOf } from './study-file.ts';
import { createTrialIndex, type TrialIndex } from './trial-index.ts';

export const TRAJECTORIES_FILE = 'trajectories.jsonl';
export const GRADES_FILE = 'grades.jsonl';

/** From here on memory counts for more than time: garbage is collected when the heap has grown by half. It is a quarter less memory for 8 % more time. */
const MANY_TRIALS = 200_000;

/**
 * A run in its folder, of any size: every line is checked once, then read again whenever it is asked for. Throws `UsageError` when there is
 * no run, `DataError` for a line that does not fit.
 */
export async function openRun(path: string): Promise<StoredRun> {
  const manifest = await readManifest(path);
  if (manifest === undefined) throw new UsageError(`${path}: expected a run folder with a manifest.json, found none`);
  const index = createTrialIndex(manifest.identity);
  if (index.planned > MANY_TRIALS) setFlagsFromString('--heap-growing-percent=50');
  const [trajectories, grades] = [join(path, TRAJECTORIES_FILE), join(path, GRADES_FILE)];
  for await (const { row, place } of readJsonRows(trajectories, trajectoryShape)) {
    checkClaimArtifacts([row], trajectories);
    index.noteTrial(row, place);
  }
  for await (const { row, place } of readJsonRows(grades, gradeShape)) index.noteGrade(row, place);
  const trials = (taskId?: string) => readTrials(path, index, taskId);
  return { manifest, trials, ...(await readChecks(path, trials())), ...(await readStudyOf(path)) };
}

/** The same with all its records in memory. Throws as `openRun`. */
export async function readRun(path: string): Promise<WholeRun> {
  const { trials, ...run } = await openRun(path);
  const recorded = [...trials()];
  return {
    ...run,
    trajectories: recorded.map(({ trajectory }) => trajectory),
    grades: recorded.flatMap((trial) => [...trial.grades.values()]),
  };
}

export async function readManifest(path: string): Promise<Manifest | undefined> {
  const file = join(path, 'manifest.json');
  if (!existsSync(file)) return undefined;
  return parseJsonText(await readUtf8(file), file, manifestFile, 'as written');
}

function* readTrials(path: string, index: TrialIndex, taskId?: string): Generator<RecordedTrial> {
  const trajectories = openLineReader(join(path, TRAJECTORIES_FILE));
  const grades = openLineReader(join(path, GRADES_FILE));
  try {
    yield* storedTrials(index, trajectories, grades, taskId);
  } finally {
    trajectories.close();
    grades.close();
  }
}

/** The trials whose places an index has, in plan order. Their lines were checked before; throws `FileError` where others stand there now. */
export function* storedTrials(
  index: TrialIndex,
  trajectories: Lines,
  graded: Lines,
  taskId?: string,
): Generator<RecordedTrial> {
  for (const { position, trajectory } of storedTrajectories(index, trajectories, taskId)) {
    const grades = new Map<number, Grade>();
    for (const step of trajectory.steps) {
      const place = index.gradeAt(position, step.index);
      if (place === undefined) continue;
      const grade = parseStored<Grade>(graded.read(place));
      if (grade?.step !== step.index || index.position(grade) !== position) throw changed(GRADES_FILE);
      grades.set(step.index, grade);
    }
    yield { trajectory, grades };
  }
}

type Lines = Pick<LineReader, 'read'>;

/** The same without their grades, each with its place in the plan. */
export function* storedTrajectories(
  index: TrialIndex,
  { read }: Lines,
  taskId?: string,
): Generator<{ readonly position: number; readonly trajectory: Trajectory }> {
  const [from, to] = taskId === undefined ? [0, index.planned] : index.bounds(taskId);
  for (let position = from; position < to; position++) {
    const place = index.trialAt(position);
    if (place === undefined) continue;
    const trajectory = parseStored<Trajectory>(read(place));
    if (trajectory === undefined || index.position(trajectory) !== position) throw changed(TRAJECTORIES_FILE);
    yield { position, trajectory };
  }
}

function parseStored<Line>(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}

const changed = (name: string): FileError =>
  new FileError(`${name} of the run folder was written anew while it was read; run the command again`);
