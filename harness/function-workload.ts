import { createCheckTools } from './claims/tools/check-tools.ts';
import { functionExaminer } from './examiner.ts';
import { createExecutor, GRADER_VERSION } from './executor.ts';
import { EXTRACTOR_VERSION } from './extract.ts';
import { limitsFor } from './limits.ts';
import { loadDataset } from './load-dataset.ts';
import { memoryExecutions } from './memory-executions.ts';
import { bindSimulated } from './models/bind-simulated.ts';
import { refuseUnlessSound } from './preflight.ts';
import type { Recording } from './recording/read-recording.ts';
import { onlyRecordedPrograms } from './recording/replay.ts';
import { stretchesOf } from './reference-times.ts';
import { chooseSandbox, type SandboxName } from './sandbox/choose.ts';
import { openToolSandbox } from './sandbox/tool-sandbox.ts';
import { type Selection, selectProblems } from './select.ts';
import type { Task } from './types.ts';
import type { Workload } from './workload.ts';

export interface FunctionWorkOptions extends Selection {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly sandboxes: number;
  readonly verdictTimeout: number;
  readonly extractor: 'default' | 'published';
}

export interface FunctionWorkParts {
  readonly needsIsolation: boolean;
  /** The recording that is replayed or completed: what loops are told. */
  readonly recording: Recording | undefined;
  readonly isReplay: boolean;
  say(line: string): void;
}

/** Opens a dataset of functions and the sandbox its candidates run in. Throws `UsageError` for bad flags and missing data. */
export async function openFunctionWork(options: FunctionWorkOptions, parts: FunctionWorkParts): Promise<Workload> {
  const { recording, isReplay, needsIsolation, say } = parts;
  const dataset = selectProblems(await loadDataset(options.dataset), options);
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation, slots: options.sandboxes });
  const limits = limitsFor(options.verdictTimeout);
  const isUnasked = sandbox.kind === 'process' && options.sandbox === 'auto' && isReplay;
  const vouching = isUnasked ? recording : undefined;
  const trusted = vouching === undefined ? sandbox : onlyRecordedPrograms(sandbox, vouching);
  // Asked for at the first check that is no plain assertion, if there is one.
  const tools = createCheckTools(async () =>
    vouching === undefined
      ? openToolSandbox(sandbox.kind, { slots: 1, environment: process.env })
      : { missing: 'nothing isolates programs here' },
  );
  return {
    dataset,
    settings: { limits, extractorVersion: EXTRACTOR_VERSION, graderVersion: GRADER_VERSION },
    place: sandbox,
    provenance: {},
    files: new Map(),
    made: { simulated: bindSimulated(dataset, createExecutor(sandbox, limits, memoryExecutions())) },
    check: async () => ({ references: await refuseUnlessSound(dataset, sandbox, limits, say) }),
    examiners(executions, references) {
      const executor = createExecutor(trusted, limits, executions, stretchesOf(references));
      const { extractor } = options;
      const told = recording === undefined ? {} : { recorded: recording };
      const onReferences = vouching && {
        executor: createExecutor(sandbox, limits, executions, stretchesOf(references)),
        mayRun: ({ id }: Task, source: string) => vouching.ranCheckIsolated(id, source),
      };
      const parts = { ...told, ...(onReferences === undefined ? {} : { onReferences }) };
      return dataset.problems.map((problem) =>
        functionExaminer(problem, executor, { extractor, tools: tools.tools, ...parts }),
      );
    },
    async close() {
      await tools.close();
      await sandbox.close();
    },
  };
}
