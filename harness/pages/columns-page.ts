import { CALIBRATION_FILES } from '../calibrate/calibration-csv.ts';
import { CSV_FILES } from '../report/csv/csv-files.ts';
import type { CsvDescription } from '../report/csv-file.ts';
import { accuracyByKData } from '../report/page/figures/accuracy-by-k.ts';
import { checkSubsetsData } from '../report/page/figures/check-subsets.ts';
import { convergenceFitData } from '../report/page/figures/convergence-fit.ts';
import { costFrontierData } from '../report/page/figures/cost-frontier.ts';
import { failuresData } from '../report/page/figures/failures.ts';
import { heatMapData } from '../report/page/figures/heat-map.ts';
import { pairedDifferencesData } from '../report/page/figures/paired-differences.ts';
import { solvedWithinData } from '../report/page/figures/solved-within.ts';
import { verifierErrorsData } from '../report/page/figures/verifier-errors.ts';
import { verifierQualityData } from '../report/page/figures/verifier-quality.ts';

/** The data files of the figures of `report.html`, in its order. */
const FIGURE_FILES: readonly CsvDescription[] = [
  accuracyByKData,
  heatMapData,
  pairedDifferencesData,
  failuresData,
  verifierErrorsData,
  convergenceFitData,
  costFrontierData,
  verifierQualityData,
  checkSubsetsData,
  solvedWithinData,
];

/** `results/columns.md`: every column of every CSV file of a run and of a calibration, as Markdown. */
export function columnsPage(): string {
  return [
    '# Columns of the CSV files',
    'Generated from the code that writes the files (`npm run pages`). How to read them: [README.md](README.md#reading-the-csv-files). A file or column that a run has no use for is not written.',
    ...CSV_FILES.map(section),
    '## Figures',
    'The numbers that each figure of `report.html` draws.',
    ...FIGURE_FILES.map(subsection),
    '## Calibration',
    'The files of `npm run calibrate` in `results/calibration/`.',
    ...CALIBRATION_FILES.map(subsection),
    '',
  ].join('\n\n');
}

function section({ name, about, columns }: CsvDescription): string {
  const rows = [...Map.groupBy(columns, ([, meaning], index) => firstWith(columns, meaning, index))].map(
    ([, own]) => `| ${own.map(([column]) => `\`${column}\``).join(', ')} | ${own[0]?.[1] ?? ''} |`,
  );
  return [`## \`${name}\``, '', about, '', '| Column | Meaning |', '| --- | --- |', ...rows].join('\n');
}

const subsection = (file: CsvDescription): string => `#${section(file)}`;

/** Neighbours with one meaning are one row of the table: where they begin. */
function firstWith(columns: CsvDescription['columns'], meaning: string, index: number): number {
  let first = index;
  while (first > 0 && columns[first - 1]?.[1] === meaning) first--;
  return first;
}
