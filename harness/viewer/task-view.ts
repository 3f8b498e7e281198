import { readColumns } from '../metrics/columns.ts';
import { viewOf } from '../report/page/calls.ts';
import { html } from '../report/page/html.ts';
import { taskPagePath } from '../report/page/task-links.ts';
import { taskPage } from '../report/page/task-page.ts';
import { taskRecords } from '../report/page/task-records.ts';
import { roleShape } from '../types/model.ts';
import type { RunTexts } from '../types/record.ts';
import { address, chosen, filterForm, type Query } from './filters.ts';
import type { RunIndex } from './run-index.ts';
import type { ListedRun } from './run-list.ts';
import { type ListedTask, listTasks } from './task-list.ts';

/** The page of one task in the viewer: what `npm run report` writes, with texts, filters and the way to tasks that are alike. */
export function taskView(
  run: ListedRun,
  index: RunIndex,
  texts: RunTexts,
  taskId: string,
  query: Query,
): string | undefined {
  const records = index.taskRun(taskId);
  const [record] = taskRecords({ columns: readColumns(records), run: records });
  if (record === undefined) return undefined;
  const { identity } = run.manifest;
  const arms = chosen(query.arms);
  const roles = chosen(query.role);
  const names = identity.conditions.map(({ name }) => name);
  const kept = { ...query, changed: undefined };
  const [folder, file] = ['tasks', pathOf(taskId)];
  return taskPage({ run: records }, record, linksOf(run, index, taskId, query), {
    ...viewOf(identity),
    texts,
    isWhole: query.show === 'whole',
    search: address([], kept).slice(1),
    ...(arms === undefined ? {} : { arms }),
    ...(roles === undefined ? {} : { roles }),
    viewer: {},
    path: html`<a href="/">Runs</a> <a href="${address(['runs', run.name])}#tasks">${run.name}</a>`,
    controls: filterForm(
      address(['runs', run.name, folder, file]),
      [
        { name: 'arms', label: 'Arm', values: names, any: 'all' },
        { name: 'role', label: 'Calls', values: roleShape.options, any: 'of every role' },
        { name: 'show', label: 'Show', values: ['whole'], any: 'what differs from the step before' },
      ],
      query,
      ['outcome', 'reason'].map((name) =>
        query[name] ? html`<input type="hidden" name="${name}" value="${query[name]}">` : undefined,
      ),
    ),
  });
}

const pathOf = (taskId: string): string => taskPagePath(taskId).replace('tasks/', '');

/** The task before and after, and the nearest ones that fail or flipped, among those the filters of the list let through. */
function linksOf(run: ListedRun, index: RunIndex, taskId: string, query: Query) {
  const { identity } = run.manifest;
  const all = listTasks(identity, index.outcomes, { arms: query.arms, outcome: query.outcome, reason: query.reason });
  const place = new Map(identity.taskIds.map((id, at) => [id, at]));
  const own = place.get(taskId) ?? 0;
  const before = all.filter((task) => (place.get(task.taskId) ?? 0) < own);
  const after = all.filter((task) => (place.get(task.taskId) ?? 0) > own);
  const link = (task: ListedTask | undefined, words: string) =>
    task === undefined ? [] : [{ taskId: task.taskId, words }];
  const failing = ({ isFailing }: ListedTask) => isFailing;
  const flipped = ({ isFlipped }: ListedTask) => isFlipped;
  return [
    ...link(before.at(-1), '← TASK'),
    ...link(after[0], 'TASK →'),
    ...link(before.findLast(failing), '← failing'),
    ...link(after.find(failing), 'failing →'),
    ...link(before.findLast(flipped), '← flipped'),
    ...link(after.find(flipped), 'flipped →'),
  ];
}
