import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DataError, UsageError } from '../errors.ts';
import { gradeTrajectory } from '../grading/grade.ts';
import { loadDataset } from '../loading/load-dataset.ts';
import { selectProblems } from '../loading/select.ts';
import { type Bundle, checkBundle, OPTIONAL_FILES, RECORD_FILES, readBundle, tableSums } from '../records/bundle.ts';
import { executionLine } from '../records/records.ts';
import { openRunFolder } from '../records/run-folder.ts';
import { readManifest, readRun } from '../records/stored-run.ts';
import { writeReport } from '../report/write-report.ts';
import { chooseSandbox, type SandboxName } from '../sandbox/choose.ts';
import { createExecutor, GRADER_VERSION } from '../sandbox/executor.ts';
import { timeLimitFactorsOf } from '../sandbox/reference-times.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { readLines, writeAtomically } from '../storage/line-file.ts';
import { functionEvaluator } from '../tasks/function/evaluator.ts';
import { refuseUnlessSound } from '../tasks/function/refuse-unless-sound.ts';
import type { Grade, WholeRun } from '../types/record.ts';
import type { Dataset } from '../types/task.ts';

export interface RegenerateOptions {
  /** The bundle. */
  readonly from: string;
  readonly out?: string | undefined;
  /** Executes every candidate again. */
  readonly regrade?: boolean | undefined;
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
}

interface RegenerateParts {
  readonly environment: Environment;
  say(line: string): void;
}

/**
 * Writes a bundle's run folder and makes its tables again from the records: no model, no key, no network. `isEqual`: every
 * table came out byte for byte as packed. Throws `DataError` for an altered bundle, `UsageError` for a folder in use.
 */
export async function regenerate(
  options: RegenerateOptions,
  parts: RegenerateParts,
): Promise<{ screen: string; folder: string; isEqual: boolean }> {
  const { say } = parts;
  const bundle = await readBundle(options.from);
  const out = options.out ?? join('results', basename(options.from).replace(/\.bundle\.tar\.gz$|\.tgz$|\.gz$/, ''));
  if ((await readManifest(out)) !== undefined) throw new UsageError(`${out} holds a run already; give another --out`);
  const packed = await writeRecords(bundle, out, options.from);
  say(
    `bundle: checksums agree; ${bundle.calls.size} stored answers, ${packed.trajectories.length} trials, run folder ${out}`,
  );
  const run = options.regrade === true ? await regrade(packed, out, options, parts) : packed;
  const { screen } = await writeReport(run, out);
  const differing = await differingTables(out, bundle);
  say(
    differing.length === 0
      ? `tables: all ${bundle.tables.size} as in the bundle, byte for byte`
      : `tables that differ from the bundle's: ${differing.join(', ')}`,
  );
  return { screen, folder: out, isEqual: differing.length === 0 };
}

/** Writes a bundle's records once they were read and found to be sound; a bundle that is not leaves nothing behind. */
async function writeRecords(bundle: Bundle, out: string, origin: string): Promise<WholeRun> {
  await mkdir(dirname(out), { recursive: true });
  const checking = await mkdtemp(`${out}.checking-`);
  try {
    const names = [...RECORD_FILES, ...OPTIONAL_FILES].filter((name) => bundle.files.has(name));
    for (const name of names) await writeAtomically(join(checking, name), bundle.files.get(name) ?? '');
    const run = await readRun(checking);
    const executions = await readLines(join(checking, 'executions.jsonl'), executionLine);
    const outcomes = executions.map(({ key, execution }) => [key, JSON.stringify(execution.outcome)] as const);
    checkBundle(run, bundle, new Map(outcomes));
    await mkdir(out, { recursive: true });
    // The manifest comes last: with it the folder is a run.
    for (const name of names.reverse()) await rename(join(checking, name), join(out, name));
    return run;
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${origin}: ${error.message.replace(`${checking}/`, '')}`);
    throw error;
  } finally {
    await rm(checking, { recursive: true, force: true });
  }
}

async function differingTables(folder: string, { tables }: Bundle): Promise<string[]> {
  const made = await tableSums(folder);
  return [...new Set([...tables.keys(), ...made.keys()])].filter((name) => tables.get(name) !== made.get(name));
}

/** Grades every step again by live executions; says how many verdicts came out otherwise. */
async function regrade(
  packed: WholeRun,
  out: string,
  options: RegenerateOptions,
  { environment, say }: RegenerateParts,
): Promise<WholeRun> {
  const { identity } = packed.manifest;
  const dataset = await sameDataset(packed, environment);
  // Whatever it says of itself: a bundle's programs are whatever its maker put there.
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: true, slots: options.maxSandboxes });
  say(`sandbox: ${sandbox.why}`);
  try {
    const references = await refuseUnlessSound(dataset, sandbox, identity.limits, say, { containers: 'per-task' });
    for (const name of ['grades.jsonl', 'executions.jsonl']) await writeAtomically(join(out, name), '');
    const folder = await openRunFolder(out, packed.manifest);
    const executor = createExecutor(sandbox, identity.limits, folder.executions, timeLimitFactorsOf(references));
    for (const trajectory of packed.trajectories) {
      const problem = dataset.problems.find(({ task }) => task.id === trajectory.taskId);
      if (problem === undefined) continue;
      await gradeTrajectory(trajectory, functionEvaluator(problem, executor, identity), folder);
    }
    await folder.finish();
    const run = await readRun(out);
    say(describeDrift(packed.grades, run.grades));
    return run;
  } finally {
    await sandbox.close();
  }
}

async function sameDataset({ manifest: { identity } }: WholeRun, environment: Environment): Promise<Dataset> {
  const dataset = selectProblems(await loadDataset(identity.dataset, { environment }), { tasks: identity.taskIds });
  if (dataset.sha256 !== identity.datasetSha256 || identity.graderVersion !== GRADER_VERSION) {
    throw new UsageError(
      `--regrade needs the run's dataset and grader (sha256 ${identity.datasetSha256}, grader ${identity.graderVersion}), here are ${dataset.sha256} and ${GRADER_VERSION}`,
    );
  }
  return dataset;
}

function describeDrift(before: readonly Grade[], after: readonly Grade[]): string {
  const verdict = ({ outcome }: Grade): string => JSON.stringify(outcome);
  const differing = after.filter((grade, index) => {
    const old = before[index];
    return old === undefined || verdict(old) !== verdict(grade);
  });
  const named = differing.slice(0, 5).map(({ taskId, condition, step }) => `${taskId} ${condition} step ${step}`);
  return `graded again: ${after.length} steps, ${differing.length} verdicts differ${named.length === 0 ? '' : ` (${named.join(', ')})`}`;
}
