import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CalibrationResult, calibrate } from '../../harness/calibrate/calibrate.ts';
import { calibrationCsv } from '../../harness/calibrate/calibration-csv.ts';
import { calibrationMarkdown } from '../../harness/calibrate/calibration-report.ts';
import { type CalibrationRow, isSound } from '../../harness/calibrate/judge.ts';
import { referenceFileSchema } from '../../harness/calibrate/reference-file.ts';
import { remarkOn } from '../../harness/calibrate/remarks.ts';
import type { Measure, Scenario } from '../../harness/calibrate/scenario.ts';
import { createScenarios } from '../../harness/calibrate/scenarios/scenarios.ts';
import { csvText } from '../../harness/text/csv.ts';

/**
 * What scipy, statsmodels and numpy said of the first 300 studies of seven scenarios, made by
 * `npm run calibrate -- --studies 300 --scenarios …` with LUCID_BENCH_STATISTICS; the same file is written beside every calibration.
 */
const kept = referenceFileSchema.parse(
  JSON.parse(readFileSync(new URL('../fixtures/calibration/reference.json', import.meta.url), 'utf8')),
);
const STUDIES = 300;

const silent = { reference: undefined, kept, say: () => {} };
const run = (scenarios: readonly Scenario[]): Promise<CalibrationResult> =>
  calibrate(scenarios, { studies: STUDIES, seed: kept.seed, ...silent });
const scenariosNamed = (...names: readonly string[]) => createScenarios((name) => names.includes(name));

function find(rows: readonly CalibrationRow[], statistic: string, measure: Measure): CalibrationRow {
  const row = rows.find(({ question }) => question.statistic === statistic && question.measure === measure);
  if (row === undefined) throw new Error(`no row for the ${measure} of ${statistic}`);
  return row;
}

test('on the same studies ours and the reference implementation are within three standard errors, and the same where nothing is drawn', async () => {
  const names = Object.keys(kept.scenarios);
  expect(names.length).toBeGreaterThanOrEqual(7);
  const { rows, notCompared } = await run(scenariosNamed(...names));
  expect(notCompared).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const text = `${row.scenario.name} ${row.question.statistic} ${row.question.measure}`;
    expect(row.reference, text).toBeDefined();
    expect(isSound(row), `${text}: ${row.value} for ${row.reference?.value}, exactly ${row.question.exact}`).toBe(true);
    const isDrawn = row.question.measure !== 'bias' && ['clusters', 'tasks', 'loop'].includes(row.scenario.kind);
    if (!isDrawn || row.question.statistic === 'sign-flip') expect(row.reference?.distance, text).toBe(0);
    if (row.assessment === 'anti-conservative') expect(remarkOn(row), text).toBeDefined();
  }
});

test('a wrong interval is found out: one of half the width falls short and is far from the reference', async () => {
  const [sound] = scenariosNamed('share-20-easy');
  if (sound === undefined) throw new Error('no such scenario');
  const halved: Scenario = {
    ...sound,
    inspect(study, seed) {
      const found = sound.inspect(study, seed);
      const { low = 0, high = 0 } = found['clopper-pearson']?.interval ?? {};
      const quarter = (high - low) / 4;
      return { ...found, 'clopper-pearson': { interval: { low: low + quarter, high: high - quarter } } };
    },
  };
  const { rows } = await run([halved]);
  const row = find(rows, 'clopper-pearson', 'coverage');
  expect(row.assessment).toBe('anti-conservative');
  expect(isSound(row)).toBe(false);
  // Nothing excuses it: the command would fail.
  expect(remarkOn(row)).toBeUndefined();
  expect(isSound(find(rows, 'wilson', 'coverage'))).toBe(true);
});

test('a test that calls too often and an estimate that is off are found out', async () => {
  const [sound] = scenariosNamed('pairs-60-null');
  if (sound === undefined) throw new Error('no such scenario');
  const wrong: Scenario = {
    ...sound,
    inspect(study, seed) {
      const found = sound.inspect(study, seed);
      const [[, wins = 0, losses = 0] = []] = study;
      // As if the trials were counted twice.
      const isCalled = Math.abs(wins - losses) > 1.2 * Math.sqrt(wins + losses);
      return {
        ...found,
        mcnemar: { isCalled },
        difference: { ...found.difference, estimate: (found.difference?.estimate ?? 0) + 0.02 },
      };
    },
  };
  const { rows } = await run([wrong]);
  expect(find(rows, 'mcnemar', 'size').assessment).toBe('anti-conservative');
  expect(isSound(find(rows, 'mcnemar', 'size'))).toBe(false);
  expect(find(rows, 'difference', 'bias').assessment).toBe('anti-conservative');
});

test('fewer studies are the first of more, and equal seeds give equal reports', async () => {
  const scenarios = scenariosNamed('share-20-easy', 'order-60-worse');
  const report = async () => {
    const { rows } = await calibrate(scenarios, { studies: 40, seed: 5, ...silent });
    return calibrationMarkdown({ rows, enumerated: [], facts: { seed: 5 } }) + csvText(calibrationCsv(rows));
  };
  expect(await report()).toBe(await report());
  const { notCompared, rows } = await calibrate(scenarios, { studies: 40, seed: 5, ...silent });
  // The kept reference is about other studies; it must not be held against these.
  expect(notCompared).toEqual(['share-20-easy', 'order-60-worse']);
  expect(rows.every(({ reference }) => reference === undefined)).toBe(true);
});

test('a known shortfall stands in words, an unknown one is called a fault', async () => {
  const { rows } = await run(scenariosNamed('samples-10x5'));
  const text = calibrationMarkdown({ rows, enumerated: [], facts: {} });
  expect(find(rows, 'share', 'coverage').assessment).toBe('anti-conservative');
  expect(text).toContain('Percentile bootstrap over few tasks');
  expect(text).not.toContain('this is a fault');
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  const odd: CalibrationRow = { ...row, scenario: { ...row.scenario, kind: 'order' }, assessment: 'anti-conservative' };
  expect(calibrationMarkdown({ rows: [odd], enumerated: [], facts: {} })).toContain('this is a fault');
});
