import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Recording } from '../models/recorded/read-recording.ts';
import type { RecordedAnswer, RecordedVerdict } from '../models/recorded/recording-files.ts';
import { executionLine, responseLine } from '../records/records.ts';
import { readLines } from '../storage/line-file.ts';
import type { KeptRecords } from '../tasks/task-setup.ts';
import { claimsReport } from '../types/claim-artifacts.ts';
import { codegradReview, codegradUpdate } from '../types/codegrad.ts';
import { consistencyChecks } from '../types/consistency.ts';
import { resultOf } from '../types/consistency-rules.ts';
import type { Evaluator, SuiteName } from '../types/evaluator.ts';
import type { Execution } from '../types/execution.ts';
import type { CallRecord, ConditionIdentity, Step, Trajectory, WholeRun } from '../types/record.ts';
import { searchStep } from '../types/search.ts';
import { builtInVerifier } from '../verifiers/built-in.ts';
import { readOutOfTime } from './out-of-time.ts';

/** What a recording holds: answers by sample key, verdicts by program. */
export interface Pieces {
  readonly answers: Map<string, RecordedAnswer>;
  readonly verdicts: Map<string, RecordedVerdict>;
}

interface GatherParts {
  readonly folder: string;
  /** Tasks that are packed. */
  readonly complete: ReadonlySet<string>;
  readonly evaluators: readonly Evaluator[];
  readonly previous: Recording | undefined;
  /** Where the run folder does not hold what was executed. */
  readonly kept: KeptRecords | undefined;
}

/** Adds a run's answers, and what its suites showed, of the tasks that are packed. Throws `UsageError` where an answer is missing. */
export async function gatherPieces(run: WholeRun, parts: GatherParts, { answers, verdicts }: Pieces): Promise<void> {
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
    for (const step of trajectory.steps) {
      const told = [
        ...(await verdictsOf(trajectory, step, texts)),
        ...recordedReport(trajectory, step),
        ...recordedTools(trajectory, step),
        ...recordedCounts(trajectory, step),
        ...recordedRuns(trajectory, step),
      ];
      for (const verdict of told) verdicts.set(verdict.program, { ...verdict, ...verdicts.get(verdict.program) });
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
async function verdictReader(run: WholeRun, { folder, evaluators, previous, kept }: GatherParts) {
  const { identity } = run.manifest;
  const byTask = new Map(evaluators.map((evaluator) => [evaluator.task.id, evaluator]));
  const arms = new Map(identity.conditions.map((arm) => [arm.name, arm]));
  const lines = await readLines(join(folder, 'executions.jsonl'), executionLine);
  const executions = new Map(lines.map(({ key, execution }) => [key, execution]));
  const wasOutOfTime = await readOutOfTime(folder, identity.limits);
  return async (
    { taskId, condition }: Trajectory,
    step: Step,
    texts: ReadonlyMap<string, string>,
  ): Promise<RecordedVerdict[]> => {
    const evaluator = byTask.get(taskId);
    if (evaluator?.programSha256 === undefined || step.candidate === undefined) return [];
    const { gradedSha256, programSha256 } = evaluator;
    const suiteTold = suiteToldBy(arms.get(condition));
    const field = arms.get(condition)?.feedback ?? 'feedback';
    const ofOne = async (candidate: string, { kind, suite }: RecordedSuite): Promise<RecordedVerdict[]> => {
      const told = suiteTold === kind;
      const program = programSha256(candidate, suite);
      const before = previous?.verdictOn(program);
      if (before !== undefined && (before[field] !== undefined || !told)) return [before];
      const key = gradedSha256(candidate, suite);
      const execution = kept === undefined ? executions.get(key) : await kept.executionOf(taskId, candidate, suite);
      if (execution === undefined) return [];
      const timeFactor = evaluator.timeFactor?.(suite);
      const isOutOfTime = timeFactor !== undefined && wasOutOfTime(key, execution, taskId, timeFactor);
      const made = toVerdict(evaluator, execution, { program, kind, told: told ? field : undefined, isOutOfTime });
      return [{ ...made, ...before }, ...gradeOf(candidate, evaluator, executions)];
    };
    const drafts = [codegradUpdate.in(step)?.draft ?? ''].filter((draft) => draft.trim() !== '');
    const candidates = new Set([...drawnIn(step, texts, evaluator), step.candidate, ...drafts]);
    const found: RecordedVerdict[] = [];
    for (const candidate of candidates)
      for (const suite of suiteTold === 'public' ? BOTH : GRADING) found.push(...(await ofOne(candidate, suite)));
    return found;
  };
}

/** A grade that asks more than a loop is told, where one was made. */
function gradeOf(
  candidate: string,
  { gradeApart, task }: Evaluator,
  executions: ReadonlyMap<string, Execution>,
): RecordedVerdict[] {
  const execution = gradeApart && executions.get(gradeApart.executionKey(candidate));
  if (gradeApart === undefined || execution === undefined) return [];
  const { outcome, assertions } = execution;
  const status = outcome.status === 'solved' ? 'accept' : 'reject';
  return [{ program: gradeApart.programSha256(candidate), taskId: task.id, suite: 'grading', status, assertions }];
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

/** What tools said of a triple and of what was rebuilt from it. */
function recordedTools({ taskId }: Trajectory, step: Step): RecordedVerdict[] {
  return (consistencyChecks.in(step) ?? []).flatMap(({ asked, evidence }) => {
    if (asked === undefined) return [];
    const status = resultOf(evidence, 'strict') === 'pass' ? 'accept' : 'reject';
    return [{ program: asked, taskId, suite: 'tool', status, assertions: '', feedback: JSON.stringify(evidence) }];
  });
}

/** What a prover counted of a step of a search. */
function recordedCounts({ taskId }: Trajectory, step: Step): RecordedVerdict[] {
  const found = searchStep.in(step);
  if (found === undefined) return [];
  const { asked, counted } = found;
  const isProved = counted.status === 'counted' && counted.unverified === 0 && counted.errors === 0;
  const status = isProved ? 'accept' : 'reject';
  return [{ program: asked, taskId, suite: 'tool', status, assertions: '', feedback: JSON.stringify(counted) }];
}

/** What running programs showed a critic. What was turned round on purpose was not found. */
function recordedRuns({ taskId }: Trajectory, step: Step): RecordedVerdict[] {
  if (step.faults?.some(({ kind }) => kind === 'review' || kind === 'gate')) return [];
  const reviews = [codegradReview.in(step), codegradUpdate.in(step)?.seen].filter((one) => one !== undefined);
  return reviews.flatMap(({ asked, runs, axes }) => {
    if (asked === undefined) return [];
    const findings = axes.map(({ claim: _, ...finding }) => finding);
    const feedback = JSON.stringify(runs ?? findings);
    const status = axes.some(({ verdict }) => verdict === 'FAIL') ? 'reject' : 'accept';
    return [{ program: asked, taskId, suite: 'tool', status, assertions: '', feedback }];
  });
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
