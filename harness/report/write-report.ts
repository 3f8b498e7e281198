import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { analyse } from '../metrics/analysis.ts';
import { writeRemade } from '../storage/line-file.ts';
import { csvText } from '../text/csv.ts';
import type { Run, RunTexts } from '../types/record.ts';
import { csvTables } from './csv/csv-files.ts';
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
  const contents: readonly (readonly [name: string, text: string])[] = [
    ['tables.md', markdownReport(analysis)],
    ...Object.entries(csvTables(analysis)).map(([name, table]) => [name, csvText(table)] as const),
  ];
  await mkdir(folder, { recursive: true });
  await Promise.all(contents.map(([name, text]) => writeRemade(join(folder, name), text)));
  const page = await writePages(analysis, folder, texts);
  const files = [page, ...contents.map(([name]) => join(folder, name)), ...(await writePredictions(analysis, folder))];
  return { files, screen: screenReport(analysis, page) };
}
