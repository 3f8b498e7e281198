import { type CsvDescription, type DescribedColumns, describedTable } from '../report/csv-file.ts';
import type { CsvTable } from '../text/csv.ts';
import type { EnumeratedCoverage } from './calibration-report.ts';
import type { CalibrationRow } from './judge.ts';

const CALIBRATION: DescribedColumns<CalibrationRow> = [
  ['scenario', 'its name; what it simulates stands at the end of `calibration.md`', ({ scenario }) => scenario.name],
  [
    'kind',
    '`share` one sample per task; `clusters` several; `pairs` two arms, one sample per task; `tasks` two arms, several; `family` five arms against one baseline; `loop`; `order` of candidates',
    ({ scenario }) => scenario.kind,
  ],
  ['tasks', 'size of each study', ({ scenario }) => scenario.tasks],
  ['samples', 'size of each study', ({ scenario }) => scenario.samples],
  [
    'statistic',
    'as in the scenario; `label-falls`: called `converges`, `label-rises`: called `regresses` or `diverges`',
    ({ question }) => question.statistic,
  ],
  [
    'measure',
    '`coverage` of an interval; `size`: calls of what is not there; `power`: calls of what is there; `bias`: mean estimate less the truth',
    ({ question }) => question.measure,
  ],
  [
    'truth',
    'the true value, computed from the parameters (for loops by enumerating the chain of failing assertions); empty for tests',
    ({ question }) => question.truth,
  ],
  ['nominal_level', 'what the statistic claims: 0.95, 0.05 or 0; empty for power', ({ question }) => question.nominal],
  ['studies', 'simulated', ({ studies }) => studies],
  ['estimable', 'of these, the ones in which the statistic could be computed', ({ estimable }) => estimable],
  [
    'value',
    'share of the estimable studies whose interval covers the truth, or whose test rejects; for `bias` the mean estimate less the truth',
    ({ value }) => value,
  ],
  ['standard_error', 'of `value`, from the spread over studies', ({ standardError }) => standardError],
  [
    'assessment',
    '`nominal` (within three standard errors), `conservative` (covers more, rejects less often), `anti-conservative` (covers less, rejects too often, or is biased), `measured` (no nominal level)',
    ({ assessment }) => assessment,
  ],
  [
    'exact',
    'what `value` comes to by enumeration of all studies; empty where that is out of reach',
    ({ question }) => question.exact,
  ],
  ['from_exact', 'distance in standard errors', ({ fromExact }) => fromExact],
  ['reference', '`value` by the reference implementation on the same studies', ({ reference }) => reference?.value],
  ['from_reference', 'distance in standard errors of the reference', ({ reference }) => reference?.distance],
  ['disagreements', 'studies in which the two disagree; empty for `bias`', ({ reference }) => reference?.disagreements],
];

const COVERAGE_MEANING =
  'probability that the 95 % interval holds it: the probabilities of all counts whose interval does, added up';

const ENUMERATED: DescribedColumns<EnumeratedCoverage> = [
  ['tasks', 'independent answers', ({ tasks }) => tasks],
  ['share', 'true share solved', ({ share }) => share],
  ['wilson', COVERAGE_MEANING, ({ wilson }) => wilson],
  ['clopper_pearson', COVERAGE_MEANING, ({ clopperPearson }) => clopperPearson],
];

/** The CSV files of a calibration, for the page of columns. */
export const CALIBRATION_FILES: readonly CsvDescription[] = [
  { name: 'calibration.csv', about: 'One row per question put to a scenario.', columns: CALIBRATION },
  {
    name: 'binomial-coverage.csv',
    about: 'Coverage of the two binomial intervals, one row per number of tasks and share.',
    columns: ENUMERATED,
  },
];

/** calibration.csv. */
export function calibrationCsv(rows: readonly CalibrationRow[]): CsvTable {
  return describedTable(CALIBRATION, rows);
}

/** binomial-coverage.csv. */
export function enumeratedCsv(rows: readonly EnumeratedCoverage[]): CsvTable {
  return describedTable(ENUMERATED, rows);
}
