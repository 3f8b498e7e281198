import { join } from 'node:path';
import type { Recording } from '../../../models/recorded/read-recording.ts';
import { unpackLines } from '../../../models/recorded/recording-files.ts';
import { z } from '../../../storage/schema.ts';
import type { Immutable } from '../../../types/immutable.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { PatchSuite } from '../evaluation/evaluate.ts';
import { patchProgramSha256 } from './patch-program.ts';

/** The file of a recording that holds the logs of its evaluations. */
export const LOGS_FILE = 'logs.jsonl.gz';

const sum = z.string().regex(/^[0-9a-f]{64}$/);

const recordedLog = z.strictObject({
  /** `patchProgramSha256`. */
  program: sum,
  taskId: z.string(),
  suite: z.enum(['hidden', 'public']),
  /** Absent where the repository was evaluated as it is: its public tests that pass are those a loop is shown. */
  candidateSha256: sum.exactOptional(),
  /** From here to `forgedMarkers` as the evaluation was kept. */
  evaluationSha256: sum,
  image: z.object({ name: z.string(), digest: z.string(), origin: z.enum(['built', 'published']) }),
  appliedBy: z.string().exactOptional(),
  forgedMarkers: z.int().nonnegative(),
  log: z.string(),
});
/** One evaluation: what it is bound to, and the log that its grade was read from. No outcome: who reads it grades. */
export type RecordedLog = Immutable<z.infer<typeof recordedLog>>;

/** The logs of a recording, by what they were made of. */
export interface RecordedLogs {
  readonly all: readonly RecordedLog[];
  /** `patch` `''`: of the repository as it is. */
  find(problem: PatchProblem, patch: string, suite: PatchSuite): RecordedLog | undefined;
}

/** Reads the logs of a recording; none where it has no such file. Throws `DataError` for a line that is none. */
export function readRecordedLogs({ path, files }: Pick<Recording, 'path' | 'files'>): RecordedLogs {
  const packed = files.get(LOGS_FILE);
  const all = packed === undefined ? [] : unpackLines(packed, join(path, LOGS_FILE), recordedLog);
  const byProgram = new Map(all.map((log) => [log.program, log]));
  return { all, find: (problem, patch, suite) => byProgram.get(patchProgramSha256(problem, patch, suite)) };
}
