import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, messageOf } from '../../../errors.ts';
import { cacheFolder, type Environment } from '../../../storage/cache-folder.ts';
import { sha256 } from '../../../storage/hash.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import type { Execution } from '../../../types/execution.ts';
import type { InstanceImage } from '../images/instance-image.ts';
import type { LogGrade } from '../logs/grade-log.ts';
import type { PatchSuite } from './evaluate.ts';
import type { PhaseSeconds } from './phases.ts';

/** One evaluation of one patch, as it is kept: what was graded, in which image, how the patch went in and what came out. */
export interface EvaluationRecord {
  readonly version: 1;
  readonly evaluationSha256: string;
  readonly instanceId: string;
  readonly suite: PatchSuite;
  readonly image: Pick<InstanceImage, 'name' | 'digest' | 'origin'>;
  readonly hashSeed?: number;
  /** The command that applied the patch; `does-not-apply`; absent where there was no patch. */
  readonly appliedBy?: string;
  readonly forgedMarkers: number;
  /** From asking for a container to having removed it. */
  readonly seconds: number;
  /** What they went into; what is missing to the sum are the harness' steps between. Absent in records of before 2026-11-25. */
  readonly phases?: PhaseSeconds;
  /** What else the machine did; absent in records of before 2026-11-25. */
  readonly machine?: {
    /** The machine's load of the last minute when this evaluation began. */
    readonly loadBefore: number;
    /** The most evaluations that were at work while this one was, itself included. */
    readonly atWork: number;
  };
  /**
   * The most memory that the container held, in MiB, pages of files that could have been dropped included. Absent where the container was
   * ended, and in older records.
   */
  readonly peakMemoryMb?: number;
  readonly logSha256: string;
  /** With the status of every required test. */
  readonly grade: LogGrade;
  readonly execution: Execution;
}

/** Evaluations that outlive a stop, by what they are bound to. */
export interface EvaluationStore {
  get(evaluationSha256: string): Promise<EvaluationRecord | undefined>;
  /** The log of an evaluation that was got. */
  logOf(record: EvaluationRecord): Promise<string>;
  put(record: EvaluationRecord, log: string): Promise<void>;
  /** All that is kept; one whose log is gone, too. */
  all(): Promise<readonly KeptEvaluation[]>;
}

export interface KeptEvaluation {
  readonly record: EvaluationRecord;
  /** When it was written, as year, month and day. */
  readonly day: string;
}

/**
 * Keeps evaluations in a folder: `evaluations/<sha256>.json`, and the raw log under the name that `logName` gives it. One whose log is
 * gone, or was replaced by that of another patch of its instance, is not kept any more. Reading throws `DataError` for a file that was
 * altered into something else.
 */
export function openEvaluationStore(folder: string, logName: (record: EvaluationRecord) => string): EvaluationStore {
  const pathOf = (key: string): string => join(folder, 'evaluations', `${key}.json`);
  return {
    async get(key) {
      const path = pathOf(key);
      if (!existsSync(path)) return undefined;
      const record = readRecord(await readFile(path, 'utf8'), path, key);
      const log = await readFile(join(folder, 'logs', logName(record))).catch(() => '');
      return sha256(log) === record.logSha256 ? record : undefined;
    },
    logOf: (record) => readFile(join(folder, 'logs', logName(record)), 'utf8'),
    async put(record, log) {
      for (const name of ['evaluations', 'logs']) await mkdir(join(folder, name), { recursive: true });
      await writeAtomically(join(folder, 'logs', logName(record)), log);
      await writeAtomically(pathOf(record.evaluationSha256), `${JSON.stringify(record)}\n`);
    },
    async all() {
      const names = await readdir(join(folder, 'evaluations')).catch(() => []);
      const keys = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
      return Promise.all(
        keys.sort().map(async (key) => {
          const path = pathOf(key);
          const { mtime } = await stat(path);
          return { record: readRecord(await readFile(path, 'utf8'), path, key), day: mtime.toISOString().slice(0, 10) };
        }),
      );
    },
  };
}

/** The evaluations of studies on this machine, and of preflight. */
export const openStudyEvaluations = (datasetId: string, environment: Environment): EvaluationStore =>
  openEvaluationStore(join(cacheFolder(datasetId, environment), 'preflight'), logOfEvaluation);

/**
 * `<instance_id>.log`, as stored logs are graded by: for one patch an instance; a repetition and the public tests have names of their own.
 */
export function logOfInstance({ instanceId, suite, hashSeed }: EvaluationRecord): string {
  const more = [...(suite === 'hidden' ? [] : [suite]), ...(hashSeed === undefined ? [] : [`seed-${hashSeed}`])];
  return [instanceId, ...more, 'log'].join('.');
}

/** For many patches an instance. */
export function logOfEvaluation({ instanceId, evaluationSha256, suite }: EvaluationRecord): string {
  return `${instanceId}.${suite}.${evaluationSha256.slice(0, 12)}.log`;
}

function readRecord(text: string, path: string, key: string): EvaluationRecord {
  try {
    const record = JSON.parse(text) as EvaluationRecord;
    if (record.version === 1 && record.evaluationSha256 === key && record.grade.outcome !== undefined) return record;
  } catch (cause) {
    throw new DataError(`${path}: not an evaluation: ${messageOf(cause)}`, { cause });
  }
  throw new DataError(`${path}: expected the evaluation ${key}, version 1`);
}
