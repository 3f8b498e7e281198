import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { kindOf } from '../kinds/kinds.ts';
import { inDrawnOrder } from '../loading/select.ts';
import type { Recording } from '../models/recorded/read-recording.ts';
import {
  packLines,
  type RecordedAnswer,
  type RecordedVerdict,
  type RecordingFacts,
  type RecordingManifest,
  SUMS_FILE,
  sumsOf,
} from '../models/recorded/recording-files.ts';
import { planTrials, trialName } from '../records/plan.ts';
import { executionLine, responseLine } from '../records/records.ts';
import { readRun } from '../records/run-folder.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { readLines, writeAtomically } from '../storage/line-file.ts';
import { claimsReport } from '../types/claim-artifacts.ts';
import type { Evaluator, SuiteName } from '../types/evaluator.ts';
import type { Execution, Sandbox } from '../types/execution.ts';
import type { CallRecord, ConditionIdentity, Run, Step, Trajectory } from '../types/record.ts';
import { builtInVerifier } from '../verifiers/built-in.ts';
import { readOutOfTime } from './out-of-time.ts';

/** A recording is committed: the repository stays small. */
const MOST_BYTES = 3_000_000;

interface WriteOptions {
  /** Where the dataset's files are. */
  readonly environment: Environment;
  readonly study: string;
  /** The folder that holds recordings. */
  readonly into: string;
  /** Run folders of one model and dataset; the first gives a replay its defaults. */
  readonly runs: readonly string[];
  readonly facts: RecordingFacts;
  /** Whose verifier texts stand in the prompts of a run that recorded what was missing in it. */
  readonly previous?: Recording;
}

export interface WrittenRecording {
  readonly path: string;
  readonly bytes: number;
  readonly manifest: RecordingManifest;
}

interface Pieces {
  readonly answers: Map<string, RecordedAnswer>;
  readonly verdicts: Map<string, RecordedVerdict>;
}

/**
 * Packs runs, finished or not, into a recording. Of each run come the tasks before the first one that is not complete in every arm: of
 * a run in drawn order these are a random sample, whenever it is packed. Equal runs give equal bytes. Throws `UsageError` when no
 * task is complete, runs do not belong together, or it would be larger than 3 MB.
 */
export async function writeRecording(options: WriteOptions): Promise<WrittenRecording> {
  const runs = await Promise.all(options.runs.map(readRun));
  const [first] = runs;
  if (first === undefined) throw new UsageError('expected a run folder to pack');
  const pieces: Pieces = { answers: new Map(), verdicts: new Map() };
  const evaluators = await evaluatorsOf(first, options.environment);
  const complete = runs.map((run) => completeTasks(sameStudy(run, first)));
  for (const [index, run] of runs.entries()) {
    const { previous } = options;
    await gather(
      run,
      { folder: options.runs[index] ?? '', complete: new Set(complete[index]), evaluators, previous },
      pieces,
    );
  }
  if (pieces.answers.size === 0)
    throw new UsageError(`${options.runs.join(', ')}: no task is complete in every arm; go on recording`);
  const manifest = manifestOf(options, runs, complete, drawnOf(first, complete[0] ?? [], evaluators), pieces);
  const files = new Map<string, Buffer>([
    ['manifest.json', Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)],
    ['responses.jsonl.gz', packLines(sorted(pieces.answers))],
    ['verdicts.jsonl.gz', packLines(sorted(pieces.verdicts))],
  ]);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes > MOST_BYTES) {
    throw new UsageError(`the recording would have ${bytes} bytes, at most ${MOST_BYTES} are allowed; record fewer`);
  }
  const path = join(options.into, options.study);
  await mkdir(path, { recursive: true });
  for (const [name, content] of [...files, [SUMS_FILE, sumsOf(files)] as const]) {
    await writeAtomically(join(path, name), content);
  }
  return { path, bytes, manifest };
}

const sorted = <T>(pieces: ReadonlyMap<string, T & object>): (T & object)[] =>
  [...pieces].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, piece]) => piece);

function sameStudy(run: Run, first: Run): Run {
  const { identity, isSimulated } = run.manifest;
  if (isSimulated || identity.recording !== undefined) {
    throw new UsageError('expected a run of a real model: a recording holds real answers only');
  }
  for (const field of ['model', 'dataset', 'datasetSha256'] as const) {
    if (identity[field] === first.manifest.identity[field]) continue;
    throw new UsageError(`runs of one study have one ${field}: ${identity[field]}, ${first.manifest.identity[field]}`);
  }
  return run;
}

