import { join } from 'node:path';
import { describeMachine } from '../harness/benchmarks/machine.ts';
import * as flags from '../harness/command-line.ts';
import { loadEnvironments, loadPatchDataset } from '../harness/loading/load-dataset.ts';
import { connectDocker } from '../harness/sandbox/docker/engine.ts';
import { cacheFolder } from '../harness/storage/cache-folder.ts';
import { readEarlierRows } from '../harness/tasks/patch/commands/earlier-table.ts';
import { countsOf, readInstanceRows } from '../harness/tasks/patch/commands/instance-table.ts';
import { writeInstanceTable } from '../harness/tasks/patch/commands/write-instance-table.ts';
import { TEST_TIMEOUT_MS } from '../harness/tasks/patch/evaluation/evaluate.ts';
import type { GradingRules } from '../harness/tasks/patch/logs/grading-rules.ts';
import { openMirror } from '../harness/tasks/patch/repository/mirror.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'instance-table',
    'Tables which instances are sound here, from what build-images and preflight have left; runs nothing. What an earlier table in --out has measured in images of the same recipes stays.',
  )
  .argument('[dataset]', 'a dataset of patches', 'swe-bench-lite')
  .option('--logs-out <folder>', 'the folder given to preflight; the cache folder when absent')
  .option('--mirrors <folder>', 'the copies of repositories that images were built from')
  .addOption(
    new flags.Option('--swebench-rules <version>', 'the rules that preflight used').choices(['4', '5']).default('5'),
  )
  .option(
    '--instance-timeout <seconds>',
    'the time limit that preflight used',
    flags.positiveNumber,
    TEST_TIMEOUT_MS / 1000,
  )
  .requiredOption('--out <folder>', 'gets instances.csv, instances.md and manifest.json');

interface TableFlags {
  readonly logsOut?: string;
  readonly mirrors?: string;
  readonly swebenchRules: GradingRules;
  readonly instanceTimeout: number;
  readonly out: string;
}

await flags.runCommand(command, async () => {
  const { logsOut, mirrors, swebenchRules: grading, instanceTimeout, out } = command.opts<TableFlags>();
  const [id = 'swe-bench-lite'] = command.args;
  const dataset = await loadPatchDataset(id, { environment: process.env });
  const cache = cacheFolder(id, process.env);
  const rows = await readInstanceRows(dataset.problems, {
    engine: connectDocker(),
    environments: await loadEnvironments(id),
    knownDefects: dataset.knownDefects,
    evaluations: logsOut ?? join(cache, 'preflight'),
    rules: grading,
    timeoutMs: instanceTimeout * 1000,
    buildLogs: join(cache, 'build-logs'),
    earlier: readEarlierRows(out),
    mirrorOf: (repository) => openMirror(mirrors ?? join(cache, 'mirrors'), repository),
  });
  const { loadBefore: _, python: __, ...machine } = describeMachine('python3');
  await writeInstanceTable(out, dataset.title, rows, {
    dataset: id,
    datasetSha256: dataset.sha256,
    grading,
    date: new Date().toISOString(),
    machine,
  });
  const counts = countsOf(rows);
  const sound = counts.reduce((sum, each) => sum + each.sound, 0);
  print(
    `${sound} of ${rows.length} sound, over ${counts.filter((each) => each.sound > 0).length} repositories; written: ${out}`,
  );
  return 0;
});
