import { availableParallelism } from 'node:os';
import * as flags from '../harness/command-line.ts';
import { limitsFor } from '../harness/limits.ts';
import { listDatasets, loadDataset } from '../harness/load-dataset.ts';
import { describeFaults, preflight } from '../harness/preflight.ts';
import { describeSlowest } from '../harness/reference-times.ts';
import { chooseSandbox, type SandboxName } from '../harness/sandbox/choose.ts';

interface PreflightFlags {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly sandboxes: number;
  readonly verdictTimeout: number;
  readonly pool: boolean;
}

const command = flags
  .createCommand(
    'preflight',
    'Checks the grader: canonical solutions must be solved; empty, exiting, forging and known-wrong programs must not.',
  )
  .option('--dataset <id>', `one of: ${listDatasets().join(', ')}`, 'kata')
  .addOption(
    new flags.Option('--sandbox <kind>', 'where programs run; auto takes the safest that works here')
      .choices(['auto', 'docker', 'bubblewrap', 'process'])
      .default('auto'),
  )
  .option('--sandboxes <n>', 'executions at a time', flags.wholeNumber(1), availableParallelism())
  .option('--verdict-timeout <seconds>', 'wall clock of one execution', flags.positiveNumber, 10)
  .option('--no-pool', "leave out the dataset's pool of right and wrong candidates");

await flags.runCommand(command, async () => {
  const options = command.opts<PreflightFlags>();
  const dataset = await loadDataset(options.dataset);
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: false, slots: options.sandboxes });
  console.error(`sandbox: ${sandbox.why}`);
  try {
    const problems = dataset.problems.map((problem) => (options.pool ? problem : { ...problem, pool: [] }));
    const { lines, faults, references } = await preflight(
      { ...dataset, problems },
      sandbox,
      limitsFor(options.verdictTimeout),
      true,
    );
    console.log([...lines, describeSlowest(references)].join('\n'));
    console.log(faults.length === 0 ? 'sound: every program came out as it must' : describeFaults(faults).join('\n'));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await sandbox.close();
  }
});
