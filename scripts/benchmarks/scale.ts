import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import { makeLargeRun } from '../../harness/benchmarks/made-run.ts';
import { measure, resumeAfterKill, type ScaleRow, scaleMarkdown, type Usage } from '../../harness/benchmarks/scale.ts';
import * as flags from '../../harness/command-line.ts';
import { UsageError } from '../../harness/errors.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { readManifest } from '../../harness/records/stored-run.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { print } from '../../harness/terminal.ts';

const STUDY = ['--dataset', 'kata', '--model', 'simulated:strong-2025', '--k', '1,3', '--stop', 'never'];
/** The folder that is resumed after a kill: the first whose trajectories are larger. */
const KILLED_MB = 600;

/** `kill`: a resume after a kill. */
const COMMANDS = ['plan', 'report', 'resume', 'kill'];

const command = flags
  .createCommand(
    'benchmark:scale',
    'What plan, report and resume cost on made runs of 10,000, 100,000 and 1,000,000 trials.',
  )
  .option('--trials <numbers>', 'sizes, about', '10000,100000,1000000')
  .option('--commands <names>', `of ${COMMANDS.join(', ')}`, flags.list, COMMANDS)
  .option('--work <folder>', 'where the made runs lie; they are removed')
  .option('--out <folder>', 'where scale-DATE.md and .json are written', 'results/benchmarks');

await flags.runCommand(command, async () => {
  const given = command.opts<{ trials: string; commands: readonly string[]; work?: string; out: string }>();
  const unknown = given.commands.find((name) => !COMMANDS.includes(name));
  if (unknown !== undefined) throw new UsageError(`--commands: expected of ${COMMANDS.join(', ')}, got ${unknown}`);
  const facts = describeMachine((await findPython()).path);
  if (given.work !== undefined) await mkdir(given.work, { recursive: true });
  const work = await mkdtemp(join(given.work ?? tmpdir(), 'lucid-bench-scale-'));
  const rows: ScaleRow[] = [];
  try {
    const source = join(work, 'source');
    await measure('bench.ts', [...STUDY, '--samples', '1', '--out', source], work);
    const identity = (await readManifest(source))?.identity;
    const { problems } = await loadDataset('kata', { environment: process.env });
    const atOnce = (identity?.taskIds.length ?? 1) * (identity?.conditions.length ?? 1);
    let wasKilled = false;
    for (const size of given.trials.split(',').map(Number)) {
      const [folder, samples] = [join(work, `run-${size}`), Math.max(1, Math.floor(size / atOnce))];
      const { trials, steps } = await makeLargeRun(source, folder, samples, problems);
      const megabytes = (await stat(join(folder, 'trajectories.jsonl'))).size / 2 ** 20;
      const study = [...STUDY, '--samples', String(samples)];
      const add = (phase: string, usage: Usage): void => {
        rows.push({ trials, steps, megabytes, phase, ...usage, load: loadavg()[0] ?? 0 });
        print(`${trials} trials, ${megabytes.toFixed(0)} MB, ${phase}: ${JSON.stringify(usage)}`);
      };
      const resume = [...study, '--resume', '--out', folder];
      const isAsked = (name: string): boolean => given.commands.includes(name);
      if (isAsked('plan')) add('plan', await measure('bench.ts', [...study, '--plan'], work));
      if (isAsked('report')) add('report', await measure('report.ts', [folder], work));
      if (isAsked('resume')) add('resume', await measure('bench.ts', resume, work));
      if (isAsked('kill') && megabytes > KILLED_MB && !wasKilled) {
        wasKilled = true;
        add('resume after a kill', await resumeAfterKill(folder, resume, { work, trials }));
      }
      await rm(folder, { recursive: true });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  facts.loadAfter = Number((loadavg()[0] ?? 0).toFixed(2));
  const name = join(given.out, `scale-${new Date().toISOString().slice(0, 10)}`);
  await mkdir(given.out, { recursive: true });
  await writeFile(`${name}.md`, scaleMarkdown(rows, facts));
  await writeFile(`${name}.json`, `${JSON.stringify({ facts, rows }, undefined, 2)}\n`);
  print(scaleMarkdown(rows, facts));
  return 0;
});
