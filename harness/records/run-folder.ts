import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { ModelEvent } from '../models/model-events.ts';
import { type ReferenceTime, reconcileReferenceTimes } from '../sandbox/reference-times.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { type LineFile, openLineFile, removeUnfinished, writeAtomically } from '../storage/line-file.ts';
import type { z } from '../storage/schema.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import type { ModelRequest, Usage } from '../types/model.ts';
import {
  type CheckTruth,
  type Grade,
  gradeShape,
  type Identity,
  type Manifest,
  type Trajectory,
  type TrialId,
  trajectoryShape,
  type WholeRun,
} from '../types/record.ts';
import { openCheckFile } from './check-file.ts';
import { openExecutionFile } from './execution-file.ts';
import { manifestFile } from './manifest-shape.ts';
import { type PlannedTrial, planTrials, trialName } from './plan.ts';
import * as records from './records.ts';
import { openRequestFile, REQUESTS_FILE } from './request-file.ts';
import { readManifest } from './stored-run.ts';
import { readStudyOf } from './study-file.ts';

/** A run while it grows. Everything is on disk as soon as it is known; what is known is never done again. */
export interface RunFolder {
  readonly path: string;
  readonly manifest: Manifest;
  readonly executions: ExecutionStore;
  /** Trials that ended as `submitted` or `limit`; an `error` is tried again. */
  finished(trial: PlannedTrial): Trajectory | undefined;
  /** However it ended. */
  ended(trial: TrialId): Trajectory | undefined;
  saveTrial(trial: FinishedTrial, timing: TrialTiming): Promise<void>;
  responseText(sha256: string): string | undefined;
  /** The grade this step has already, `ungraded` ones included. */
  gradeOf(trajectory: Trajectory, step: number): Grade | undefined;
  saveGrade(grade: Grade): Promise<void>;
  /** What this trial's checks were found to be worth; `undefined` when that was not asked yet. */
  checksOf(trajectory: Trajectory): readonly CheckTruth[] | undefined;
  saveChecks(trajectory: Trajectory, checks: readonly CheckTruth[]): Promise<void>;
  /** What calls of earlier sessions of this run used, told or assumed. */
  readonly usedBefore: readonly Usage[];
  /** Keeps on record what happened between the run and its model; written in order. */
  recordEvent(event: ModelEvent): void;
  /** The reference times that hold for this run, given what was measured now; new ones are kept on record. */
  reconcileReferenceTimes(measured: readonly ReferenceTime[]): Promise<readonly ReferenceTime[]>;
  /** Waits until all events are on disk. */
  flushEvents(): Promise<void>;
  /** Puts every file into plan order, so that two equal runs are equal byte for byte, and returns the run. */
  finish(): Promise<WholeRun>;
}

/** A trial that ended, with what it was sent by sample key and every response by its hash. */
interface FinishedTrial {
  readonly trajectory: Trajectory;
  readonly requests: ReadonlyMap<string, ModelRequest>;
  readonly responses: ReadonlyMap<string, string>;
}

interface TrialTiming {
  readonly startedAt: string;
  readonly wallMs: number;
}

const stepName = (trial: string, step: number): string => `${trial} step ${step}`;

