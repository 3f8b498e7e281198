import type { Analysis } from '../../metrics/analysis.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import type { Section } from '../../text/section.ts';
import { headerLines, simulatedNotice } from '../header.ts';
import { reportGroups } from '../markdown.ts';
import { RUN_TITLE, SUMMARY_TITLE, summary } from '../summary/summary.ts';
import { count, label } from '../tables/format.ts';
import type { DrawnFigure } from './all-figures.ts';
import { page } from './document.ts';
import { glossary } from './glossary.ts';
import { type Html, html } from './html.ts';
import { outcomeMarks } from './outcome-marks.ts';
import { type Cell, dataTable, htmlTable, notesOf, reportTable } from './tables.ts';
import { taskPagePath } from './task-links.ts';
import { lastCells, type TaskRecord } from './task-records.ts';

/** Data of more rows than this are not repeated in the page. */
const MOST_ROWS = 300;

/** A table with more rows than this is folded when a figure or a shorter table of its section says the same. */
const FOLDED_ROWS = 20;

/** The figure that stands beside the answer. */
const MAIN_FIGURE = 'accuracy-by-k';

/** Sentences of the summary that stand before the main figure; the others follow it. */
const FIRST_SENTENCES = 2;

/**
 * report.html: the answer with its figure, every section of tables.md with its figures by the question they answer, what was run, and the
 * way to the page of each task.
 */
export function overview(analysis: Analysis, figures: readonly DrawnFigure[], tasks: readonly TaskRecord[]): string {
  const { dataset, model } = analysis.run.manifest.identity;
  const notice = simulatedNotice(analysis.run);
  const groups = reportGroups(analysis);
  const main = figures.find(({ figure }) => figure.name === MAIN_FIGURE);
  const others = figures.filter((one) => one !== main);
  const titles = new Set(groups.flatMap(({ sections }) => sections.map(({ title }) => title)));
  const homeless = others.filter(({ figure }) => !titles.has(figure.section));
  return page({
    title: `${dataset} answered by ${model}`,
    header: html`<h1>${dataset} answered by ${model}</h1>
${notice === undefined ? undefined : html`<p class="notice">${notice}</p>`}
${summaryPart(analysis, main && figurePart(main, notice))}<details class="provenance"><summary>${RUN_TITLE}</summary>
<ul class="facts">${headerLines(analysis).map((line) => html`<li>${line}</li>\n`)}</ul></details>`,
    navigation: html`<ul class="contents">${groups.map(
      ({ question, sections }) =>
        html`<li>${question}<ul>${sections.map(({ title }) => contentsItem(title))}</ul></li>\n`,
    )}<li>One by one<ul>${[...homeless.map(({ figure }) => figure.title), 'Tasks', 'Words'].map(contentsItem)}</ul></li></ul>`,
    main: html`${groups.map(
      ({ question, sections }) =>
        html`<div class="group"><p class="question">${question}</p>${sections.map((section) =>
          sectionPart(
            section,
            others.filter(({ figure }) => figure.section === section.title),
            notice,
          ),
        )}</div>\n`,
    )}${homeless.map((drawn) => html`<section id="${anchor(drawn.figure.title)}"><h2>${drawn.figure.title}</h2>${figurePart(drawn, notice)}</section>\n`)}${taskSection(analysis, tasks)}<section id="words"><h2>Words</h2>${glossary()}</section>`,
    footer: html`<p>Every number stands in the CSV files of the run folder, every text in its records; equal runs give equal bytes.</p>`,
  });
}

function contentsItem(title: string): Html {
  return html`<li><a href="#${anchor(title)}">${title}</a></li>\n`;
}

/** What the report begins with, its main figure after the first sentences; its notice stands above it already. */
function summaryPart(analysis: Analysis, figure: Html | undefined): Html {
  const statements = summary(analysis).filter(({ kind }) => kind !== 'notice');
  return html`<section id="${anchor(SUMMARY_TITLE)}" class="summary"><h2>${SUMMARY_TITLE}</h2>
${statements.slice(0, FIRST_SENTENCES).map(statementPart)}${figure}${statements.slice(FIRST_SENTENCES).map(statementPart)}</section>
`;
}

