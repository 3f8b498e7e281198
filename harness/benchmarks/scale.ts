import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TRAJECTORIES_FILE } from '../records/stored-run.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { scanLines } from '../storage/line-index.ts';
import { z } from '../storage/schema.ts';
import { markdownTable } from '../text/markdown-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = fileURLToPath(new URL('usage-at-exit.ts', import.meta.url));

const usageShape = z.object({ wallSeconds: z.number(), cpuSeconds: z.number(), peakMb: z.number() });

/** What one command took: of its own process, not of sandboxes. */
export type Usage = z.infer<typeof usageShape>;

/** One command on one folder. */
export interface ScaleRow extends Usage {
  readonly trials: number;
  readonly steps: number;
  /** Of trajectories.jsonl. */
  readonly megabytes: number;
  readonly phase: string;
  /** Of the machine when the command ended, its own included. */
  readonly load: number;
}

/** What is wanted of a report of so many trials. */
const WANTED_REPORT = { trials: 100_000, seconds: 60 };
/** What is wanted of every command on every size: memory, and the time of a trial beside that in the smallest run. */
const WANTED = { peakMb: 2048, ratio: 1.3 };

/** Starts a script of this project in a process of its own, as npm would. */
function start(script: string, args: readonly string[], usage: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', '--import', USAGE, join('scripts', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, LUCID_BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Runs a script to its end and gives what it used. Throws where it did not end well. */
export async function measure(script: string, args: readonly string[], folder: string): Promise<Usage> {
  const usage = join(folder, 'usage.json');
  const child = start(script, args, usage);
  const code = await new Promise((resolve) => child.on('exit', (status, signal) => resolve(status ?? signal)));
  if (code !== 0) throw new Error(`${script} ${args.join(' ')}: ended with ${code}`);
  const found = parseJsonText(readFileSync(usage, 'utf8'), usage, usageShape);
  rmSync(usage);
  return found;
}

/** As much of the records is lost to the kill. */
const LOST_BYTES = 2 << 20;

/**
 * Leaves a run as a stop in the middle of a line does, goes on with it, kills that too (SIGKILL) as soon as it wrote a trial, and goes on
 * until it is finished. Gives what the last one used. Throws where a trial is missing then.
 */
export async function resumeAfterKill(
  folder: string,
  args: readonly string[],
  { work, trials }: { readonly work: string; readonly trials: number },
): Promise<Usage> {
  const path = join(folder, TRAJECTORIES_FILE);
  const whole = statSync(path).size;
  truncateSync(path, whole - LOST_BYTES);
  const child = start('bench.ts', args, join(work, 'killed.json'));
  const ended = new Promise((resolve) => child.on('exit', (status, signal) => resolve(signal ?? status)));
  // The torn line goes first.
  const least = whole - LOST_BYTES;
  const poll = setInterval(() => {
    if (statSync(path).size > least) child.kill('SIGKILL');
  }, 20);
  const how = await ended;
  clearInterval(poll);
  if (how !== 'SIGKILL')
    throw new Error(`${path}: expected a run that is killed while it writes, it ended with ${how}`);
  const usage = await measure('bench.ts', args, work);
  let lines = 0;
  await scanLines(path, () => lines++);
  if (lines !== trials) throw new Error(`${path}: expected ${trials} trials, found ${lines}`);
  return usage;
}

/** The table, with the CPU of a trial beside that in the smallest run, and what of it is more than is wanted. */
export function scaleMarkdown(rows: readonly ScaleRow[], facts: Readonly<Record<string, unknown>>): string {
  const least = Math.min(...rows.map(({ trials }) => trials));
  const perTrial = ({ cpuSeconds, trials }: ScaleRow): number => (1000 * cpuSeconds) / trials;
  const smallest = new Map(rows.filter(({ trials }) => trials === least).map((row) => [row.phase, perTrial(row)]));
  const ratio = (row: ScaleRow): number | undefined => {
    const other = smallest.get(row.phase);
    return other === undefined ? undefined : perTrial(row) / other;
  };
  const table = markdownTable({
    header: [
      'trials',
      'steps',
      'MB of trajectories',
      'command',
      'seconds',
      'CPU seconds',
      'CPU ms a trial',
      `times that at ${least}`,
      'peak memory, MB',
      'load',
      'more than wanted',
    ],
    textColumns: [10],
    rows: rows.map((row) => [
      String(row.trials),
      String(row.steps),
      row.megabytes.toFixed(0),
      row.phase,
      row.wallSeconds.toFixed(1),
      row.cpuSeconds.toFixed(1),
      perTrial(row).toFixed(2),
      ratio(row)?.toFixed(2) ?? '',
      row.peakMb.toFixed(0),
      row.load.toFixed(1),
      tooMuch(row, ratio(row)).join(', '),
    ]),
  });
  return `# Runs of any size

What the commands cost on made runs: a small simulated run (kata, every loop to its last round) whose records are repeated for each sample
with requests, answers and programs of their own. \`plan\`: \`bench --plan\`. \`report\`: \`npm run report\`. \`resume\`: \`bench --resume\` of a
run in which nothing is left to do, with its report. \`resume after a kill\`: the end of the records is cut off in the middle of a line, the
run is resumed, killed while it writes, and resumed until every trial is there. Memory is the peak of the command's own process.

Wanted: every command under ${WANTED.peakMb} MB; the CPU of a trial at most ${WANTED.ratio} times that in the smallest run; a report of up to ${WANTED_REPORT.trials} trials
in at most ${WANTED_REPORT.seconds} seconds, which only a machine with little else to do shows (load).

${table}

${Object.entries(facts)
  .map(([name, value]) => `- ${name}: ${value}`)
  .join('\n')}
`;
}

function tooMuch({ phase, trials, wallSeconds, peakMb }: ScaleRow, ratio: number | undefined): string[] {
  const isSlow = phase === 'report' && trials <= WANTED_REPORT.trials && wallSeconds > WANTED_REPORT.seconds;
  return [
    ...(isSlow ? ['seconds'] : []),
    ...(ratio !== undefined && ratio > WANTED.ratio ? ['CPU a trial'] : []),
    ...(peakMb > WANTED.peakMb ? ['memory'] : []),
  ];
}
