import { colour, onPaper } from '../report/page/palette.ts';
import { type PlotSpec, renderPlot } from '../report/page/render-plot.ts';
import type { EnumeratedCoverage } from './calibration-report.ts';
import { type CalibrationRow, TOLERANCE } from './judge.ts';

/** calibration.svg: coverage and size of every statistic against what it says. Equal rows give equal texts. */
export async function calibrationPlot(rows: readonly CalibrationRow[]): Promise<string> {
  return onPaper(await renderPlot(calibrationSpec(rows)));
}

/** binomial-coverage.svg: enumerated coverage of both binomial intervals by share. */
export async function binomialPlot(rows: readonly EnumeratedCoverage[]): Promise<string> {
  return onPaper(await renderPlot(binomialSpec(rows)));
}

function calibrationSpec(rows: readonly CalibrationRow[]): PlotSpec {
  return {
    padding: 12,
    hconcat: [
      dots(rows, 'coverage', 'coverage of 95 % intervals, %', 0.95),
      dots(rows, 'size', 'false calls of tests at 5 %, %', 0.05),
    ],
    spacing: 40,
  } as const;
}

/** One row per statistic and scenario: a dot with three standard errors, a ring for the reference, a line for what it says. */
function dots(rows: readonly CalibrationRow[], measure: 'coverage' | 'size', title: string, says: number) {
  const values = rows.flatMap(({ scenario, question, value, standardError = 0, assessment, reference }) =>
    question.measure !== measure || value === undefined
      ? []
      : [
          {
            name: `${question.statistic} · ${scenario.name}`,
            value: 100 * value,
            low: 100 * Math.max(0, value - TOLERANCE * standardError),
            high: 100 * Math.min(1, value + TOLERANCE * standardError),
            reference: reference === undefined ? null : 100 * reference.value,
            fill: assessment === 'anti-conservative' ? colour('unsolved') : colour('solved'),
          },
        ],
  );
  const y = { field: 'name', type: 'nominal' as const, sort: null, title: null };
  const x = { field: 'value', type: 'quantitative' as const, title, scale: { zero: measure === 'size' } };
  const fill = { field: 'fill', type: 'nominal' as const, scale: null, legend: null };
  return {
    width: 300,
    height: { step: 15 },
    data: { values },
    layer: [
      {
        data: { values: [{ says: 100 * says }] },
        mark: { type: 'rule' as const, color: colour('muted'), strokeDash: [4, 3] },
        encoding: { x: { field: 'nominal level', type: 'quantitative' as const, title } },
      },
      {
        mark: { type: 'rule' as const, color: colour('muted') },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y },
      },
      { mark: { type: 'point' as const, size: 36 }, encoding: { x, y, fill } },
      {
        mark: { type: 'point' as const, filled: false, size: 110, stroke: colour('ink') },
        transform: [{ filter: 'isValid(datum.reference)' }],
        encoding: { x: { ...x, field: 'reference' }, y },
      },
    ],
  };
}

/** Numbers of tasks that are drawn; all are in the CSV file. */
const DRAWN_TASKS = [10, 60, 164, 300];

function binomialSpec(rows: readonly EnumeratedCoverage[]): PlotSpec {
  const values = rows
    .filter(({ tasks }) => DRAWN_TASKS.includes(tasks))
    .flatMap(({ tasks, share, wilson, clopperPearson }) => [
      { tasks: `${tasks} tasks`, share, interval: 'Wilson', coverage: 100 * wilson },
      { tasks: `${tasks} tasks`, share, interval: 'Clopper-Pearson', coverage: 100 * clopperPearson },
    ]);
  return {
    padding: 12,
    data: { values },
    facet: { field: 'tasks', type: 'nominal', sort: DRAWN_TASKS.map((tasks) => `${tasks} tasks`), title: null },
    columns: 2,
    spec: {
      width: 340,
      height: 140,
      layer: [
        {
          mark: { type: 'line', strokeWidth: 1 },
          encoding: {
            x: { field: 'share', type: 'quantitative', title: 'true share solved' },
            y: {
              field: 'coverage',
              type: 'quantitative',
              title: 'coverage, %',
              scale: { domain: [80, 100], clamp: true },
            },
            color: {
              field: 'interval',
              type: 'nominal',
              title: null,
              scale: { domain: ['Wilson', 'Clopper-Pearson'], range: [colour('solved'), colour('unsolved')] },
            },
          },
        },
        {
          mark: { type: 'rule', color: colour('muted'), strokeDash: [4, 3] },
          encoding: { y: { datum: 95 } },
        },
      ],
    },
  };
}
