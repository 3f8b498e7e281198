import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { analyse } from '../metrics/analysis.ts';
import { writeRemade, writeRemadeTogether } from '../storage/line-file.ts';
import { csvParts } from '../text/csv.ts';
import type { Run, RunTexts } from '../types/record.ts';
import { csvTables } from './csv/csv-files.ts';
import { partsTogether, type TrialRows } from './csv-file.ts';
import { markdownReport } from './markdown.ts';
import { writePages } from './page/write-pages.ts';
import { screenReport } from './screen.ts';
import { writePredictions } from './write-predictions.ts';

/**
 * Writes tables.md, the CSV files and report.html with its figures and task pages into `folder` (made when absent, files replaced), for
 * patches also predictions, and returns the paths of all but figures and pages and the short report for the screen. Calls no model, reads
 * no clock: equal runs give equal bytes.
 */
export async function writeReport(
  run: Run,
  folder: string,
  texts?: RunTexts,
): Promise<{ files: readonly string[]; screen: string }> {
  const analysis = analyse(run);
  await mkdir(folder, { recursive: true });
  const names = ['tables.md'];
  await writeRemade(join(folder, 'tables.md'), markdownReport(analysis));
  const ofTrials = new Map<string, TrialRows>();
  for (const [name, table] of Object.entries(csvTables(analysis))) {
    const path = join(folder, name);
    if ('rowsOf' in table) ofTrials.set(path, table);
    else await writeRemade(path, csvParts(table));
    names.push(name);
  }
  await writeRemadeTogether(partsTogether(run, ofTrials));
  const page = await writePages(analysis, folder, texts);
  const files = [page, ...names.map((name) => join(folder, name)), ...(await writePredictions(analysis, folder))];
  return { files, screen: screenReport(analysis, page) };
}
