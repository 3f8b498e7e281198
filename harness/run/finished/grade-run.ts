import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { workThrough } from '../../concurrency.ts';
import { UsageError } from '../../errors.ts';
import { gradeTrajectory } from '../../grading/grade.ts';
import { loadDataset } from '../../loading/load-dataset.ts';
import { selectProblems } from '../../loading/select.ts';
import { readColumns } from '../../metrics/columns.ts';
import { recordedTrials } from '../../metrics/trials/trials.ts';
import { compareSuites } from '../../metrics/two-suites.ts';
import { createProgress, type ProgressOutput } from '../../progress.ts';
import { identitySha256 } from '../../records/manifest-shape.ts';
import { REQUESTS_FILE } from '../../records/request-file.ts';
import { openRunFolder } from '../../records/run-folder.ts';
import { openRun, readManifest, TRAJECTORIES_FILE } from '../../records/stored-run.ts';
import { twoSuitesTable } from '../../report/two-suites.ts';
import { writeReport } from '../../report/write-report.ts';
import { chooseSandbox, type SandboxName } from '../../sandbox/choose.ts';
import { createExecutor, GRADER_VERSION } from '../../sandbox/executor.ts';
import { timeLimitFactorsOf } from '../../sandbox/reference-times.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import { functionEvaluator } from '../../tasks/function/evaluator.ts';
import { openPreflightCertificates } from '../../tasks/function/preflight-certificates.ts';
import { refuseUnlessSound } from '../../tasks/function/refuse-unless-sound.ts';
import type { Identity, Manifest } from '../../types/record.ts';
import type { Dataset } from '../../types/task.ts';

export interface GradeRunOptions {
  /** The run folder whose steps are graded. */
  readonly run: string;
  /** Whose tests grade. */
  readonly dataset: string;
  /** The new run folder. */
  readonly out: string;
  readonly sandbox: SandboxName;
  readonly concurrency: number;
}

interface GradeRunParts {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly progress: ProgressOutput;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
  say(line: string): void;
}

/**
 * Grades every step of a run by the tests of another dataset that has the same tasks (HumanEval by HumanEval+), into a run folder of its own with all tables; the run itself stays as it
 * is, and no model is asked. The same command goes on after a stop. Throws `UsageError` for a run of tasks that the dataset does not have.
 */
export async function gradeRun(options: GradeRunOptions, parts: GradeRunParts): Promise<string> {
  const { out, concurrency } = options;
  const { environment, signal, say, progress: output } = parts;
  const run = await openRun(options.run);
  const { identity } = run.manifest;
  const { dataset, otherPrompts } = await sameTasks(identity, options, parts);
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: true, slots: concurrency });
  say(`sandbox: ${sandbox.why}`);
  try {
    const certificates = await openPreflightCertificates(sandbox, identity.limits, environment);
    const references = await refuseUnlessSound(dataset, sandbox, identity.limits, say, {
      certificates,
      containers: 'per-task',
    });
    const manifest = gradedManifest(run.manifest, dataset, otherPrompts);
    const provenance = { ...manifest.provenance, sandbox: sandbox.kind, sandboxDescription: sandbox.description };
    await copyRecords(options.run, out, manifest);
    const folder = await openRunFolder(out, { ...manifest, provenance });
    const factors = timeLimitFactorsOf(await folder.reconcileReferenceTimes(references));
    const executor = createExecutor(sandbox, identity.limits, folder.executions, factors);
    const { extractor } = identity;
    const evaluators = new Map(
      dataset.problems.map((problem) => [problem.task.id, functionEvaluator(problem, executor, { extractor })]),
    );
    const trials = [...recordedTrials(run)];
    const progress = createProgress('trials', trials.length, output);
    await workThrough(trials, concurrency, async ({ trajectory }) => {
      signal.throwIfAborted();
      const evaluator = evaluators.get(trajectory.taskId);
      if (evaluator === undefined) return;
      const status = (await gradeTrajectory(trajectory, evaluator, folder)).at(-1)?.outcome.status;
      progress.done(status === undefined || status === 'ungraded' ? undefined : status === 'solved');
    });
    const graded = await folder.finish();
    progress.finish();
    const { screen } = await writeReport(graded, out);
    const suites = compareSuites(readColumns(run), readColumns(graded));
    const table = twoSuitesTable(suites, identity.dataset, dataset.id);
    return `${screen}\n\nThe same steps under both suites\n${table}\nwritten: ${out}`;
  } finally {
    await sandbox.close();
  }
}

async function sameTasks(
  { dataset: own, datasetSha256, taskIds, imported, patches, answersOf }: Identity,
  options: GradeRunOptions,
  { environment, datasetsFolder }: GradeRunParts,
): Promise<{ readonly dataset: Dataset; readonly otherPrompts: readonly string[] }> {
  const refuse = (what: string): never => {
    throw new UsageError(`--run ${options.run}: expected ${what}`);
  };
  if (imported !== undefined || patches !== undefined || answersOf !== undefined)
    return refuse('a run folder that bench made on functions');
  if (own === options.dataset) return refuse(`a run of another dataset: the tests of ${own} have graded it already`);
  const where = { environment, ...(datasetsFolder === undefined ? {} : { folder: datasetsFolder }) };
  const [before, after] = [await loadDataset(own, where), await loadDataset(options.dataset, where)];
  if (before.sha256 !== datasetSha256)
    return refuse(`a run of ${own} as it is here (sha256 ${before.sha256}), got one of ${datasetSha256}`);
  const asked = new Map(before.problems.map(({ task }) => [task.id, task]));
  const found = new Map(after.problems.map(({ task }) => [task.id, task]));
  const missing = taskIds.filter((id) => found.get(id)?.entryPoint !== asked.get(id)?.entryPoint);
  if (missing.length > 0)
    return refuse(
      `a run of tasks that ${options.dataset} has too, got one of ${own}: ${missing.length} of ${taskIds.length} are others (first: ${missing[0]})`,
    );
  const otherPrompts = taskIds.filter((id) => found.get(id)?.prompt !== asked.get(id)?.prompt);
  return { dataset: selectProblems(after, { tasks: taskIds }), otherPrompts };
}

/** The run's manifest under the other tests: another run, that is compared with none under its own. */
function gradedManifest(manifest: Manifest, { id, sha256 }: Dataset, otherPrompts: readonly string[]): Manifest {
  const { dataset, datasetSha256 } = manifest.identity;
  const answersOf = { dataset, datasetSha256, identitySha256: manifest.identitySha256, otherPrompts };
  const own = { dataset: id, datasetSha256: sha256, graderVersion: GRADER_VERSION, answersOf };
  const identity: Identity = { ...manifest.identity, ...own };
  return { ...manifest, identity, identitySha256: identitySha256(identity) };
}

/** What was asked and answered; a folder that holds it already is gone on with. The manifest comes last, when the folder is opened. */
async function copyRecords(from: string, to: string, { identitySha256: asked }: Manifest): Promise<void> {
  const known = await readManifest(to);
  if (known !== undefined && known.identitySha256 !== asked)
    throw new UsageError(`--out ${to}: expected a new folder or one that this command began, found another run`);
  if (known !== undefined) return;
  await mkdir(to, { recursive: true });
  for (const name of [TRAJECTORIES_FILE, 'responses.jsonl', REQUESTS_FILE]) {
    if (existsSync(join(from, name))) await copyFile(join(from, name), join(to, name));
  }
}
