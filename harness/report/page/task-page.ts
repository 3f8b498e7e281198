import type { Analysis } from '../../metrics/analysis.ts';
import { columnKs } from '../../metrics/columns.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import type { ConditionIdentity, TrialEnd } from '../../types/record.ts';
import { simulatedNotice } from '../header.ts';
import { count, label } from '../tables/format.ts';
import { attempt } from './attempt.ts';
import { type AttemptView, viewOf } from './calls.ts';
import { cut } from './cut.ts';
import { page } from './document.ts';
import { type Html, html } from './html.ts';
import { linesOf } from './line-diff.ts';
import { OUTCOME_LEGEND, outcomeMarks } from './outcome-marks.ts';
import { proseLines } from './python-markup.ts';
import { type Cell, htmlTable } from './tables.ts';
import { taskPagePath } from './task-links.ts';
import type { TaskRecord } from './task-records.ts';

/** Other tasks that the page leads to, each with what it is: `← previous`, `next flipped →`. */
export interface TaskLink {
  readonly taskId: string;
  readonly words: string;
}

/** What a viewer adds to the page of a task. */
interface TaskPageOptions extends AttemptView {
  /** Arms that are shown; all when absent. */
  readonly arms?: ReadonlySet<string>;
  /** Where the links of the page lead, with what it keeps of its own address. */
  readonly search?: string;
  /** Below the heading: filters. */
  readonly controls?: Html;
  /** Above it: the way back. */
  readonly path?: Html;
  readonly viewer?: { readonly script?: string };
}

/** The page of one task: what every arm came to at every k, the task, then the arms side by side with every attempt of every trial. */
export function taskPage(
  analysis: Pick<Analysis, 'run'>,
  record: TaskRecord,
  links: readonly TaskLink[],
  options: TaskPageOptions = viewOf(analysis.run.manifest.identity),
): string {
  const { identity } = analysis.run.manifest;
  const { dataset, model } = identity;
  const { arms, controls } = options;
  const conditions = identity.conditions.filter(({ name }) => arms?.has(name) !== false);
  const notice = simulatedNotice(analysis.run);
  return page({
    title: `${record.taskId}: ${dataset} answered by ${model}`,
    header: html`${pathLinks(links, options)}
<h1>${record.taskId}</h1>
${notice === undefined ? undefined : html`<p class="notice">${notice}</p>`}
<p>${dataset} answered by ${model}. † marks arms whose loop looks at the ${whatGrades(identity)} (oracle).</p>${controls}`,
    navigation: html`<ul>${conditions.map((condition) => html`<li><a href="#${anchor(condition)}">${label(condition)}</a></li>\n`)}</ul>`,
    main: html`${taskPart(record, options)}<section><h2>Outcomes</h2>
<p>${OUTCOME_LEGEND}.</p>
${outcomeTable(analysis, record)}</section>
<section><h2>Attempts</h2>
<div class="arms" tabindex="0" role="group" aria-label="Arms side by side (scrolls sideways)">${conditions.map((condition) => armSection(condition, record, options))}</div></section>
`,
    footer: html`<p>Made from trajectories.jsonl and grades.jsonl of the run folder, which hold every text whole.${
      options.texts === undefined
        ? html` What the model was sent and what it said: <code>npm run view</code>, or <code>npm run report -- FOLDER --calls</code>.`
        : undefined
    }</p>`,
    ...(options.viewer === undefined ? {} : { viewer: options.viewer }),
  });
}

function pathLinks(links: readonly TaskLink[], { path, search = '' }: TaskPageOptions): Html {
  return html`<div class="path">${path ?? html`<a href="../report.html#tasks">Report</a>`}
${links.map(({ taskId, words }) => html`<a href="../${taskPagePath(taskId)}${search}">${words.replace('TASK', taskId)}</a>\n`)}</div>`;
}

/** The first prompt, which shows the task; where requests are kept. */
function taskPart({ trials }: TaskRecord, { texts, isPython }: TaskPageOptions): Html | undefined {
  const first = trials
    .flatMap(({ trajectory }) => trajectory.steps[0]?.calls ?? trajectory.unfinishedCalls)
    .find(({ role }) => role === 'generate');
  const prompt = first && texts?.request(first.key)?.messages.findLast(({ role }) => role === 'user')?.content;
  if (prompt === undefined) return undefined;
  const lines = isPython ? proseLines(cut(prompt)) : linesOf(cut(prompt));
  return html`<section><h2>Task, as the model was first asked</h2>
<pre class="wrapped" tabindex="0" role="group" aria-label="Task">${lines.map((line, at) => html`<span>${linesOf(prompt)[at] === '' ? ' ' : line}</span>`)}</pre></section>
`;
}

function anchor({ name }: ConditionIdentity): string {
  return `arm-${name}`;
}

function outcomeTable({ run }: Pick<Analysis, 'run'>, { cells }: TaskRecord): Html {
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

function armSection(condition: ConditionIdentity, { trials }: TaskRecord, view: AttemptView): Html {
  const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name);
  return html`<section class="arm" id="${anchor(condition)}"><h3>${label(condition)}</h3>
<p>${condition.description}</p>
${own.length === 0 ? html`<p>Not run.</p>` : undefined}${own.map(({ trajectory, grades }) => {
  const { sample, kRun, steps, end } = trajectory;
  const name = [
    ...(own.length > 1 ? [`Sample ${sample}`] : []),
    ...(kRun === undefined ? [] : [`run for k = ${kRun}`]),
    `${steps.length} ${steps.length === 1 ? 'attempt' : 'attempts'}`,
  ].join(', ');
  return html`<p class="trial">${name}; ${endText(end)}</p>
<ol class="attempts" aria-label="Attempts of ${label(condition)}, sample ${sample}${kRun === undefined ? '' : `, k = ${kRun}`}">
${steps.map((step, position) => attempt(step, grades.get(step.index), steps[position - 1], view))}</ol>
`;
})}</section>
`;
}

function endText(end: TrialEnd): string {
  if (end.status === 'submitted') return `submitted: ${end.reason}`;
  if (end.status === 'limit') return `limit met: ${end.limit} ${count(end.value)}, bound ${count(end.bound)}`;
  return `error: ${end.kind}`;
}
