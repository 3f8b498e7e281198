import type { Analysis } from '../../metrics/analysis.ts';
import { columnKs } from '../../metrics/columns.ts';
import type { ConditionIdentity, TrialEnd } from '../../types/record.ts';
import { simulatedNotice } from '../header.ts';
import { count, label } from '../tables/format.ts';
import { attempt } from './attempt.ts';
import { page } from './document.ts';
import { type Html, html } from './html.ts';
import { OUTCOME_LEGEND, outcomeMarks } from './outcome-marks.ts';
import { type Cell, htmlTable } from './tables.ts';
import { taskPagePath } from './task-links.ts';
import type { TaskRecord } from './task-records.ts';

/** The tasks before and after one, as the page leads to them. */
interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The page of one task: what every arm came to at every k, then every attempt of every trial, side by side. */
export function taskPage(analysis: Analysis, record: TaskRecord, neighbours: Neighbours): string {
  const { dataset, model, conditions } = analysis.run.manifest.identity;
  const notice = simulatedNotice(analysis.run);
  return page({
    title: `${record.taskId}: ${dataset} answered by ${model}`,
    header: html`${pathLinks(neighbours)}
<h1>${record.taskId}</h1>
${notice === undefined ? undefined : html`<p class="notice">${notice}</p>`}
<p>${dataset} answered by ${model}. † marks arms whose loop looks at the grading tests (oracle).</p>`,
    navigation: html`<ul>${conditions.map((condition) => html`<li><a href="#${anchor(condition)}">${label(condition)}</a></li>\n`)}</ul>`,
    main: html`<section><h2>Outcomes</h2>
<p>${OUTCOME_LEGEND}.</p>
${outcomeTable(analysis, record)}</section>
${conditions.map((condition) => armSection(condition, record))}`,
    footer: html`<p>Made from trajectories.jsonl and grades.jsonl of the run folder, which hold every text whole.</p>`,
  });
}

function pathLinks({ previous, next }: Neighbours): Html {
  const link = (taskId: string | undefined, before: string, after: string) =>
    taskId === undefined ? undefined : html`<a href="../${taskPagePath(taskId)}">${before}${taskId}${after}</a>\n`;
  return html`<div class="path"><a href="../report.html#tasks">Report</a>
${link(previous, '← ', '')}${link(next, '', ' →')}</div>`;
}

function anchor({ name }: ConditionIdentity): string {
  return `arm-${name}`;
}

function outcomeTable({ run }: Analysis, { cells }: TaskRecord): Html {
  const ks = columnKs(run);
  const rows = run.manifest.identity.conditions.map((condition): Cell[] => [
    { content: label(condition) },
    ...ks.map((k): Cell => {
      const cell = cells.find((one) => one.condition.name === condition.name && one.k === k);
      return { content: cell === undefined ? '' : outcomeMarks(cell.outcomes), kind: 'text' };
    }),
  ]);
  return htmlTable(
    'Outcome by condition and k',
    [{ content: 'condition' }, ...ks.map((k): Cell => ({ content: `k = ${k}`, kind: 'text' }))],
    rows,
  );
}

function armSection(condition: ConditionIdentity, { trials }: TaskRecord): Html {
  const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name);
  return html`<section id="${anchor(condition)}"><h2>${label(condition)}</h2>
<p>${condition.description}</p>
${own.length === 0 ? html`<p>Not run.</p>` : undefined}${own.map(({ trajectory, grades }) => {
  const { sample, kRun, steps, end } = trajectory;
  const name = [
    ...(own.length > 1 ? [`Sample ${sample}`] : []),
    ...(kRun === undefined ? [] : [`run for k = ${kRun}`]),
    `${steps.length} ${steps.length === 1 ? 'attempt' : 'attempts'}`,
  ].join(', ');
  return html`<h3>${name}; ${endText(end)}</h3>
<ol class="attempts" tabindex="0" aria-label="Attempts of ${label(condition)}, sample ${sample}${kRun === undefined ? '' : `, k = ${kRun}`}">
${steps.map((step, position) => attempt(step, grades.get(step.index), steps[position - 1]))}</ol>
`;
})}</section>
`;
}

function endText(end: TrialEnd): string {
  if (end.status === 'submitted') return `submitted: ${end.reason}`;
  if (end.status === 'limit') return `limit met: ${end.limit} ${count(end.value)}, bound ${count(end.bound)}`;
  return `error: ${end.kind}`;
}
