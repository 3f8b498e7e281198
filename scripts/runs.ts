import * as flags from '../harness/command-line.ts';
import { print, say } from '../harness/terminal.ts';
import { markdownTable } from '../harness/text/markdown-table.ts';
import { bytesText } from '../harness/text/sizes.ts';
import { bytesIn, prunable, removeRuns } from '../harness/viewer/prune-runs.ts';
import { createRunList } from '../harness/viewer/run-list.ts';

const command = flags
  .createCommand('runs', 'Lists the runs of this machine with their state and the disk they use.')
  .option('--results <folder>', 'the folder whose folders are runs', 'results')
  .option('--cache <folder>', 'where answers are stored', 'results/cache')
  .option(
    '--prune',
    'name the runs that hold nothing measured: no trial ended, or simulated and old; --yes removes them',
  )
  .option('--older-than <days>', 'with --prune: the age of simulated runs', flags.wholeNumber(0), 30)
  .option('--yes', 'with --prune: remove them');

interface RunsFlags {
  readonly results: string;
  readonly cache: string;
  readonly prune?: boolean;
  readonly olderThan: number;
  readonly yes?: boolean;
}

await flags.runCommand(command, async () => {
  const { results, cache, prune, olderThan, yes } = command.opts<RunsFlags>();
  const now = flags.machine.date();
  const { runs, unreadable } = await createRunList(results, [], () => now)();
  if (prune === true) {
    const found = prunable(runs, olderThan, now);
    for (const { run, why } of found) print(`${run.path}: ${why}, ${bytesText(bytesIn(run.path))}`);
    if (yes === true) removeRuns(found);
    print(yes === true ? `${found.length} removed` : `${found.length} would be removed; --yes removes them`);
    return 0;
  }
  const rows = runs.map(({ name, startedAt, state, manifest, path }) => [
    name,
    startedAt.slice(0, 10),
    state,
    manifest.identity.model,
    bytesText(bytesIn(path)),
  ]);
  print(markdownTable({ header: ['run', 'begun', 'state', 'model', 'disk'], rows, textColumns: [1, 2, 3] }));
  for (const why of unreadable) say(`not listed: ${why}`);
  print(`stored answers in ${cache}: ${bytesText(bytesIn(cache))}`);
  return 0;
});