/** Opens a run's folder, new or to be resumed. Throws `UsageError` when it holds a run of another identity. */
export async function openRunFolder(path: string, manifest: Manifest): Promise<RunFolder> {
  await mkdir(path, { recursive: true });
  await writeOrCompareManifest(path, manifest);
  await removeUnfinished(path);
  const trajectoryFile = await openLineFile(join(path, 'trajectories.jsonl'), trajectoryShape);
  const gradeFile = await openLineFile(join(path, 'grades.jsonl'), gradeShape);
  const responseFile = await openLineFile(join(path, 'responses.jsonl'), records.responseLine);
  const requestFile = await openRequestFile(join(path, REQUESTS_FILE));
  const checkFile = await openCheckFile(path);
  const timings = await openLineFile(join(path, 'timings.jsonl'), records.timingLine);
  const note = (line: records.TimingLine): Promise<void> => timings.file.append(line);
  const executions = await openExecutionFile(join(path, 'executions.jsonl'), (key, times) =>
    note({ kind: 'execution', key, ...times }),
  );
  // The last line of a trial counts: a resumed one is written after the error it had before.
  const trajectories = new Map(trajectoryFile.lines.map((line) => [trialName(line), line]));
  const grades = new Map(gradeFile.lines.map((line) => [stepName(trialName(line), line.step), line]));
  const responses = new Map(responseFile.lines.map((line) => [line.sha256, line.text]));
  return {
    path,
    manifest,
    usedBefore: parsed(timings.lines, records.spentLine),
    ...createEventLog(note),
    async reconcileReferenceTimes(measured) {
      const earlier = parsed(timings.lines, records.referenceLine);
      const settled = reconcileReferenceTimes(earlier, measured);
      for (const reference of settled) {
        if (!earlier.includes(reference)) await note({ kind: 'reference', ...reference });
      }
      return settled;
    },
    executions,
    finished(trial) {
      const known = trajectories.get(trialName(trial.id));
      return known?.end.status === 'error' ? undefined : known;
    },
    ended: (trial) => trajectories.get(trialName(trial)),
    async saveTrial({ trajectory, requests, responses: newResponses }, timing) {
      await requestFile.save(requests);
      for (const [sha256, text] of newResponses) {
        if (responses.has(sha256)) continue;
        responses.set(sha256, text);
        await responseFile.file.append({ sha256, text });
      }
      trajectories.set(trialName(trajectory), trajectory);
      await trajectoryFile.file.append(trajectory);
      await note({ kind: 'trial', trial: trialName(trajectory), ...timing });
    },
    responseText: (sha256) => responses.get(sha256),
    gradeOf: (trajectory, step) => grades.get(stepName(trialName(trajectory), step)),
    async saveGrade(grade) {
      grades.set(stepName(trialName(grade), grade.step), grade);
      await gradeFile.file.append(grade);
    },
    ...checkFile,
    async finish() {
      const ordered = inPlanOrder(manifest.identity, trajectories);
      const orderedGrades = gradesOf(ordered, grades);
      await trajectoryFile.file.rewrite(ordered);
      await gradeFile.file.rewrite(orderedGrades);
      const checks = await checkFile.finishChecks(ordered);
      await requestFile.finish(ordered);
      await rewriteResponses(responseFile.file, ordered, responses);
      await executions.finish();
      return { manifest, trajectories: ordered, grades: orderedGrades, ...checks, ...(await readStudyOf(path)) };
    },
  };
}

/** Writes files that say what the tasks of a run were, by name. */
export async function writeRunFiles(path: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) await writeAtomically(join(path, name), text);
}

/** Those of the lines that have this shape. */
function parsed<Line>(lines: readonly unknown[], shape: z.ZodType<Line>): Line[] {
  return lines.flatMap((line) => {
    const result = shape.safeParse(line);
    return result.success ? [result.data] : [];
  });
}

function createEventLog(
  note: (line: records.TimingLine) => Promise<void>,
): Pick<RunFolder, 'recordEvent' | 'flushEvents'> {
  let events = Promise.resolve();
  return {
    recordEvent(event) {
      events = Promise.all([events, note(event)]).then(() => undefined);
      // Whoever waits for the end learns of a failure.
      events.catch(() => undefined);
    },
    flushEvents: () => events,
  };
}

async function writeOrCompareManifest(path: string, manifest: Manifest): Promise<void> {
  const existing = await readManifest(path);
  if (existing === undefined) {
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    // What could not be read again is not begun.
    parseJsonText(text, 'this study', manifestFile);
    await writeAtomically(join(path, 'manifest.json'), text);
  } else if (existing.identitySha256 !== manifest.identitySha256) {
    const fields = differingFields(existing.identity, manifest.identity).join(', ');
    throw new UsageError(
      `${path} holds another run: it differs in ${fields}; resume it with its own flags, or give --out`,
    );
  }
}

function differingFields(one: Identity, other: Identity): string[] {
  const fields = Object.keys({ ...one, ...other }) as (keyof Identity)[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

function inPlanOrder(identity: Identity, trajectories: ReadonlyMap<string, Trajectory>): Trajectory[] {
  return planTrials(identity).flatMap(({ id }) => {
    const trajectory = trajectories.get(trialName(id));
    return trajectory === undefined ? [] : [trajectory];
  });
}

function gradesOf(trajectories: readonly Trajectory[], grades: ReadonlyMap<string, Grade>): Grade[] {
  return trajectories.flatMap((trajectory) =>
    trajectory.steps.flatMap(({ index }) => {
      const grade = grades.get(stepName(trialName(trajectory), index));
      return grade === undefined ? [] : [grade];
    }),
  );
}

async function rewriteResponses(
  file: LineFile<records.ResponseLine>,
  trajectories: readonly Trajectory[],
  responses: ReadonlyMap<string, string>,
): Promise<void> {
  const used = new Set(
    trajectories.flatMap((trajectory) =>
      [...trajectory.steps.flatMap((step) => step.calls ?? []), ...trajectory.unfinishedCalls].map(
        (call) => call.responseSha256,
      ),
    ),
  );
  await file.rewrite([...used].map((sha256) => ({ sha256, text: responses.get(sha256) ?? '' })));
}
