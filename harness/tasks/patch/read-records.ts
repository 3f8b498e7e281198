import { UsageError } from '../../errors.ts';
import { loadEnvironments, loadPatchDataset } from '../../loading/load-dataset.ts';
import type { Recording } from '../../models/recorded/read-recording.ts';
import { packLines } from '../../models/recorded/recording-files.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { Evaluator, SuiteName } from '../../types/evaluator.ts';
import type { Grade, Identity, WholeRun } from '../../types/record.ts';
import type { Dataset, PatchProblem } from '../../types/task.ts';
import type { KeptRecords, RecordsParts } from '../task-setup.ts';
import { type EvaluationBounds, evaluationKey } from './evaluation/evaluation-key.ts';
import { type EvaluationRecord, type EvaluationStore, openStudyEvaluations } from './evaluation/evaluation-store.ts';
import type { PatchExecutor } from './evaluation/executor.ts';
import { patchEvaluator } from './evaluator.ts';
import { patchProgramSha256 } from './recorded/patch-program.ts';
import { CONTEXTS_FILE, readRecordedContexts } from './recorded/recorded-contexts.ts';
import { LOGS_FILE, type RecordedLog, readRecordedLogs } from './recorded/recorded-logs.ts';
import { type ShownContext, showStatements } from './repository/show-statements.ts';
import { settingsOf } from './settings.ts';

/** As `RecordsReader`. */
export async function patchEvaluators(
  { dataset }: Identity,
  { environment, datasetsFolder: folder }: RecordsParts,
): Promise<readonly Evaluator[]> {
  const { problems } = await loadPatchDataset(dataset, { environment, ...(folder === undefined ? {} : { folder }) });
  return problems.map((problem) => patchEvaluator(problem, UNASKED));
}

/** Nothing is executed while records are read, and what was is found by `openKeptPatches`. */
const UNASKED: PatchExecutor = {
  gradedSha256: () => '',
  execute: () => Promise.reject(new Error('nothing is executed while records are read')),
  close: async () => undefined,
};

/** Of a longer log of one patch, most of which is what that patch printed, a recording holds nothing. */
const MOST_LOG_BYTES = 4 << 20;

/**
 * What runs of patches leave outside of their folders: evaluations in the cache folder, of the images that their grades name, and what the
 * repositories showed. Throws `UsageError` for runs that were shown or graded otherwise than the first.
 */
export async function openKeptPatches(runs: readonly WholeRun[], parts: RecordsParts): Promise<KeptRecords> {
  const { environment, datasetsFolder: folder, previous } = parts;
  const identity = sharedIdentity(runs);
  const dataset = await loadPatchDataset(identity.dataset, {
    environment,
    ...(folder === undefined ? {} : { folder }),
  });
  const problems = new Map(dataset.problems.map((problem) => [problem.task.id, problem]));
  const bounds = {
    environments: await loadEnvironments(identity.dataset, folder),
    rules: settingsOf({}, identity).swebenchRules,
    timeoutMs: identity.limits.wallMs,
  };
  const logs = keepLogs(runs, bounds, openStudyEvaluations(identity.dataset, environment), previous);
  return {
    async executionOf(taskId, candidate, suite) {
      const problem = problems.get(taskId);
      if (problem === undefined || candidate.trim() === '') return undefined;
      const record = await logs.keep(problem, candidate, suite);
      // Which tests a loop is shown is read from the log of the repository as it is.
      if (record !== undefined && suite === 'public') await logs.keep(problem, '', 'public');
      return record?.execution;
    },
    async files(taskIds) {
      const isPacked = ({ taskId }: { readonly taskId: string }): boolean => taskIds.has(taskId);
      const contexts = (await contextsOf(runs, dataset, parts)).filter(isPacked);
      return {
        files: new Map([
          [CONTEXTS_FILE, packLines(contexts.map(({ taskId, context }) => ({ taskId, ...context })))],
          [LOGS_FILE, packLines(logs.kept().filter(isPacked))],
        ]),
        remarks: logs.remarks(),
      };
    },
  };
}

