import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis } from '../../metrics/analysis.ts';
import { writeRemade } from '../../storage/line-file.ts';
import { csvText } from '../../text/csv.ts';
import type { RunTexts } from '../../types/record.ts';
import { simulatedNotice } from '../header.ts';
import { allFigures, type DrawnFigure, drawFigure } from './all-figures.ts';
import { viewOf } from './calls.ts';
import { overview } from './overview.ts';
import { taskPagePath } from './task-links.ts';
import { type TaskLink, taskPage } from './task-page.ts';
import { taskRecords } from './task-records.ts';

/**
 * Writes report.html, the figures with their data and one page a task into a run folder, replacing what is there, and returns the
 * path of report.html. With `texts` the pages show what the model was sent and said. Reads no clock: equal analyses give equal bytes. Pages are made one after the other, so that a large run
 * needs the memory of one page.
 */
export async function writePages(analysis: Analysis, folder: string, texts?: RunTexts): Promise<string> {
  const withTexts = texts === undefined ? {} : { texts };
  const { identity } = analysis.run.manifest;
  const notice = simulatedNotice(analysis.run);
  const lines = [`${identity.dataset} answered by ${identity.model}`, ...(notice === undefined ? [] : [notice])];
  await mkdir(join(folder, 'figures'), { recursive: true });
  await mkdir(join(folder, 'tasks'), { recursive: true });
  const drawn: DrawnFigure[] = [];
  for (const figure of allFigures(analysis)) {
    const one = await drawFigure(figure, lines);
    await writeRemade(join(folder, 'figures', `${figure.name}.svg`), one.file);
    await writeRemade(join(folder, 'figures', `${figure.name}.csv`), csvText(figure.data));
    drawn.push(one);
  }
  const tasks = taskRecords(analysis);
  for (const [position, task] of tasks.entries()) {
    const links = neighbours(tasks[position - 1]?.taskId, tasks[position + 1]?.taskId);
    const markup = taskPage(analysis, task, links, { ...viewOf(identity), ...withTexts });
    await writeRemade(join(folder, taskPagePath(task.taskId)), markup);
  }
  const path = join(folder, 'report.html');
  await writeRemade(path, overview(analysis, drawn, tasks));
  return path;
}

function neighbours(previous: string | undefined, next: string | undefined): TaskLink[] {
  return [
    ...(previous === undefined ? [] : [{ taskId: previous, words: '← TASK' }]),
    ...(next === undefined ? [] : [{ taskId: next, words: 'TASK →' }]),
  ];
}
