import { join } from 'node:path';
import { parseJsonText } from '../storage/json-lines.ts';
import { indexLines, type LinePlace, openLineReader } from '../storage/line-index.ts';
import {
  type Grade,
  gradeShape,
  type Manifest,
  type Trajectory,
  trajectoryShape,
  type WholeRun,
} from '../types/record.ts';

/** How a step came out, as far as lists show it. */
export interface StepOutcome {
  readonly status: 'solved' | 'unsolved' | 'ungraded';
  readonly reason: string | undefined;
}

/** How a trial began and ended. */
export interface TrialOutcome {
  readonly condition: string;
  readonly taskId: string;
  readonly sample: number;
  readonly kRun: number | undefined;
  firstStep: number;
  lastStep: number;
  first: StepOutcome;
  last: StepOutcome;
}

/** Where a run's records stand in its files, by task, and how its trials came out. Holds no record. */
export interface RunIndex {
  readonly outcomes: ReadonlyMap<string, readonly TrialOutcome[]>;
  /** The records of one task as a run of its own. */
  taskRun(taskId: string): WholeRun;
}

const TEXT = '"((?:[^"\\\\]|\\\\.)*)"';
const TRIAL = `^\\{"condition":${TEXT},"taskId":${TEXT},"sample":(\\d+)(?:,"kRun":(\\d+))?`;
const TRAJECTORY_HEAD = new RegExp(`${TRIAL},`);
const GRADE_HEAD = new RegExp(
  `${TRIAL},"step":(\\d+),"outcome":\\{"status":"(solved|unsolved|ungraded)"(?:,"reason":${TEXT})?`,
);

/** Lines whose beginning is not as this harness writes it: they are read whole. */
const OTHER = '\0';

/** Reads the beginnings of all lines of a run's records, once through the files, whatever their size. */
export async function indexRun(path: string, manifest: Manifest): Promise<RunIndex> {
  const [trajectoryPath, gradePath] = [join(path, 'trajectories.jsonl'), join(path, 'grades.jsonl')];
  const trajectories = await indexLines(trajectoryPath, (head) => taskOf(TRAJECTORY_HEAD.exec(head)));
  const trials = new Map<string, TrialOutcome>();
  const note = (
    grade: Omit<TrialOutcome, 'firstStep' | 'lastStep' | 'first' | 'last'>,
    step: number,
    outcome: StepOutcome,
  ) => {
    const name = JSON.stringify([grade.taskId, grade.condition, grade.sample, grade.kRun]);
    const known = trials.get(name);
    if (known === undefined) {
      trials.set(name, { ...grade, firstStep: step, lastStep: step, first: outcome, last: outcome });
      return;
    }
    if (step <= known.firstStep) [known.firstStep, known.first] = [step, outcome];
    if (step >= known.lastStep) [known.lastStep, known.last] = [step, outcome];
  };
  const grades = await indexLines(gradePath, (head) => {
    const found = GRADE_HEAD.exec(head);
    const taskId = taskOf(found);
    if (found === null || taskId === OTHER) return OTHER;
    const [, condition = '', , sample, kRun, step, status = '', reason] = found;
    const id = {
      condition: textOf(condition),
      taskId,
      sample: Number(sample),
      kRun: kRun === undefined ? undefined : Number(kRun),
    };
    note(id, Number(step), { status: statusOf(status), reason: reason === undefined ? undefined : textOf(reason) });
    return taskId;
  });
  for (const grade of readAll(gradePath, grades.lines.get(OTHER), gradeShape)) {
    const { condition, taskId, sample, kRun, step, outcome } = grade;
    note({ condition, taskId, sample, kRun }, step, {
      status: outcome.status,
      reason: outcome.status === 'solved' ? undefined : outcome.reason,
    });
  }
  const places = (index: typeof grades, taskId: string) => [
    ...(index.lines.get(taskId) ?? []),
    ...(index.lines.get(OTHER) ?? []),
  ];
  return {
    outcomes: Map.groupBy(trials.values(), ({ taskId }) => taskId),
    taskRun(taskId) {
      const isOwn = (one: Trajectory | Grade) => one.taskId === taskId;
      return {
        manifest: { ...manifest, identity: { ...manifest.identity, taskIds: [taskId] } },
        trajectories: readAll(trajectoryPath, places(trajectories, taskId), trajectoryShape).filter(isOwn),
        grades: readAll(gradePath, places(grades, taskId), gradeShape).filter(isOwn),
      };
    },
  };
}

function readAll<T>(
  path: string,
  places: readonly LinePlace[] = [],
  shape: Parameters<typeof parseJsonText<T>>[2],
): T[] {
  if (places.length === 0) return [];
  const reader = openLineReader(path);
  try {
    return places.map((place) => parseJsonText(reader.read(place), path, shape, 'as written'));
  } finally {
    reader.close();
  }
}

const taskOf = (found: RegExpExecArray | null): string => (found === null ? OTHER : textOf(found[2] ?? ''));

/** A JSON text whose bytes were read as Latin-1. */
function textOf(raw: string): string {
  if (!/[\\\x80-\xff]/.test(raw)) return raw;
  return JSON.parse(`"${Buffer.from(raw, 'latin1').toString('utf8')}"`);
}

const statusOf = (status: string): StepOutcome['status'] =>
  status === 'solved' || status === 'unsolved' ? status : 'ungraded';
