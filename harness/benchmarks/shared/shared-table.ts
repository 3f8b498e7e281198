import { markdownTable } from '../../text/markdown-table.ts';
import { machineParts } from '../machine.ts';
import type { SharedResult } from './shared-containers.ts';

interface SharedReport {
  readonly date: string;
  readonly programs: number;
  readonly seed: number;
  readonly slots: number;
  readonly machine: Readonly<Record<string, string | number | boolean>>;
  readonly notAsked: readonly string[];
  readonly results: readonly SharedResult[];
}

/** The report as markdown: counts, then each wrong verdict and each thing that was left. */
export function sharedMarkdown({ date, programs, seed, slots, machine, notAsked, results }: SharedReport): string {
  return `${[
    `# Programs in containers that tasks share, ${date}`,
    `${programs.toLocaleString('en')} hostile and honest programs of 164 tasks, and a plain program of another task beside each, in an order drawn by seed ${seed}: the whole bundle again and again, each time in another order. All ran in ${slots} containers, one verdict at a time in each, as \`npm run grade\` uses them (\`--containers shared\`). *Wrong*: solved that must not be, not solved that must, or no verdict; where a program was not solved for another reason than expected, that is listed apart. *Left*: what a program found in a container (processes, IPC objects, files, sockets, keys, mounts, limits and settings of its own) that it had not found at the beginning, or found no more.`,
    ...notAsked.map((line) => `**Not asked: ${line}**`),
    markdownTable({ header: HEADER, rows: results.map(row) }),
    'Plain programs say under which uid they ran: as many different uids as such verdicts, so none had one that another had. bubblewrap of an ordinary user has one uid, in a user namespace of its own.',
    ...results.flatMap(({ sandbox, wrong }) => list(`Wrong verdicts in ${sandbox}`, wrong.map(describeWrong))),
    ...results.flatMap(({ sandbox, otherReason }) =>
      list(`Not solved for another reason in ${sandbox}`, otherReason.map(describeWrong)),
    ),
    ...results.flatMap(({ sandbox, left }) => list(`Left in ${sandbox}`, left)),
    ...machineParts(machine),
  ].join('\n\n')}\n`;
}

const HEADER = [
  'sandbox',
  'hostile, wrong',
  'honest, wrong',
  'plain, wrong',
  'other reason',
  'ended their container',
  'uids, different',
  'looks',
  'left',
];

function row({ sandbox, verdicts, otherReason, ended, uids, looks, left }: SharedResult): string[] {
  const { hostile, honest, plain } = verdicts;
  const counts = [hostile, honest, plain].map(({ all, wrong }) => `${all}, ${wrong}`);
  const uidCounts = `${uids.said}, ${uids.different}`;
  return [sandbox, ...counts, ...[otherReason.length, ended, uidCounts, looks, left.length].map(String)];
}

const describeWrong = ({ program, expected, came }: SharedResult['wrong'][number]): string =>
  `a program that ${program}: expected ${expected}, came ${came}`;

/** A heading and a line each; nothing where there is none. */
function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line.replaceAll('`', "'")}`).join('\n')];
}
