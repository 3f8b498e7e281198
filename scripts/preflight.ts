import * as flags from '../harness/command-line.ts';
import { isPatchDataset, listDatasets, loadDataset } from '../harness/loading/load-dataset.ts';
import { createProgress, standardProgress } from '../harness/progress.ts';
import { chooseSandbox, type SandboxName } from '../harness/sandbox/choose.ts';
import { defaultSlots } from '../harness/sandbox/docker/spec.ts';
import { limitsFor } from '../harness/sandbox/limits.ts';
import { describeSlowest } from '../harness/sandbox/reference-times.ts';
import { describeFaults, preflight } from '../harness/tasks/function/preflight.ts';
import {
  addPatchPreflightFlags,
  type PatchPreflightFlags,
  runPatchPreflight,
} from '../harness/tasks/patch/commands/run-preflight.ts';
import { print, say } from '../harness/terminal.ts';

interface PreflightFlags extends PatchPreflightFlags {
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
  .option('--sandboxes <n>', 'executions at a time', flags.wholeNumber(1), defaultSlots())
  .option('--verdict-timeout <seconds>', 'wall clock of one execution', flags.positiveNumber, 10)
  .option('--no-pool', "leave out the dataset's pool of right and wrong candidates");

addPatchPreflightFlags(command);

await flags.runCommand(command, async (signal) => {
  const options = command.opts<PreflightFlags>();
  if (await isPatchDataset(options.dataset)) {
    const { text, isSound } = await runPatchPreflight(options, signal, say);
    print(text);
    return isSound ? 0 : 1;
  }
  const dataset = await loadDataset(options.dataset);
  const sandbox = await chooseSandbox(options.sandbox, { needsIsolation: false, slots: options.sandboxes });
  say(`sandbox: ${sandbox.why}`);
  try {
    const progress = createProgress('tasks', dataset.problems.length, standardProgress);
    const problems = dataset.problems.map((problem) => (options.pool ? problem : { ...problem, pool: [] }));
    const { lines, faults, references } = await preflight(
      { ...dataset, problems },
      sandbox,
      limitsFor(options.verdictTimeout),
      true,
      { signal, progress },
    );
    progress.finish();
    print([...lines, describeSlowest(references)].join('\n'));
    print(faults.length === 0 ? 'sound: every program came out as it must' : describeFaults(faults).join('\n'));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await sandbox.close();
  }
});
