import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRemade } from '../storage/line-file.ts';
import { csvText } from '../text/csv.ts';
import { calibrationCsv, enumeratedCsv } from './calibration-csv.ts';
import { binomialPlot, calibrationPlot } from './calibration-plots.ts';
import { type Calibration, calibrationMarkdown } from './calibration-report.ts';
import { type ReferenceFile, referenceFileSchema } from './reference-file.ts';

const REFERENCE = 'reference.json';

/** Writes tables, plots, manifest and the reference's answers into `folder`; returns the path of the report. */
export async function writeCalibration(
  folder: string,
  calibration: Calibration,
  reference: ReferenceFile | undefined,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, string> = {
    'calibration.md': calibrationMarkdown(calibration),
    'calibration.csv': csvText(calibrationCsv(calibration.rows)),
    'binomial-coverage.csv': csvText(enumeratedCsv(calibration.enumerated)),
    'calibration.svg': await calibrationPlot(calibration.rows),
    'binomial-coverage.svg': await binomialPlot(calibration.enumerated),
    'manifest.json': `${JSON.stringify(calibration.facts, undefined, 2)}\n`,
    ...(reference === undefined ? {} : { [REFERENCE]: `${JSON.stringify(reference)}\n` }),
  };
  for (const [name, text] of Object.entries(files)) await writeRemade(join(folder, name), text);
  return join(folder, 'calibration.md');
}

/** What the reference said in an earlier calibration kept in this folder; `undefined` without one. */
export function readReference(folder: string): ReferenceFile | undefined {
  const path = join(folder, REFERENCE);
  return existsSync(path) ? referenceFileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
