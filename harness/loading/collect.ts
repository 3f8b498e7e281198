import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DataError } from '../errors.ts';
import { createProgress, type ProgressOutput } from '../progress.ts';
import { DEFAULT_LIMITS } from '../sandbox/limits.ts';
import { suiteOfDataset } from '../sandbox/trusted-suite.ts';
import { cacheFolder, type Environment } from '../storage/cache-folder.ts';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import { parseJsonLines } from '../storage/json-lines.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import type { ExecutionJob, ExecutionLimits, Sandbox } from '../types/execution.ts';

/** A canonical solution and a suite that runs it and keeps what it answered. */
export type CollectJob = Omit<ExecutionJob, 'limits' | 'suite'> & { readonly tests: string };

export interface CollectOptions {
  readonly environment: Environment;
  readonly progress: ProgressOutput;
  /** Opened only when something has to be computed, and closed afterwards. */
  openSandbox(): Promise<Sandbox>;
}

/** Part of the stored file's name: raise it when the runner may keep the same values in another form. */
const FORM = 1;

/** For programs that are known to be right, and that may need long. */
const LIMITS: ExecutionLimits = { ...DEFAULT_LIMITS, wallMs: 600_000, cpuSeconds: 300, memoryMb: 2048 };

const headerType = z.object({ dataset: z.string(), jobsSha256: z.string(), python: z.string(), sha256: z.string() });
const lineType = z.object({ taskId: z.string(), kept: z.string() });

/**
 * What each job's suite kept, in the order of the jobs: read from `expected-<sum of the jobs>.jsonl.gz` in the dataset's cache
 * folder when that file is there and whole, else computed in the sandbox once and stored there, with its sum and the Python
 * version. Throws `DataError` when a canonical solution does not come through.
 */
export async function collect(
  datasetId: string,
  jobs: readonly CollectJob[],
  options: CollectOptions,
): Promise<readonly string[]> {
  const jobsSha256 = sha256(canonicalJson([FORM, ...jobs]));
  const folder = cacheFolder(datasetId, options.environment);
  const path = join(folder, `expected-${jobsSha256.slice(0, 16)}.jsonl.gz`);
  const stored = await readStored(path, jobs);
  if (stored !== undefined) return stored;
  const { python, kept } = await compute(datasetId, jobs, options);
  const lines = jobs.map(({ taskId }, index) => ({ taskId, kept: kept[index] ?? '' }));
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const header = { dataset: datasetId, jobsSha256, python, sha256: sha256(body) };
  await mkdir(folder, { recursive: true });
  await writeAtomically(path, gzipSync(`${JSON.stringify(header)}\n${body}`));
  return kept;
}

/** A file that is missing, torn or of other jobs is `undefined`: it is computed anew. */
async function readStored(path: string, jobs: readonly CollectJob[]): Promise<readonly string[] | undefined> {
  try {
    const text = gunzipSync(await readFile(path)).toString('utf8');
    const start = text.indexOf('\n') + 1;
    const [header] = parseJsonLines(text.slice(0, start), path, headerType);
    const body = text.slice(start);
    if (header?.sha256 !== sha256(body)) return undefined;
    const lines = parseJsonLines(body, path, lineType);
    return lines.length === jobs.length ? lines.map(({ kept }) => kept) : undefined;
  } catch {
    return undefined;
  }
}

async function compute(
  datasetId: string,
  jobs: readonly CollectJob[],
  { openSandbox, progress: output }: CollectOptions,
): Promise<{ readonly python: string; readonly kept: readonly string[] }> {
  const sandbox = await openSandbox();
  const progress = createProgress(`${datasetId}: expected outputs, computed once`, jobs.length, output);
  try {
    const version = await runJob(sandbox, VERSION_JOB);
    const kept = await Promise.all(
      jobs.map(async (job) => {
        const text = await runJob(sandbox, job);
        progress.done(undefined);
        return text;
      }),
    );
    return { python: z.tuple([z.string()]).parse(JSON.parse(version))[0], kept };
  } finally {
    progress.finish();
    await sandbox.close();
  }
}

const VERSION_JOB: CollectJob = {
  taskId: 'version',
  prelude: '',
  code: 'def is_there(): return True\n',
  entryPoint: 'is_there',
  tests: 'import sys\nassert is_there()\nkeep(sys.version.split()[0])\n',
};

async function runJob(sandbox: Sandbox, job: CollectJob): Promise<string> {
  const suite = suiteOfDataset(job.tests);
  const { outcome, failures, kept } = await sandbox.execute({ ...job, suite, limits: LIMITS });
  if (outcome.status === 'solved' && kept !== undefined) return kept;
  const why = outcome.status === 'solved' ? 'nothing was kept' : `${outcome.reason}: ${failures[0]?.message ?? ''}`;
  throw new DataError(`${job.taskId}: the canonical solution's answers could not be computed (${why})`);
}