/** Finds evaluations of the runs' patches, and keeps the log of each that was asked for beside those of an earlier recording. */
function keepLogs(
  runs: readonly WholeRun[],
  bounds: EvaluationBounds,
  store: EvaluationStore,
  previous: Recording | undefined,
) {
  const grades = runs.flatMap((run) => run.grades);
  const digests = digestsOf(grades);
  const graded = new Set(
    grades.flatMap(({ outcome, gradedSha256 }) => (outcome.status === 'ungraded' ? [] : (gradedSha256 ?? []))),
  );
  const before = previous === undefined ? [] : readRecordedLogs(previous).all;
  const logs = new Map<string, RecordedLog>(before.map((log) => [log.program, log]));
  const [missing, tooLong] = [new Set<string>(), new Set<string>()];
  return {
    /** `''`: the repository as it is. */
    async keep(problem: PatchProblem, patch: string, suite: SuiteName): Promise<EvaluationRecord | undefined> {
      const program = patchProgramSha256(problem, patch, suite);
      const keys = [...(digests.get(problem.task.id) ?? [undefined])].map((imageDigest) =>
        evaluationKey(problem, patch, { suite, imageDigest }, bounds),
      );
      const found = await Promise.all(keys.map((key) => store.get(key)));
      const record = found.find((each) => each !== undefined);
      if (record === undefined) {
        if (keys.some((key) => graded.has(key)) && !logs.has(program)) missing.add(program);
        return undefined;
      }
      const log = await store.logOf(record);
      if (Buffer.byteLength(log) > MOST_LOG_BYTES) tooLong.add(program);
      else logs.set(program, toLine(record, { program, patch, log }));
      return record;
    },
    kept: (): RecordedLog[] => [...logs.values()].sort((a, b) => (a.program < b.program ? -1 : 1)),
    remarks: (): string[] => remarksOn(missing.size, tooLong.size),
  };
}

/** The identity of the first run. Throws `UsageError` where another was shown something else, or graded otherwise. */
function sharedIdentity(runs: readonly WholeRun[]): Identity {
  const [first, ...others] = runs.map(({ manifest }) => manifest.identity);
  if (first === undefined) throw new UsageError('expected a run folder to pack');
  const decisive = (identity: Identity): string => canonicalJson(settingsOf({}, identity));
  const other = others.find((identity) => decisive(identity) !== decisive(first));
  if (other === undefined) return first;
  throw new UsageError(`runs of one study show and grade alike: ${decisive(other)}, ${decisive(first)}`);
}

/** The images that grades of a task are bound to. */
const digestsOf = (grades: readonly Grade[]): ReadonlyMap<string, ReadonlySet<string | undefined>> =>
  new Map(
    [...Map.groupBy(grades, ({ taskId }) => taskId)].map(([taskId, own]) => [
      taskId,
      new Set(own.map(({ imageDigest }) => imageDigest)),
    ]),
  );

function toLine(
  { instanceId, suite, evaluationSha256, image, appliedBy, forgedMarkers }: EvaluationRecord,
  { program, patch, log }: { readonly program: string; readonly patch: string; readonly log: string },
): RecordedLog {
  return {
    program,
    taskId: instanceId,
    suite,
    ...(patch === '' ? {} : { candidateSha256: sha256(patch) }),
    evaluationSha256,
    image,
    ...(appliedBy === undefined ? {} : { appliedBy }),
    forgedMarkers,
    log,
  };
}

/**
 * What all tasks of the runs showed. Throws `UsageError` where the statements made of it are not those that a run was asked with: of another
 * version of the prompts, or of another dataset.
 */
async function contextsOf(
  runs: readonly WholeRun[],
  dataset: Dataset<PatchProblem>,
  { mirrors, previous }: RecordsParts,
): Promise<readonly ShownContext[]> {
  const contexts = new Map<string, ShownContext>();
  for (const { manifest } of runs) {
    const { taskIds, patches } = manifest.identity;
    const settings = settingsOf({}, manifest.identity);
    const problems = taskIds.flatMap((id) => dataset.problems.find(({ task }) => task.id === id) ?? []);
    const { hints, testNames } = settings;
    const recorded = previous === undefined ? new Map() : readRecordedContexts(previous, settings);
    const shown = await showStatements(
      { ...dataset, problems },
      { ...settings, leaks: { hints, testNames }, mirrors, recorded },
    );
    if (shown.statementsSha256 !== patches?.statementsSha256)
      throw new UsageError(
        `expected the statements that the run was asked with (sha256 ${patches?.statementsSha256.slice(0, 12)}), its dataset and --mirrors now make others (sha256 ${shown.statementsSha256.slice(0, 12)}): pack it with the version of lucid-bench that ran it`,
      );
    for (const each of shown.contexts) contexts.set(each.taskId, each);
  }
  return [...contexts.values()];
}

function remarksOn(missing: number, tooLong: number): string[] {
  const ungraded = 'where their instance has no image, a replay leaves them ungraded';
  return [
    ...(missing === 0 ? [] : [`${missing} graded patches have no evaluation in the cache folder here: ${ungraded}`]),
    ...(tooLong === 0
      ? []
      : [`${tooLong} logs are longer than ${MOST_LOG_BYTES >> 20} MiB and not packed: ${ungraded}`]),
  ];
}
