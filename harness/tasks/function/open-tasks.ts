import { isTaskFile, loadDataset } from '../../loading/load-dataset.ts';
import { type Selection, selectProblems } from '../../loading/select.ts';
import { describeKnownTimeouts, stopKnownTimeouts } from '../../models/recorded/known-timeouts.ts';
import type { Recording } from '../../models/recorded/read-recording.ts';
import { mayRunOutside, onlyRecordedPrograms } from '../../models/recorded/replay.ts';
import { resolveSimulated } from '../../models/simulated/resolve-simulated.ts';
import { chooseSandbox, type SandboxName } from '../../sandbox/choose.ts';
import { createExecutor, GRADER_VERSION } from '../../sandbox/executor.ts';
import { limitsFor } from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import { timeLimitFactorsOf } from '../../sandbox/reference-times.ts';
import { openToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { Evaluator } from '../../types/evaluator.ts';
import type { Sandbox } from '../../types/execution.ts';
import type { Identity, Manifest } from '../../types/record.ts';
import type { Dataset, Task } from '../../types/task.ts';
import { createCheckTools } from '../../verifiers/claims/tools/check-tools.ts';
import type { RecordsParts, TaskSetup } from '../task-setup.ts';
import { functionEvaluator } from './evaluator.ts';
import { EXTRACTOR_VERSION } from './extraction/extract.ts';
import { openPreflightCertificates } from './preflight-certificates.ts';
import { refuseUnlessSound } from './refuse-unless-sound.ts';

export interface FunctionTaskOptions extends Selection {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
  readonly verdictTimeout: number;
  /** In a replay: the time limit was asked for, and every program has all of it. */
  readonly isTimeoutGiven?: boolean;
  readonly extractor: 'default' | 'published';
}

interface FunctionTaskParts {
  readonly needsIsolation: boolean;
  /** The recording that is replayed or completed: what loops are told. */
  readonly recording: Recording | undefined;
  readonly isReplay: boolean;
  readonly environment: Environment;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
  say(line: string): void;
}

/** Opens a dataset of functions and the sandbox its candidates run in. Throws `UsageError` for bad flags and missing data. */
export async function openFunctionTasks(options: FunctionTaskOptions, parts: FunctionTaskParts): Promise<TaskSetup> {
  const { recording, isReplay, needsIsolation, environment, datasetsFolder: folder, say } = parts;
  const loaded = await loadDataset(options.dataset, { environment, ...(folder === undefined ? {} : { folder }) });
  const dataset = selectProblems(loaded, options);
  // Solutions and tests of a file that somebody brings are nobody's known programs, whatever model answers.
  const isolation = { needsIsolation: needsIsolation || isTaskFile(options.dataset) };
  const sandbox = await chooseSandbox(options.sandbox, { ...isolation, slots: options.maxSandboxes });
  const limits = limitsFor(options.verdictTimeout);
  const isUnasked = sandbox.kind === 'process' && options.sandbox === 'auto' && isReplay;
  const vouching = isUnasked ? recording : undefined;
  const believed = isReplay && options.isTimeoutGiven !== true && mayRunOutside(recording) ? recording : undefined;
  const timed = believed === undefined ? sandbox : stopKnownTimeouts(sandbox, believed);
  const timeouts = believed && describeKnownTimeouts(believed, limits);
  const trusted = vouching === undefined ? timed : onlyRecordedPrograms(timed, vouching);
  // Asked for at the first check that is no plain assertion, if there is one.
  const tools = createCheckTools(async () =>
    vouching === undefined
      ? openToolSandbox(sandbox.kind, { slots: 1, environment })
      : { missing: 'nothing isolates programs here' },
  );
  return {
    dataset,
    settings: { limits, extractorVersion: EXTRACTOR_VERSION, graderVersion: GRADER_VERSION },
    sandbox,
    provenance: { ...(timeouts === undefined ? {} : { timeouts }), ...tuningTasksOf(dataset), ...builtByOf(dataset) },
    files: new Map(),
    synthetic: { simulated: resolveSimulated(dataset, createExecutor(sandbox, limits, memoryExecutions())) },
    async check() {
      const certificates = await openPreflightCertificates(sandbox, limits, environment);
      const parts = { certificates, containers: 'per-task' } as const;
      return { references: await refuseUnlessSound(dataset, sandbox, limits, say, parts) };
    },
    evaluators(executions, references) {
      const executor = createExecutor(trusted, limits, executions, timeLimitFactorsOf(references));
      const { extractor } = options;
      const told = recording === undefined ? {} : { recorded: recording };
      const onReferences = vouching && {
        executor: createExecutor(sandbox, limits, executions, timeLimitFactorsOf(references)),
        mayRun: ({ id }: Task, source: string) => vouching.ranCheckIsolated(id, source),
      };
      const parts = { ...told, ...(onReferences === undefined ? {} : { onReferences }) };
      return dataset.problems.map((problem) =>
        functionEvaluator(problem, executor, {
          extractor,
          tools: tools.tools,
          seconds: limits.wallMs / 1000,
          ...parts,
        }),
      );
    },
    async close() {
      await tools.close();
      await sandbox.close();
    },
  };
}

/** As `RecordsReader`. */
export async function functionEvaluators(
  { dataset, limits }: Identity,
  { environment }: RecordsParts,
): Promise<readonly Evaluator[]> {
  const { problems } = await loadDataset(dataset, { environment });
  const executor = createExecutor(noSandbox, limits, memoryExecutions());
  return problems.map((problem) => functionEvaluator(problem, executor));
}

/** Hashes are asked of an executor, nothing is executed. */
const noSandbox: Sandbox = {
  kind: 'process',
  description: 'none',
  execute: () => Promise.reject(new Error('nothing is executed while records are read')),
  close: async () => undefined,
};

/** For the manifest and headers: whose tests grade, where no person wrote them. */
const builtByOf = ({ builtBy }: Dataset): Manifest['provenance'] => (builtBy === undefined ? {} : { builtBy });

/** For the manifest: which of the tasks that are run the wording of prompts was chosen on, of a dataset that has such tasks. */
function tuningTasksOf({ problems, tuningTasks = [] }: Dataset): Manifest['provenance'] {
  const run = problems.map(({ task }) => task.id).filter((id) => tuningTasks.includes(id));
  return tuningTasks.length === 0 ? {} : { tuningTasks: run.join(', ') || 'none' };
}