/** The run's tasks before the first one with a trial that is missing or ended in an error. */
function completeTasks({ manifest: { identity }, trajectories }: Run): readonly string[] {
  const done = new Set(trajectories.filter(({ end }) => end.status !== 'error').map(trialName));
  const open = planTrials(identity).find(({ id }) => !done.has(trialName(id)));
  return open === undefined ? identity.taskIds : identity.taskIds.slice(0, identity.taskIds.indexOf(open.id.taskId));
}

/** Of how many tasks these are the first that the run's seed draws; `undefined` where they were chosen otherwise. */
function drawnOf(
  { manifest: { identity } }: Run,
  taskIds: readonly string[],
  evaluators: readonly Evaluator[],
): number | undefined {
  const drawn = inDrawnOrder(evaluators, identity.seed).slice(0, taskIds.length);
  return drawn.every(({ task }, position) => task.id === taskIds[position]) ? evaluators.length : undefined;
}

/** What reads the records of a run's kind of task. Throws `UsageError` where no recording can be made of it. */
async function evaluatorsOf({ manifest: { identity } }: Run, environment: Environment): Promise<readonly Evaluator[]> {
  const { recording } = await kindOf(identity.dataset);
  if ('whyNot' in recording) throw new UsageError(`${identity.dataset} ${recording.whyNot}`);
  return recording.evaluators(identity, environment);
}

interface GatherParts {
  readonly folder: string;
  /** Tasks that are packed. */
  readonly complete: ReadonlySet<string>;
  readonly evaluators: readonly Evaluator[];
  readonly previous: Recording | undefined;
}

async function gather(run: Run, parts: GatherParts, { answers, verdicts }: Pieces): Promise<void> {
  const { folder, complete } = parts;
  const responses = await readLines(join(folder, 'responses.jsonl'), responseLine);
  const texts = new Map(responses.map(({ sha256, text }) => [sha256, text]));
  const verdictsOf = await verdictReader(run, parts);
  for (const trajectory of run.trajectories) {
    if (!complete.has(trajectory.taskId)) continue;
    for (const call of callsIn(trajectory)) {
      const text = texts.get(call.responseSha256);
      if (text === undefined) throw new UsageError(`${folder}: the answer ${call.responseSha256} is missing`);
      answers.set(call.key, toAnswer(call, text));
    }
    const told = trajectory.steps.flatMap((step) => [
      ...verdictsOf(trajectory, step, texts),
      ...recordedReport(trajectory, step),
    ]);
    for (const verdict of told) {
      verdicts.set(verdict.program, { ...verdict, ...verdicts.get(verdict.program) });
    }
  }
}

const callsIn = ({ steps, unfinishedCalls }: Trajectory): CallRecord[] => [
  ...steps.flatMap(({ calls = [] }) => calls),
  ...unfinishedCalls,
];