function statementPart({ kind, text, items = [] }: ReturnType<typeof summary>[number]): Html {
  const warning = kind === 'warning' ? html`<strong>WARNING:</strong> ` : undefined;
  const list =
    items.length === 0 ? undefined : html`<ul class="items">${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
  return html`<div class="${kind}"><p>${warning}${text}</p>${list}</div>\n`;
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function sectionPart(section: Section, figures: readonly DrawnFigure[], notice: string | undefined): Html {
  const [first, ...others] = section.tables;
  const table = (position: number) => {
    const own = section.tables[position];
    if (own === undefined) return undefined;
    const name = section.tables.length > 1 ? `${section.title}, table ${position + 1}` : section.title;
    const markup = html`${smallNotice(notice)}${reportTable(name, own)}`;
    const isFolded = own.rows.length > FOLDED_ROWS && (position > 0 || figures.length > 0);
    return isFolded ? html`<details><summary>All ${own.rows.length} rows</summary>${markup}</details>\n` : markup;
  };
  return html`<section id="${anchor(section.title)}"><h2>${section.title}</h2>
${figures.slice(0, 1).map((drawn) => figurePart(drawn, notice))}${first === undefined ? undefined : table(0)}${figures
  .slice(1)
  .map((drawn) =>
    figurePart(drawn, notice),
  )}${others.map((_, position) => table(position + 1))}${notesOf(section)}</section>
`;
}

function figurePart({ figure, plots }: DrawnFigure, notice: string | undefined): Html {
  const { name, title, caption, data } = figure;
  const hasNarrow = plots.length > 1;
  return html`<figure id="${name}"><h3>${title}</h3>
${smallNotice(notice)}${plots.map(({ form, markup }) =>
  form === 'wide' && !hasNarrow
    ? html`<div class="plot" tabindex="0" role="group" aria-label="${title} (scrolls sideways)">${markup}</div>\n`
    : html`<div class="plot fitting ${form}${hasNarrow ? ' has-narrow' : ''}">${markup}</div>\n`,
)}<figcaption>${caption}</figcaption></figure>
<div class="data"><a href="figures/${name}.csv">Data as CSV</a><a href="figures/${name}.svg">Figure as SVG</a>${
    data.rows.length > MOST_ROWS
      ? html`<span>${count(data.rows.length)} rows</span>`
      : html`<details><summary>The numbers behind it (${data.rows.length} rows)</summary>${dataTable(`Data of: ${title}`, data)}</details>`
  }</div>
`;
}

function smallNotice(notice: string | undefined): Html | undefined {
  return notice === undefined ? undefined : html`<p class="notice small">${notice}</p>\n`;
}

function taskSection(analysis: Analysis, tasks: readonly TaskRecord[]): Html {
  const violating = new Map<string, string[]>();
  for (const { condition, violatingTasks } of analysis.monotonicity) {
    for (const taskId of violatingTasks) violating.set(taskId, [...(violating.get(taskId) ?? []), label(condition)]);
  }
  const rows = tasks.map((task): Cell[] => {
    const last = lastCells(task);
    const outcomes = last.flatMap((cell) => cell.outcomes);
    const first = task.cells.find(({ k }) => k === 0)?.outcomes ?? [];
    return [
      { content: html`<a href="${taskPagePath(task.taskId)}">${task.taskId}</a>` },
      { content: outcomeMarks(first), kind: 'text' },
      { content: `${outcomes.filter(({ status }) => status === 'solved').length} / ${outcomes.length}` },
      { content: outcomes.filter(({ status }) => status === 'ungraded').length },
      { content: task.trials.reduce((sum, { trajectory }) => sum + trajectory.steps.length, 0) },
      { content: (violating.get(task.taskId) ?? []).join(', '), kind: 'long' },
    ];
  });
  return html`<section id="tasks"><h2>Tasks</h2>
<p>The page of a task shows every attempt of every arm side by side, with the diff between one candidate and the next, verdicts, claims, plan and the result of the ${whatGrades(analysis.run.manifest.identity)}.</p>
${htmlTable(
  'Tasks with links to their pages',
  [
    { content: 'task' },
    { content: 'first generation', kind: 'text' },
    { content: 'solved at the largest k' },
    { content: 'ungraded' },
    { content: 'attempts' },
    { content: 'solved at some k and unsolved at a larger one', kind: 'long' },
  ],
  rows,
  { mayBeTall: true },
)}</section>
`;
}
