import type { LiveState } from '../records/live-state.ts';
import { page } from '../report/page/document.ts';
import { type Html, html } from '../report/page/html.ts';
import { OUTCOME_LEGEND, outcomeMarks } from '../report/page/outcome-marks.ts';
import { htmlTable } from '../report/page/tables.ts';
import { taskPagePath } from '../report/page/task-links.ts';
import { shellWord } from '../text/shell-word.ts';
import { address, filterForm, type Query } from './filters.ts';
import { minuteOf } from './list-page.ts';
import { LIVE_SCRIPT } from './live-script.ts';
import type { TrialOutcome } from './run-index.ts';
import type { ListedRun } from './run-list.ts';
import { type ListedTask, listTasks, marked, reasonsIn } from './task-list.ts';

const ROWS_A_PAGE = 200;

/** One run: what it is, how far it is while it runs, its report, and its tasks with filters. */
export function runPage(
  run: ListedRun,
  others: readonly ListedRun[],
  outcomes: ReadonlyMap<string, readonly TrialOutcome[]>,
  query: Query,
): string {
  const { name, manifest, state, headline, live, path } = run;
  const { dataset, model, conditions, k, samples } = manifest.identity;
  return page({
    title: `${name}: ${dataset} answered by ${model}`,
    header: html`<div class="path"><a href="/">Runs</a></div>
<h1>${dataset} answered by ${model}</h1>
${manifest.isSimulated ? html`<p class="notice">SIMULATED, not measured: differences between conditions are those of the profile, never a finding.</p>` : undefined}
${headline === '' ? undefined : html`<p>${headline}</p>`}
<ul class="facts"><li>${path}</li>
<li>begun ${minuteOf(run.startedAt)} UTC, ${state}; ${conditions.length} arms, k = ${k.join(', ')}, ${samples} ${samples === 1 ? 'sample' : 'samples'} of each task</li></ul>`,
    navigation: html`<ul>${
      state === 'finished'
        ? html`<li><a href="${address(['runs', name, 'report.html'])}">Report</a></li>
<li><a href="${address(['runs', name, 'tables.md'])}">Tables as text</a></li>\n`
        : undefined
    }<li><a href="#tasks">Tasks</a></li>
<li><a href="#compare">Beside another run</a></li>
<li><a href="/words">Glossary</a></li></ul>`,
    main: html`${live === undefined ? unfinishedPart(run) : livePart(live)}${tasksPart(run, outcomes, query)}
<section id="compare"><h2>Beside another run</h2>
${filterForm('/compare', [{ name: 'b', label: 'Run', values: others.filter((one) => one.name !== name).map((one) => one.name) }], {}, html`<input type="hidden" name="a" value="${name}">`)}</section>`,
    footer: html`<p>Every number stands in the run folder.</p>`,
    viewer: live === undefined ? {} : { script: LIVE_SCRIPT },
  });
}

function unfinishedPart({ state, path }: ListedRun): Html | undefined {
  if (state !== 'unfinished') return undefined;
  return html`<section><h2>Unfinished</h2><p>Nothing runs in this folder now. <code>npm run bench -- --resume ${shellWord(path)}</code> goes on.</p></section>
`;
}

/** What happens now; its pieces are replaced every two seconds. */
export function livePart(live: LiveState): Html {
  const { calls, failures, limit, spent, leftMs, elapsedMs } = live;
  const failed = Object.entries(failures).sort(([, a], [, b]) => b - a);
  const facts: readonly (readonly [string, string | number])[] = [
    ['trials', `${live.done} of ${live.trials}${live.found === 0 ? '' : ` (${live.found} of an earlier session)`}`],
    ['running for', minutes(elapsedMs)],
    ['left, at the pace so far', leftMs === undefined ? 'not known yet' : minutes(leftMs)],
    ['calls in flight', calls.inFlight],
    ['waiting for the provider', calls.waiting],
    ['calls answered', calls.done],
    ['attempts made again', calls.retried],
    ['limit of calls at a time', limit ?? 'as given'],
    ['spent', spent === '' ? 'nothing' : spent],
  ];
  return html`<section><h2>Running: ${live.phase}</h2>
<div id="live"><progress max="${live.trials}" value="${live.done}" aria-label="Trials done"></progress>
<dl class="live">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${htmlTable(
  'Progress by arm',
  ['arm', 'done', 'of', 'solved', 'graded', 'in error'].map((content) => ({ content })),
  live.arms.map(({ name, done, trials, solved, graded, errors }) => [
    { content: name },
    { content: done },
    { content: trials },
    { content: solved },
    { content: graded },
    { content: errors },
  ]),
)}
<p>${failed.length === 0 ? 'Nothing failed so far.' : `Failures by kind: ${failed.map(([kind, count]) => `${kind} ${count}`).join(', ')}`}</p></div></section>
`;
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function tasksPart(
  { name, manifest }: ListedRun,
  outcomes: ReadonlyMap<string, readonly TrialOutcome[]>,
  query: Query,
): Html {
  const { identity } = manifest;
  const tasks = listTasks(identity, outcomes, query);
  const from = Math.max(0, Number.parseInt(query.from ?? '0', 10) || 0);
  const arms = identity.conditions.map((condition) => condition.name);
  const shownArms = arms.filter((arm) => !query.arms || query.arms.split(',').includes(arm));
  const fields = [
    { name: 'q', label: 'Task', values: [] },
    { name: 'arms', label: 'Arm', values: arms, any: 'all' },
    { name: 'outcome', label: 'Ended', values: ['solved', 'unsolved', 'ungraded'], any: 'anyhow' },
    { name: 'reason', label: 'Reason', values: reasonsIn(outcomes), any: 'any' },
    { name: 'changed', label: 'Only', values: ['failing', 'flipped'], any: 'all tasks' },
  ];
  const kept = { arms: query.arms, outcome: query.outcome, reason: query.reason, changed: query.changed };
  const more = (at: number, words: string) =>
    html`<a href="${address(['runs', name], { ...query, from: String(at) })}#tasks">${words}</a> `;
  return html`<section id="tasks"><h2>Tasks</h2>
${filterForm(address(['runs', name]), fields, query)}<p>${tasks.length} of ${identity.taskIds.length} tasks; ${OUTCOME_LEGEND}. <em>Flipped</em>: the last step came out otherwise than the first.</p>
${htmlTable(
  'Tasks, and how each arm ended',
  [{ content: 'task' }, ...shownArms.map((arm) => ({ content: arm, kind: 'text' as const }))],
  tasks.slice(from, from + ROWS_A_PAGE).map((task) => taskRow(name, task, shownArms, kept)),
  { mayBeTall: true },
)}<p>${from === 0 ? undefined : more(Math.max(0, from - ROWS_A_PAGE), '← tasks before')}${from + ROWS_A_PAGE >= tasks.length ? undefined : more(from + ROWS_A_PAGE, 'tasks after →')}</p></section>`;
}

function taskRow(name: string, { taskId, trials }: ListedTask, arms: readonly string[], kept: Query) {
  const [folder = '', file = ''] = taskPagePath(taskId).split('/');
  return [
    { content: html`<a href="${address(['runs', name, folder, file], kept)}">${taskId}</a>` },
    ...arms.map((arm) => {
      const own = trials.filter(({ condition }) => condition === arm);
      return {
        content: own.length === 0 ? '' : outcomeMarks(own.map(({ last }) => marked(last))),
        kind: 'text' as const,
      };
    }),
  ];
}