function toAnswer({ key, finishReason, rawFinishReason, usage }: CallRecord, text: string): RecordedAnswer {
  return {
    key,
    text,
    finishReason,
    ...(rawFinishReason === undefined ? {} : { rawFinishReason }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** What the suites a step was run against showed, taken from the run's executions; of what was not run, nothing. */
async function verdictReader(run: Run, { folder, evaluators, previous }: GatherParts) {
  const { identity } = run.manifest;
  const byTask = new Map(evaluators.map((evaluator) => [evaluator.task.id, evaluator]));
  const arms = new Map(identity.conditions.map((arm) => [arm.name, arm]));
  const lines = await readLines(join(folder, 'executions.jsonl'), executionLine);
  const executions = new Map(lines.map(({ key, execution }) => [key, execution]));
  const wasOutOfTime = await readOutOfTime(folder, identity.limits);
  return ({ taskId, condition }: Trajectory, step: Step, texts: ReadonlyMap<string, string>): RecordedVerdict[] => {
    const evaluator = byTask.get(taskId);
    if (evaluator?.programSha256 === undefined || step.candidate === undefined) return [];
    const { gradedSha256, programSha256 } = evaluator;
    const suiteTold = suiteToldBy(arms.get(condition));
    const field = arms.get(condition)?.feedback ?? 'feedback';
    const ofOne = (candidate: string) =>
      (suiteTold === 'public' ? BOTH : GRADING).flatMap(({ kind, suite }): RecordedVerdict[] => {
        const told = suiteTold === kind;
        const program = programSha256(candidate, suite);
        const before = previous?.verdictOn(program);
        if (before !== undefined && (before[field] !== undefined || !told)) return [before];
        const key = gradedSha256(candidate, suite);
        const execution = executions.get(key);
        if (execution === undefined) return [];
        const timeFactor = evaluator.timeFactor?.(suite);
        const isOutOfTime = timeFactor !== undefined && wasOutOfTime(key, execution, taskId, timeFactor);
        const made = toVerdict(evaluator, execution, { program, kind, told: told ? field : undefined, isOutOfTime });
        return [{ ...made, ...before }];
      });
    return [...new Set([...drawnIn(step, texts, evaluator), step.candidate])].flatMap(ofOne);
  };
}

/** The suite whose failures a loop is told; a verifier of the condition's own may run the one that it says it sees. */
function suiteToldBy(arm: ConditionIdentity | undefined): RecordedVerdict['suite'] | undefined {
  if (arm === undefined) return undefined;
  const isTold = arm.verifier.endsWith('-tests') || builtInVerifier(arm.verifier) === undefined;
  if (!isTold || arm.verifier === 'generated-tests') return undefined;
  return arm.oracle ? 'grading' : 'public';
}

/** Candidates of a step that were drawn and not kept: an arm may judge several in a round. */
function drawnIn({ calls = [] }: Step, texts: ReadonlyMap<string, string>, { extract }: Evaluator): string[] {
  const draws = calls.filter(({ role }) => role === 'generate');
  return draws.length < 2 ? [] : draws.map(({ responseSha256 }) => extract(texts.get(responseSha256) ?? '').text);
}

/** What the loop was told of its claims, unless it was lied to: what would be told again is what was found. */
function recordedReport({ taskId }: Trajectory, step: Step): RecordedVerdict[] {
  const { verdict, faults = [] } = step;
  const report = claimsReport.in(step);
  if (report === undefined || report.checks.length === 0 || faults.some(({ kind }) => kind === 'lie')) return [];
  const status = verdict?.status === 'accept' ? 'accept' : 'reject';
  const feedback = JSON.stringify(report);
  return [{ program: report.inputSha256, taskId, suite: 'generated', status, assertions: '', feedback }];
}

/** A suite as a recording and as an evaluator calls it. */
interface RecordedSuite {
  readonly kind: RecordedVerdict['suite'];
  readonly suite: SuiteName;
}

const GRADING: readonly RecordedSuite[] = [{ kind: 'grading', suite: 'hidden' }];
const BOTH: readonly RecordedSuite[] = [{ kind: 'public', suite: 'public' }, ...GRADING];

function toVerdict(
  { task, describe, asPublished }: Evaluator,
  execution: Execution,
  {
    program,
    kind,
    told,
    isOutOfTime,
  }: Pick<RecordedVerdict, 'program'> & {
    readonly isOutOfTime: boolean;
    readonly kind: RecordedVerdict['suite'];
    /** In which form a loop was told of it, if one was. */
    readonly told: 'feedback' | 'traceback' | undefined;
  },
): RecordedVerdict {
  return {
    program,
    taskId: task.id,
    suite: kind,
    status: execution.outcome.status === 'solved' ? 'accept' : 'reject',
    assertions: execution.assertions,
    ...(isOutOfTime ? { isOutOfTime } : {}),
    ...(told === 'feedback' ? { feedback: describe(execution) } : {}),
    ...(told === 'traceback' && asPublished ? { traceback: asPublished.describe(execution) } : {}),
  };
}

function manifestOf(
  { study, facts }: WriteOptions,
  runs: readonly Run[],
  complete: readonly (readonly string[])[],
  drawnFrom: number | undefined,
  { answers, verdicts }: Pieces,
): RecordingManifest {
  const [first, ...others] = runs.map(({ manifest }) => manifest);
  if (first === undefined) throw new Error('a recording has a run');
  const kinds = runs.map(({ manifest }) => manifest.provenance.sandbox as Sandbox['kind']);
  const taskIds = complete[0] ?? [];
  return {
    version: 1,
    study,
    date: String(first.provenance.startedAt ?? '').slice(0, 10),
    ...facts,
    identity: { ...first.identity, taskIds },
    ...(drawnFrom === undefined ? {} : { drawnOf: drawnFrom }),
    also: others.map(({ identity: { conditions, samples } }, index) => ({
      conditions: conditions.map(({ name }) => name),
      samples,
      tasks: complete[index + 1]?.length ?? 0,
    })),
    tasksLeftOut: first.identity.taskIds.length - taskIds.length,
    answers: answers.size,
    programs: verdicts.size,
    sandboxes: [...new Set(kinds)].sort(),
  };
}
