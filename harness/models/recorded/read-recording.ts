import { join } from 'node:path';
import { sha256 } from '../../storage/hash.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { type ClaimsReport, claimsReportShape } from '../../types/claims.ts';
import type { Sandbox } from '../../types/execution.ts';
import type { ResponseStore } from '../stored/sampling.ts';
import {
  answerLine,
  DATASET_FILE,
  FILES,
  manifestFile,
  programSha256,
  type RecordedAnswer,
  type RecordedVerdict,
  type RecordingManifest,
  unpackLines,
  verdictLine,
} from './recording-files.ts';
import { findRecording, readCheckedFiles } from './recording-folder.ts';

/** A recording of a real model, checked against its sums and read whole. */
export interface Recording {
  readonly path: string;
  readonly manifest: RecordingManifest;
  /** Its files as they lie there, by name: those that only some kinds of task have among them. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Of a built dataset: where it lies. */
  readonly datasetFile?: string;
  /** Of its list of sums. */
  readonly contentSha256: string;
  /** Its answers; nothing is ever put into it. */
  readonly store: ResponseStore;
  /** What running a candidate against a suite showed when it was recorded; by `Evaluator.programSha256`. */
  verdictOn(program: string): RecordedVerdict | undefined;
  /** What a loop was told of its claims. */
  reportOn(inputSha256: string): ClaimsReport | undefined;
  /** Whether exactly this program ran against exactly these tests in isolation when it was recorded. */
  ranIsolated(job: Parameters<typeof programSha256>[0]): boolean;
  /** How far it came, letter by letter, where a clock ended exactly this program on exactly these tests. */
  timedOutAt(job: Parameters<typeof programSha256>[0]): string | undefined;
  /** How many programs a clock ended. */
  readonly timedOut: number;
  /** Whether this check of a claim ran on a candidate of the task in isolation when it was recorded. */
  ranCheckIsolated(taskId: string, source: string): boolean;
}

/**
 * Reads `recorded:<study>`, or `recorded:<folder>` where it holds a slash. Throws `UsageError` when there is none, listing
 * those there are, and `DataError` when a byte of it was altered.
 */
export async function readRecording(modelId: string): Promise<Recording> {
  return readRecordingFolder(findRecording(modelId, 'study'));
}

/** Reads the recording in a folder. Throws `DataError` when a byte of it was altered. */
export async function readRecordingFolder(path: string): Promise<Recording> {
  const { files, contentSha256 } = await readCheckedFiles(path, FILES);
  const lines = (file: string): Buffer => files.get(file) ?? Buffer.alloc(0);
  const manifestText = lines('manifest.json').toString('utf8');
  const manifest = parseJsonText(manifestText, join(path, 'manifest.json'), manifestFile, 'as written');
  const answers = unpackLines(lines('responses.jsonl.gz'), join(path, 'responses.jsonl.gz'), answerLine);
  const verdicts = unpackLines(lines('verdicts.jsonl.gz'), join(path, 'verdicts.jsonl.gz'), verdictLine);
  const byProgram = new Map(verdicts.map((verdict) => [verdict.program, verdict]));
  const wasIsolated = isIsolated(manifest);
  const checks = recordedChecks(verdicts, path);
  const timedOut = new Map(
    verdicts.flatMap(({ isOutOfTime, program, assertions }) => (isOutOfTime ? [[program, assertions] as const] : [])),
  );
  return {
    path,
    manifest,
    contentSha256,
    files,
    ...(files.has(DATASET_FILE) && { datasetFile: join(path, DATASET_FILE) }),
    store: storeOf(answers),
    verdictOn: (program) => byProgram.get(program),
    reportOn: (inputSha256) => toReport(byProgram.get(inputSha256), path),
    ranIsolated: (job) => wasIsolated && byProgram.has(programSha256(job)),
    timedOutAt: (job) => (timedOut.size === 0 ? undefined : timedOut.get(programSha256(job))),
    timedOut: timedOut.size,
    ranCheckIsolated: (taskId, source) => wasIsolated && checks().has(sha256(`${taskId}\n${source}`)),
  };
}

/** Recorded answers, by their keys. */
export function storeOf(answers: readonly RecordedAnswer[]): ResponseStore {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  return {
    async get(key) {
      const answer = byKey.get(key);
      if (answer === undefined) return undefined;
      const { text, finishReason, rawFinishReason, usage } = answer;
      return { text, finishReason, rawFinishReason, usage, costUsd: undefined };
    },
    async put() {
      throw new Error('a recording is not written while it is replayed');
    },
  };
}

/** Sums of the checks in recorded reports; the reports are read when the first is asked for. */
function recordedChecks(verdicts: readonly RecordedVerdict[], path: string): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined;
  const read = () => {
    const reports = verdicts.flatMap((verdict) => {
      const report = toReport(verdict, path);
      return report === undefined ? [] : [{ taskId: verdict.taskId, report }];
    });
    return new Set(
      reports.flatMap(({ taskId, report }) => report.checks.map(({ source }) => sha256(`${taskId}\n${source}`))),
    );
  };
  return () => {
    known ??= read();
    return known;
  };
}

function toReport(verdict: RecordedVerdict | undefined, path: string): ClaimsReport | undefined {
  if (verdict?.suite !== 'generated' || verdict.feedback === undefined) return undefined;
  const origin = `${path}: a report on ${verdict.taskId}`;
  return parseJsonText<ClaimsReport>(verdict.feedback, origin, claimsReportShape, 'as written');
}

/** Every program of it ran in a sandbox that isolates. */
export function isIsolated({ sandboxes }: RecordingManifest): boolean {
  return sandboxes.length > 0 && sandboxes.every((kind: Sandbox['kind']) => kind !== 'process');
}
