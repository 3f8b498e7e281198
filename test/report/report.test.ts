import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { csvTables } from '../../harness/report/csv/csv-files.ts';
import { writeReport } from '../../harness/report/write-report.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

const NAMES = [
  'baseline self-refine llm-judge random-verifier lucid lucid-no-extract lucid-no-context lucid-no-remediate',
  'lucid-learned-verify lucid-random-verify lucid-public resample-oracle resample-public',
].flatMap((line) => line.split(' '));
const ORACLES = ['lucid', 'lucid-no-extract', 'lucid-no-context', 'lucid-no-remediate', 'resample-oracle'];

/** All thirteen conditions at k = 1, 3, 5 with errors, limits and ungraded trials. */
const STUDY: RunText = {
  tasks: ['a', 'b', 'c', 'd', 'e'],
  conditions: Object.fromEntries(
    NAMES.map((name) => [
      name,
      {
        oracle: ORACLES.includes(name),
        verifier: name === 'baseline' ? 'none' : ORACLES.includes(name) ? 'grading-tests' : 'model',
        ...(name === 'lucid' ? { comparator: 'resample-oracle' } : {}),
        trials: name === 'baseline' ? ['s', 'a', 'x', 's', 'u'] : ['s+', 'a/s+', 'x/a/#', 's/!', 'u/a/a/a/a/s+'],
      } as const,
    ]),
  ),
  identity: { k: [1, 3, 5], model: 'simulated:test' },
  isSimulated: true,
};

async function report(study: RunText) {
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { files, screen } = await writeReport(makeRun(study), join(folder, 'run'));
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  return { files, screen: screen.replaceAll(folder, ''), texts };
}

test('report.html, tables.md and the CSV files are written, and the screen leads to the report', async () => {
  const { files, screen } = await report(STUDY);
  const tables = Object.keys(csvTables(analyse(makeRun(STUDY))));
  expect(files.map((path) => basename(path))).toEqual(['report.html', 'tables.md', ...tables]);
  expect(screen).toMatch(/\n {2}report: file:\/\/.*\/report\.html\n/);
});

test('equal runs give equal bytes', async () => {
  const [first, second] = [await report(STUDY), await report(STUDY)];
  expect(second.texts).toEqual(first.texts);
  expect(second.screen).toBe(first.screen);
});

test('the screen fits 120 columns with all thirteen conditions and their intervals', async () => {
  const { screen } = await report(STUDY);
  for (const line of screen.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
  for (const name of NAMES) expect(screen).toContain(`| ${name}`);
  expect(screen).toMatch(/lucid† .*\d\[?.*\[\d+–\d+\].*\?1 §1/);
});

test('the screen of a small run', async () => {
  const { conditions } = STUDY;
  const { baseline, lucid, 'resample-oracle': resample } = conditions;
  if (baseline === undefined || lucid === undefined || resample === undefined) throw new Error('no such condition');
  const small = { ...STUDY, conditions: { baseline, lucid, 'resample-oracle': resample } };
  expect((await report(small)).screen).toMatchInlineSnapshot(`
    "SIMULATED, not measured: differences between conditions are those of the profile, never a finding.
    The baseline solved 50.0 % of 4 graded trials (95 % interval 15.0 to 85.0).
    In this simulation, of 2 comparisons declared in advance (k = 5), none holds after Holm’s correction, 2 are refused.
    Refused: lucid against resample-oracle (1 ungraded pair could make of 0 anything from -1 to +1); resample-oracle against
    baseline (2 ungraded pairs could make of +1 anything from 0 to +2).
    Solved tasks lost at a larger k: none by lucid and resample-oracle, by construction: such a loop stops when the grading
    tests accept.
    WARNING: could not be graded at the largest k, and in no rate: 3 of 15 trials: sandbox-lost 1, trial-error 2.
    WARNING: few tasks: 5 cannot show any difference.

    Accuracy by condition and k: % solved of graded trials [95 % interval, whole percent]
    SIMULATED, not measured: differences between conditions are those of the profile, never a finding.
    | condition        |           k = 0 |           k = 1 |              k = 3 |              k = 5 | best ¶ |
    | ---------------- | --------------: | --------------: | -----------------: | -----------------: | -----: |
    | baseline         | 50.0 [15–85] ?1 |          50.0 ‡ |                    |                    |   50.0 |
    | lucid†           | 50.0 [15–85] ?1 | 50.0 [15–85] ?1 | 50.0 [15–85] ?1 §1 | 75.0 [30–95] ?1 §1 |   80.0 |
    | resample-oracle† | 50.0 [15–85] ?1 | 50.0 [15–85] ?1 | 50.0 [15–85] ?1 §1 | 75.0 [30–95] ?1 §1 |   80.0 |
    †: its loop looks at the grading tests (oracle).
    ‡: the baseline has no repair round; its k = 0 is shown again beside the first k, as published tables do.
    ?n: n trials could not be graded and are in no rate.
    §n: n trials met a limit; their last finished step stands here.
    ¶: picked with hindsight: solved at any k.
    Intervals are Wilson score intervals (one sample per task); exact ones (Clopper-Pearson) are in cells.csv.

    sandbox: process: rlimits only
    ungraded at the largest k: 3 of 15 trials: sandbox-lost 1, trial-error 2

      report: file:///run/report.html
      beside it: tables.md, CSV files, a page a task
    "
  `);
});
