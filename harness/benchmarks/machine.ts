import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../text/markdown-table.ts';

const UNKNOWN = 'unknown';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Facts about the machine and the versions a benchmark was run with; no names of hosts, users or folders. */
export function describeMachine(python: string): Record<string, string | number | boolean> {
  return {
    commit: output('git', ['-C', ROOT, 'rev-parse', 'HEAD']),
    isDirty: isDirty(),
    node: process.version,
    python: output(python, ['-c', 'import sys; print(sys.version.split()[0])']),
    kernel: release(),
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    governor: governor(),
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

/** What stands at the end of a report: the facts, a row each. */
export function machineParts(facts: Readonly<Record<string, unknown>>): readonly string[] {
  const rows = Object.entries(facts).map(([name, value]) => [name, String(value)]);
  return ['## The machine', markdownTable({ header: ['fact', 'value'], rows, textColumns: [1] })];
}

/** The versions of Python packages in that interpreter's environment; nothing without one. */
export function packageVersions(python: string | undefined, names: readonly string[]): Record<string, string> {
  if (python === undefined) return {};
  const question = (name: string) => `import importlib.metadata as m; print(m.version('${name}'))`;
  return Object.fromEntries(names.map((name) => [name, output(python, ['-c', question(name)])]));
}

function isDirty(): boolean | string {
  const status = output('git', ['-C', ROOT, 'status', '--porcelain', '--', 'harness', 'scripts']);
  return status === UNKNOWN ? UNKNOWN : status !== '';
}

function governor(): string {
  try {
    return readFileSync('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor', 'utf8').trim();
  } catch {
    return 'none shown (a virtual machine, or no frequency control)';
  }
}

function output(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return UNKNOWN;
  }
}
