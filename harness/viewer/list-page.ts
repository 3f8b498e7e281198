import { page } from '../report/page/document.ts';
import { html } from '../report/page/html.ts';
import { type Cell, htmlTable } from '../report/page/tables.ts';
import { address, filterForm, type Query } from './filters.ts';
import type { ListedRun, RunList } from './run-list.ts';

/** More runs are found by searching. */
const MOST_ROWS = 500;

const COLUMNS: readonly Cell[] = [
  ...['run, and what it says first', 'begun (UTC)', 'state', 'dataset', 'model'].map((content) => ({
    content,
    kind: 'text' as const,
  })),
  ...['arms', 'tasks', 'samples'].map((content) => ({ content })),
];

/** The runs of this machine, the newest first, as far as the search and the filters let them through. */
export function listPage({ runs, unreadable }: RunList, query: Query): string {
  const shown = runs.filter((run) => isMeant(run, query));
  const distinct = (pick: (run: ListedRun) => string) => [...new Set(runs.map(pick))].sort();
  const fields = [
    { name: 'q', label: 'Search', values: [] },
    { name: 'state', label: 'State', values: ['running', 'finished', 'unfinished'], any: 'any' },
    { name: 'dataset', label: 'Dataset', values: distinct(({ manifest }) => manifest.identity.dataset), any: 'any' },
    { name: 'model', label: 'Model', values: distinct(({ manifest }) => manifest.identity.model), any: 'any' },
  ];
  return page({
    title: 'Runs',
    header: html`<h1>Runs</h1>
<p>${shown.length} of ${runs.length} runs on this machine, the newest first. Reading only: nothing here changes a record.</p>
${filterForm('/', fields, query)}`,
    navigation: html`<ul><li><a href="#compare">Two runs side by side</a></li>\n<li><a href="/words">Glossary</a></li></ul>`,
    main: html`<section><h2 class="unseen">List</h2>${
      shown.length === 0
        ? html`<p>No run is like that. <code>npm run bench</code> makes one.</p>`
        : htmlTable('Runs', COLUMNS, shown.slice(0, MOST_ROWS).map(cells), { mayBeTall: true })
    }${unreadable.map((why) => html`<p>Not listed: ${why}</p>`)}</section>
<section id="compare"><h2>Two runs side by side</h2>
${filterForm(
  '/compare',
  [
    { name: 'a', label: 'First', values: runs.map(({ name }) => name) },
    { name: 'b', label: 'Second', values: runs.map(({ name }) => name) },
  ],
  { a: runs[1]?.name, b: runs[0]?.name },
)}</section>`,
    footer: html`<p>Every number stands in the run folders.</p>`,
    viewer: {},
  });
}

function cells({ name, startedAt, state, manifest, headline, live }: ListedRun): Cell[] {
  const { dataset, model, conditions, taskIds, samples } = manifest.identity;
  const progress = live === undefined ? state : `running, ${live.done} of ${live.trials} trials`;
  const said = html`<div class="said">${manifest.isSimulated ? 'SIMULATED. ' : undefined}${headline}</div>`;
  return [
    {
      content: html`<div class="run"><a href="${address(['runs', name])}">${name}</a>${headline === '' ? undefined : said}</div>`,
    },
    { content: minuteOf(startedAt), kind: 'text' },
    { content: html`<span class="state ${state}">${progress}</span>`, kind: 'text' },
    { content: dataset, kind: 'text' },
    { content: html`<div class="run narrow">${model}</div>`, kind: 'text' },
    { content: conditions.length },
    { content: taskIds.length },
    { content: samples },
  ];
}

/** The minute of a time as manifests say it. */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

function isMeant({ name, state, manifest: { identity }, headline }: ListedRun, query: Query): boolean {
  const text = [name, identity.dataset, identity.model, headline, ...identity.conditions.map((one) => one.name)]
    .join(' ')
    .toLowerCase();
  const words = (query.q ?? '').toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    (!query.state || query.state === state) &&
    (!query.dataset || query.dataset === identity.dataset) &&
    (!query.model || query.model === identity.model)
  );
}
