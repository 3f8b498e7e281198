import { markdownTable } from '../text/markdown-table.ts';
import { type CalibrationRow, isSound } from './judge.ts';
import { remarkOn } from './remarks.ts';
import type { Measure } from './scenario.ts';
import {
  BINOMIAL_INTERVALS,
  binomialCoverages,
  ENUMERATED_SHARES,
  ENUMERATED_TASKS,
} from './scenarios/binomial-coverage.ts';

/** Everything a calibration shows. */
export interface Calibration {
  readonly rows: readonly CalibrationRow[];
  readonly enumerated: readonly EnumeratedCoverage[];
  /** Facts for the head of the report: commit, seed, studies, versions. */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

/** Coverage of the two binomial intervals at one number of tasks and one share. */
export interface EnumeratedCoverage {
  readonly tasks: number;
  readonly share: number;
  readonly wilson: number;
  readonly clopperPearson: number;
}

/** By enumeration, for every number of tasks and share. */
export function enumeratedCoverages(): EnumeratedCoverage[] {
  return ENUMERATED_TASKS.flatMap((tasks) => {
    const wilson = binomialCoverages('wilson', tasks, ENUMERATED_SHARES);
    const clopperPearson = binomialCoverages('clopper-pearson', tasks, ENUMERATED_SHARES);
    return ENUMERATED_SHARES.map((share, at) => ({
      tasks,
      share,
      wilson: wilson[at] ?? Number.NaN,
      clopperPearson: clopperPearson[at] ?? Number.NaN,
    }));
  });
}

const TITLES: Readonly<Record<Measure, string>> = {
  coverage: 'Coverage of 95 % intervals',
  size: 'Size of tests at 5 %: calls of what is not there',
  power: 'Power of tests at 5 %',
  bias: 'Bias of estimates',
};

/** calibration.md. */
export function calibrationMarkdown({ rows, enumerated, facts }: Calibration): string {
  const measures: Measure[] = ['coverage', 'size', 'power', 'bias'];
  const scenarios = [...new Map(rows.map(({ scenario }) => [scenario.name, scenario])).values()];
  return `${[
    '# Truth check of the statistics',
    HOW_TO_READ,
    markdownTable({
      header: ['fact', 'value'],
      rows: Object.entries(facts).map(([name, value]) => [name, String(value)]),
      textColumns: [1],
    }),
    '![coverage and size](calibration.svg)',
    '## Known shortfalls',
    shortfalls(rows),
    ...measures.flatMap((measure) => [
      `## ${TITLES[measure]}`,
      measureTable(rows.filter(({ question }) => question.measure === measure)),
    ]),
    '## Binomial intervals by enumeration',
    'The chance of every count whose interval holds the share, added up; nothing is simulated. Mean and smallest coverage over the shares 0.005, 0.01, … 0.995.',
    '![coverage by share](binomial-coverage.svg)',
    enumeratedTable(enumerated),
    '## Scenarios',
    markdownTable({
      header: ['scenario', 'what is simulated'],
      rows: scenarios.map(({ name, description }) => [name, description]),
      textColumns: [1],
    }),
  ].join('\n\n')}\n`;
}

const HOW_TO_READ =
  'Studies with known parameters are simulated, and the statistics of the reports are asked about each. *nominal level*: what the statistic claims; *measured*: the simulated value with its standard error; *assessment*: `nominal` within three standard errors, `conservative` (covers more, rejects less often), `anti-conservative` (covers less, rejects too often, or is biased). *exact*: the enumerated value, where there is one. *reference*: the value from scipy, statsmodels and numpy on the same studies, the distance in standard errors, and the number of studies in which the two disagree (bootstraps draw other resamples there). A **bold** distance is above three.';

function measureTable(rows: readonly CalibrationRow[]): string {
  return markdownTable({
    header: [
      'scenario',
      'statistic',
      'nominal level',
      'measured',
      '± s.e.',
      'assessment',
      'exact',
      's.e. off',
      'reference',
      's.e. off',
      'otherwise',
      'studies',
    ],
    rows: rows.map(({ scenario, question, value, standardError, assessment, fromExact, reference, estimable }) => [
      scenario.name,
      question.statistic,
      number(question.nominal),
      number(value),
      number(standardError),
      assessment,
      number(question.exact),
      distance(fromExact),
      number(reference?.value),
      distance(reference?.distance),
      reference?.disagreements === undefined ? '' : String(reference.disagreements),
      String(estimable),
    ]),
    textColumns: [1, 5],
  });
}

function number(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(4);
}

function distance(value: number | undefined): string {
  if (value === undefined) return '';
  return value > 3 ? `**${value.toFixed(2)}**` : value.toFixed(2);
}

/** Every reason once, with the rows it explains. */
function shortfalls(rows: readonly CalibrationRow[]): string {
  const short = rows.filter(({ assessment }) => assessment === 'anti-conservative');
  const byReason = Map.groupBy(short, (row) => remarkOn(row) ?? '**Not explained: this is a fault.**');
  const unsound = rows.filter((row) => !isSound(row));
  const lines = [...byReason].map(([reason, own]) => `- ${reason}\n  ${own.map(describe).join('; ')}.`);
  if (unsound.length > 0) {
    lines.push(
      `- **More than three standard errors from the reference or the exact value:** ${unsound.map(describe).join('; ')}.`,
    );
  }
  return lines.length === 0 ? 'None at this number of studies.' : lines.join('\n');
}

function describe({ scenario, question, value = Number.NaN }: CalibrationRow): string {
  return `${question.statistic} (${question.measure}, ${scenario.name}): ${value.toFixed(4)}`;
}

function enumeratedTable(rows: readonly EnumeratedCoverage[]): string {
  const methods = Object.keys(BINOMIAL_INTERVALS);
  return markdownTable({
    header: ['tasks', ...methods.flatMap((method) => [`${method} mean`, `${method} smallest`, 'at share'])],
    rows: [...Map.groupBy(rows, ({ tasks }) => tasks)].map(([tasks, own]) => [
      String(tasks),
      ...[
        own.map(({ wilson, share }) => ({ covered: wilson, share })),
        own.map(({ clopperPearson, share }) => ({ covered: clopperPearson, share })),
      ].flatMap((points) => {
        const smallest = points.reduce((least, point) => (point.covered < least.covered ? point : least));
        const mean = points.reduce((sum, { covered }) => sum + covered, 0) / points.length;
        return [mean.toFixed(4), smallest.covered.toFixed(4), String(smallest.share)];
      }),
    ]),
  });
}
