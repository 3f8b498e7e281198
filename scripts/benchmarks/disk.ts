import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundedMarkdown, gradeWithinBound } from '../../harness/benchmarks/disk-bound.ts';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import * as flags from '../../harness/command-line.ts';
import { UsageError } from '../../harness/errors.ts';
import { loadPatchDataset } from '../../harness/loading/load-dataset.ts';
import { connectDocker } from '../../harness/sandbox/docker/engine.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { selectInstances } from '../../harness/tasks/patch/select-instances.ts';
import { print, say } from '../../harness/terminal.ts';

/** One each of ten repositories; matplotlib and scikit-learn, which take longest to compile, are left to the table of instances. */
const TEN = [
  'astropy__astropy-14182',
  'django__django-11099',
  'mwaskom__seaborn-3010',
  'pallets__flask-4045',
  'psf__requests-2148',
  'pydata__xarray-4094',
  'pylint-dev__pylint-7993',
  'pytest-dev__pytest-5103',
  'sphinx-doc__sphinx-8713',
  'sympy__sympy-20590',
];

interface DiskFlags {
  readonly dataset: string;
  readonly instances?: readonly string[];
  readonly diskGb: number;
  readonly mirrors?: string;
  readonly interpreters?: string;
  readonly out: string;
}

const command = flags
  .createCommand(
    'benchmark:disk',
    'Grades gold patches with images held within --disk-gb: what is made, removed and held, and what comes of each instance.',
  )
  .option('--dataset <id>', 'a dataset of patches', 'swe-bench-lite')
  .option(
    '--instances <ids>',
    'these instances, comma-separated (default: ten, each of another repository)',
    flags.list,
  )
  .option('--disk-gb <n>', 'the most that images of instances may take together', flags.positiveNumber, 10)
  .option('--mirrors <folder>', 'existing copies of the repositories; else they are cloned into the cache folder')
  .option('--interpreters <folder>', 'one folder a Python version, as pyenv has them (default: pyenv’s own)')
  .option('--out <folder>', 'where disk-DATE.json and .md are written', 'results/benchmarks');

await flags.runCommand(command, async (signal) => {
  const { dataset: id, diskGb, out, ...options } = command.opts<DiskFlags>();
  const dataset = await loadPatchDataset(id, { environment: process.env });
  const { problems } = selectInstances(dataset, { instances: options.instances ?? TEN });
  const engine = connectDocker();
  await engine.about().catch((error: Error) => {
    throw new UsageError(`patches are evaluated in containers: ${error.message}`, { cause: error });
  });
  const site = (['mirrors', 'interpreters'] as const).flatMap((name) => {
    const folder = options[name];
    return folder === undefined ? [] : [`--${name}`, folder];
  });
  const facts = describeMachine((await findPython()).path);
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-disk-'));
  try {
    const parts = { dataset: id, diskGb, site, folder, signal, say, now: flags.machine.now };
    const graded = await gradeWithinBound(engine, problems, parts);
    const all = { ...facts, loadAfter: Number((loadavg()[0] ?? 0).toFixed(2)) };
    const report = boundedMarkdown(graded, diskGb, all);
    const name = join(out, `disk-${new Date().toISOString().slice(0, 10)}`);
    await mkdir(out, { recursive: true });
    await writeFile(`${name}.md`, report);
    await writeFile(`${name}.json`, `${JSON.stringify({ facts: all, diskGb, ...graded }, undefined, 1)}\n`);
    print(report);
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
