import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRemade } from './line-file.ts';
import { analyse } from './metrics/analysis.ts';
import { writePages } from './page/write-pages.ts';
import { writePredictions } from './swebench/write-predictions.ts';
import { csvText } from './tables/csv.ts';
import { csvTables } from './tables/csv-files.ts';
import { markdownReport } from './tables/markdown.ts';
import { screenReport } from './tables/screen.ts';
import type { Run } from './types.ts';

/**
 * Writes tables.md, the CSV files and report.html with its figures and task pages into `folder` (made when absent, files replaced), for
 * patches also predictions, and returns the paths of all but figures and pages and the short report for the screen. Calls no model, reads no clock: equal runs give
 * equal bytes.
 */
export async function writeReport(run: Run, folder: string): Promise<{ files: readonly string[]; screen: string }> {
  const analysis = analyse(run);
  const contents: readonly (readonly [name: string, text: string])[] = [
    ['tables.md', markdownReport(analysis)],
    ...Object.entries(csvTables(analysis)).map(([name, table]) => [name, csvText(table)] as const),
  ];
  await mkdir(folder, { recursive: true });
  await Promise.all(contents.map(([name, text]) => writeRemade(join(folder, name), text)));
  const files = [
    await writePages(analysis, folder),
    ...contents.map(([name]) => join(folder, name)),
    ...(await writePredictions(analysis, folder)),
  ];
  return { files, screen: screenReport(analysis, files) };
}
