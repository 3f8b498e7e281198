import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { ModelEvent } from '../models/model-events.ts';
import { type ReferenceTime, reconcileReferenceTimes } from '../sandbox/reference-times.ts';
import { createHashNumbers } from '../storage/hash-numbers.ts';
import { type HashedFile, openHashedFile } from '../storage/hashed-lines.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { openLines, removeUnfinished, writeAtomically } from '../storage/line-file.ts';
import { openLineReader } from '../storage/line-index.ts';
import type { z } from '../storage/schema.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import type { ModelRequest, Usage } from '../types/model.ts';
import {
  type CheckTruth,
  type Grade,
  gradeShape,
  type Identity,
  type Manifest,
  type RecordedTrial,
  type StoredRun,
  type Trajectory,
  type TrialId,
  trajectoryShape,
} from '../types/record.ts';
import { openCheckFile } from './check-file.ts';
import { openExecutionFile } from './execution-file.ts';
import { manifestFile } from './manifest-shape.ts';
import { type PlannedTrial, trialName } from './plan.ts';
import * as records from './records.ts';
import { openRequestFile, REQUESTS_FILE } from './request-file.ts';
import {
  GRADES_FILE,
  openRun,
  readManifest,
  storedTrajectories,
  storedTrials,
  TRAJECTORIES_FILE,
} from './stored-run.ts';
import { createTrialIndex } from './trial-index.ts';

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
  /** What calls of earlier sessions of this run used together, told or assumed: of the model, and of one that answers for a critic. */
  readonly usedBefore: readonly records.Spent[];
  /** Keeps on record what happened between the run and its model; written in order. */
  recordEvent(event: ModelEvent): void;
  /** The reference times that hold for this run, given what was measured now; new ones are kept on record. */
  reconcileReferenceTimes(measured: readonly ReferenceTime[]): Promise<readonly ReferenceTime[]>;
  /** Waits until all events are on disk. */
  flushEvents(): Promise<void>;
  /** Puts every file into plan order, so that two equal runs are equal byte for byte, and returns the run. */
  finish(): Promise<StoredRun>;
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

/** Opens a run's folder, new or to be resumed. Throws `UsageError` when it holds a run of another identity. */
export async function openRunFolder(path: string, manifest: Manifest): Promise<RunFolder> {
  await mkdir(path, { recursive: true });
  await writeOrCompareManifest(path, manifest);
  await removeUnfinished(path);
  const [trajectoryPath, gradePath] = [join(path, TRAJECTORIES_FILE), join(path, GRADES_FILE)];
  const index = createTrialIndex(manifest.identity);
  const trajectoryFile = await openLines(trajectoryPath, trajectoryShape, index.noteTrial);
  const gradeFile = await openLines(gradePath, gradeShape, index.noteGrade);
  const responses = await openHashedFile(
    join(path, 'responses.jsonl'),
    records.responseLine,
    ({ sha256: hash }) => hash,
  );
  const requestFile = await openRequestFile(join(path, REQUESTS_FILE));
  const checkFile = await openCheckFile(path);
  const earlier: ReferenceTime[] = [];
  const used = new Map<boolean, Usage>();
  const timings = await openLines(join(path, 'timings.jsonl'), records.timingLine, (line) => {
    for (const { isCritic, usage } of parsed(line, records.spentLine))
      used.set(isCritic, plusUsage(used.get(isCritic), usage));
    earlier.push(...parsed(line, records.referenceLine));
  });
  const note = async (line: records.TimingLine): Promise<void> => {
    await timings.append(line);
  };
  const executions = await openExecutionFile(join(path, 'executions.jsonl'), (key, times) =>
    note({ kind: 'execution', key, ...times }),
  );
  const [trajectoryLines, gradeLines] = [openLineReader(trajectoryPath), openLineReader(gradePath)];
  const ended = (trial: TrialId): Trajectory | undefined => {
    const place = index.trialAt(index.position(trial) ?? NOWHERE);
    return place && (JSON.parse(trajectoryLines.read(place)) as Trajectory);
  };
  return {
    path,
    manifest,
    usedBefore: Array.from(used, ([isCritic, usage]) => ({ isCritic, usage })),
    ...createEventLog(note),
    async reconcileReferenceTimes(measured) {
      const settled = reconcileReferenceTimes(earlier, measured);
      for (const reference of settled) {
        if (!earlier.includes(reference)) await note({ kind: 'reference', ...reference });
      }
      return settled;
    },
    executions,
    finished(trial) {
      const known = ended(trial.id);
      return known?.end.status === 'error' ? undefined : known;
    },
    ended,
    async saveTrial({ trajectory, requests, responses: answers }, timing) {
      await requestFile.save(requests);
      for (const [sha256, text] of answers) if (!responses.has(sha256)) await responses.add({ sha256, text });
      index.noteTrial(trajectory, await trajectoryFile.append(trajectory));
      await note({ kind: 'trial', trial: trialName(trajectory), ...timing });
    },
    responseText: (sha256) => responses.get(sha256)?.text,
    gradeOf(trajectory, step) {
      const place = index.gradeAt(index.position(trajectory) ?? NOWHERE, step);
      return place && (JSON.parse(gradeLines.read(place)) as Grade);
    },
    async saveGrade(grade) {
      index.noteGrade(grade, await gradeFile.append(grade));
    },
    ...checkFile,
    async finish() {
      // Lines are read at their places until both files are replaced.
      const trajectories = { [Symbol.iterator]: () => trajectoriesOf(index, trajectoryLines) };
      await checkFile.finishChecks(trajectories);
      await requestFile.finish(trajectories);
      await responses.finish(responsesOf(trajectories, responses));
      await executions.finish();
      await gradeFile.rewrite(gradesOf(storedTrials(index, trajectoryLines, gradeLines)));
      await trajectoryFile.rewrite(trajectories);
      for (const lines of [trajectoryLines, gradeLines]) lines.close();
      return openRun(path);
    },
  };
}

/** No trial is planned there. */
const NOWHERE = -1;

function* trajectoriesOf(...stored: Parameters<typeof storedTrajectories>): Generator<Trajectory> {
  for (const { trajectory } of storedTrajectories(...stored)) yield trajectory;
}

function* gradesOf(trials: Iterable<RecordedTrial>): Generator<Grade> {
  for (const { grades } of trials) yield* grades.values();
}

/** Those that a call got, each at its first. */
function* responsesOf(
  trajectories: Iterable<Trajectory>,
  responses: HashedFile<records.ResponseLine>,
): Generator<string> {
  const written = createHashNumbers();
  for (const { steps, unfinishedCalls } of trajectories) {
    for (const { responseSha256: sha256 } of [...steps.flatMap(({ calls = [] }) => calls), ...unfinishedCalls]) {
      if (written.find(sha256) !== undefined) continue;
      written.of(sha256);
      yield JSON.stringify(responses.get(sha256) ?? { sha256, text: '' });
    }
  }
}

/** Writes files that say what the tasks of a run were, by name. */
export async function writeRunFiles(path: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) await writeAtomically(join(path, name), text);
}

/** Tokens of both; those that one of them does not tell are none. */
function plusUsage(one: Usage = { inputTokens: 0, outputTokens: 0 }, other: Usage): Usage {
  const sum = (a = 0, b = 0): number => a + b;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: sum(one.cachedInputTokens, other.cachedInputTokens),
    reasoningTokens: sum(one.reasoningTokens, other.reasoningTokens),
  };
}

/** The line where it has this shape. */
function parsed<Line>(line: unknown, shape: z.ZodType<Line>): Line[] {
  const result = shape.safeParse(line);
  return result.success ? [result.data] : [];
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
