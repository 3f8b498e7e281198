import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import {
  chooseGoldTasks,
  compareGold,
  officialVersion,
  openOfficial,
} from '../../harness/benchmarks/official/official.ts';
import { allDifferences, officialMarkdown } from '../../harness/benchmarks/official/official-table.ts';
import { ownGold } from '../../harness/benchmarks/official/own-gold.ts';
import * as flags from '../../harness/command-line.ts';
import { loadEnvironments, loadPatchDataset } from '../../harness/loading/load-dataset.ts';
import { connectDocker } from '../../harness/sandbox/docker/engine.ts';
import { describeSeconds } from '../../harness/tasks/patch/evaluation/describe-seconds.ts';
import { print, say } from '../../harness/terminal.ts';

interface OfficialFlags {
  readonly dataset: string;
  readonly package?: string;
  readonly instances?: readonly string[];
  readonly repo?: readonly string[];
  readonly limit: number;
  readonly rounds: number;
  readonly atATime: number;
  readonly instanceTimeout: number;
  readonly out: string;
}

const command = flags
  .createCommand(
    'benchmark:official',
    'Evaluates gold patches by ours and by the official package swebench 4.x in the same images: seconds, throughput, every status.',
  )
  .option('--dataset <id>', 'a dataset of patches', 'swe-bench-lite')
  .option('--package <python>', 'a Python that has swebench 4.x; LUCID_BENCH_SWEBENCH_4 when absent')
  .option('--instances <ids>', 'exactly these instances, comma-separated', flags.list)
  .option('--repo <names>', 'of these repositories, comma-separated', flags.list)
  .option('--limit <n>', 'so many of those that have an image here', flags.wholeNumber(1), 12)
  .option('--rounds <n>', 'rounds; who begins changes with each', flags.wholeNumber(1), 2)
  .option('--at-a-time <n>', 'instances at a time, of both', flags.wholeNumber(1), 1)
  .option('--instance-timeout <seconds>', 'the time limit of one instance', flags.positiveNumber, 1800)
  .option('--out <folder>', 'where official-DATE.json and .md are written', 'results/benchmarks');

await flags.runCommand(command, async (signal) => {
  const options = command.opts<OfficialFlags>();
  const python = options.package ?? process.env.LUCID_BENCH_SWEBENCH_4;
  const version = officialVersion(python);
  const dataset = await loadPatchDataset(options.dataset, { environment: process.env });
  const environments = await loadEnvironments(options.dataset);
  const engine = connectDocker();
  const { tasks, notes } = await chooseGoldTasks(engine, dataset, environments, options);
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-official-'));
  const facts = describeMachine(python ?? '');
  const { atATime, instanceTimeout, rounds, out } = options;
  const common = { folder, atATime, timeoutMs: instanceTimeout * 1000 };
  const official = await openOfficial(tasks, { ...common, python: python ?? '' });
  try {
    const ours = ownGold(tasks, { ...common, engine, environments, now: flags.machine.now });
    const compared = await compareGold(ours, official, rounds, { say, signal });
    const all = { ...facts, swebench: version, instances: tasks.length, 'at a time': atATime };
    const ending = { loadAfter: Number((loadavg()[0] ?? 0).toFixed(2)) };
    const seconds = describeSeconds('ours in the last round', ours.records()) ?? '';
    const report = officialMarkdown(official.name, compared, { ...all, ...ending }, [...notes, seconds]);
    const name = join(out, `official-${new Date().toISOString().slice(0, 10)}`);
    await mkdir(out, { recursive: true });
    await writeFile(`${name}.md`, report);
    const stored = { facts: { ...all, ...ending }, notes, rounds: compared, phases: ours.records().map(toPhases) };
    await writeFile(`${name}.json`, `${JSON.stringify(stored, undefined, 1)}\n`);
    print(report);
    return allDifferences(compared).length === 0 ? 0 : 1;
  } finally {
    await official.close();
    await rm(folder, { recursive: true, force: true });
  }
});

function toPhases({ instanceId, seconds, phases, machine }: ReturnType<ReturnType<typeof ownGold>['records']>[number]) {
  return { instanceId, seconds, phases, machine };
}
