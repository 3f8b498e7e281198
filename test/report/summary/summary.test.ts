import { expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { csvTables } from '../../../harness/report/csv/csv-files.ts';
import { headerLines } from '../../../harness/report/header.ts';
import { markdownReport, markdownSummary } from '../../../harness/report/markdown.ts';
import { overview } from '../../../harness/report/page/overview.ts';
import { screenReport } from '../../../harness/report/screen.ts';
import { statementLine } from '../../../harness/report/summary/statement.ts';
import { summary } from '../../../harness/report/summary/summary.ts';
import { csvText } from '../../../harness/text/csv.ts';
import type { WholeRun } from '../../../harness/types/record.ts';
import { makeRun, type RunText } from '../../fixtures/run.ts';
import { withPlans } from '../../fixtures/truncated.ts';
import { twoArms } from '../../fixtures/two-arms.ts';

const lines = (run: WholeRun) =>
  summary(analyse(run)).map((statement) => statementLine({ ...statement, onScreen: statement }));

/** The warnings of a run without those about its size. */
const warnings = (run: WholeRun) =>
  lines(run).filter((line) => line.startsWith('WARNING') && !line.includes('few tasks'));

test('a comparison that holds: direction, size, interval and the adjusted p', () => {
  expect(lines(twoArms({ wins: 12, losses: 1, same: 87 }))).toMatchInlineSnapshot(`
    [
      "The baseline solved 45.0 % of 100 graded trials (95 % interval 35.6 to 54.8).",
      "The one comparison declared in advance (k = 1) holds after Holm’s correction.",
      "Holds: loop solved 11.0 points more than baseline (95 % interval 4.8 to 19.0, p = 0.003 after Holm).",
      "Solved tasks lost at a larger k: 1 by loop.",
    ]
  `);
});

test('a comparison that holds and lies within the margin says both', () => {
  const [, , holds] = lines(twoArms({ wins: 8, same: 492 }));
  expect(holds).toMatchInlineSnapshot(
    `"Holds: loop solved 1.6 points more than baseline (95 % interval 0.8 to 3.1, p = 0.008 after Holm), but a difference within ±5 points was declared not to matter."`,
  );
});

test('a comparison that would not hold were the ungraded pairs against it says so', () => {
  const [, , holds] = lines(twoArms({ losses: 6, same: 50, ungraded: 2 }));
  expect(holds).toMatchInlineSnapshot(
    `"Holds: loop solved 10.7 points fewer than baseline (95 % interval -21.5 to -3.6, p = 0.031 after Holm), but p = 0.289 were every ungraded pair against it."`,
  );
});

test('equivalent: with the margin and the difference', () => {
  expect(lines(twoArms({ wins: 1, same: 199 })).slice(1)).toMatchInlineSnapshot(`
    [
      "The one comparison declared in advance (k = 1) is equivalent.",
      "Equivalent, the difference being within ±5 points, the margin declared in advance: loop solved 0.5 points more than baseline (95 % interval -1.4 to 2.8, p = 0.002 after Holm).",
      "Solved tasks lost at a larger k: none by loop.",
    ]
  `);
});

test('undecided: the difference, and about how many tasks would be needed', () => {
  expect(lines(twoArms({ wins: 3, same: 57 })).slice(1)).toMatchInlineSnapshot(`
    [
      "The one comparison declared in advance (k = 1) is undecided.",
      "Undecided; with each, about how many tasks give 80 % power at Holm’s strictest step if wins and losses stay as frequent as here: loop solved 5.0 points more than baseline (95 % interval -1.3 to 13.7): about 160 tasks would be needed.",
      "Solved tasks lost at a larger k: none by loop.",
      "WARNING: few tasks: with 60 a true difference of less than 12.9 points is missed more than once in five times.",
    ]
  `);
});

test('nothing discordant: not decidable from these numbers', () => {
  expect(lines(twoArms({ same: 20 }))[2]).toMatchInlineSnapshot(
    `"Not decidable from these numbers: loop solved as many as baseline (95 % interval -16.1 to 16.1, no trial differed)."`,
  );
});

test('an oracle loop is no finding', () => {
  expect(lines(twoArms({ wins: 20, same: 80, isOracle: true })).slice(1)).toMatchInlineSnapshot(`
    [
      "The one comparison declared in advance (k = 1) cannot come out worse by construction.",
      "No finding, because a loop that stops when the grading tests accept cannot solve fewer than its first answer did: loop solved 20.0 points more than baseline (95 % interval 13.3 to 28.9).",
      "Solved tasks lost at a larger k: none by loop, by construction: such a loop stops when the grading tests accept.",
    ]
  `);
});

test('no comparison, one arm only', () => {
  const alone = makeRun({ tasks: ['a', 'b'], conditions: { loop: { trials: ['s+', 'a/a/a/a/'] } } });
  expect(lines(alone)).toMatchInlineSnapshot(`
    [
      "Only loop was run: it solved 50.0 % of 2 graded trials at k = 3 (95 % interval 9.5 to 90.5). With one arm nothing is compared.",
      "Solved tasks lost at a larger k: none by loop.",
    ]
  `);
  const baseline = makeRun({ tasks: ['a', 'b'], conditions: { baseline: { trials: ['s', 'a'] } } });
  expect(lines(baseline)).toMatchInlineSnapshot(`
    [
      "Only baseline was run: it solved 50.0 % of 2 graded trials at k = 0 (95 % interval 9.5 to 90.5). With one arm nothing is compared.",
    ]
  `);
});

test('a comparator that was not run is refused with its name', () => {
  const run = makeRun({
    tasks: ['a', 'b'],
    conditions: { baseline: { trials: ['s', 'a'] }, lucid: { trials: ['s', 'a/s'], comparator: 'resample-oracle' } },
  });
  expect(lines(run)).toContain('Refused: lucid against resample-oracle (resample-oracle was not run).');
});

test('a simulated run says first that its differences are those of the profile', () => {
  const [first, , comparisons] = lines(twoArms({ wins: 12, same: 88 }, { isSimulated: true }));
  expect(first).toBe(
    'SIMULATED, not measured: differences between conditions are those of the profile, never a finding.',
  );
  expect(comparisons).toMatch(/^In this simulation, the one comparison .* holds after Holm’s correction\.$/);
});

const TASKS = Array.from({ length: 20 }, (_, task) => `t${task}`);
const LOOPS: RunText = {
  tasks: TASKS,
  conditions: {
    baseline: { trials: TASKS.map(() => 'a') },
    'resample-oracle': { trials: TASKS.map(() => 'a/a/'), laterRole: 'generate' },
    lucid: { trials: TASKS.map(() => 'a/a/'), comparator: 'resample-oracle' },
  },
  identity: { k: [1], maxOutputTokens: 64 },
};

test('cut answers: the roles and arms over 5 %, and the arms with unequal handicaps', () => {
  expect(warnings(withPlans(makeRun(LOOPS), 'lucid', 11))).toEqual([
    'WARNING: the output limit of 64 tokens cut more than 5 % of the answers in a role: plans of lucid (11 of 20).',
    'WARNING: that limit handicaps arms that are compared unequally: lucid: 11 of 20 plans were cut, resample-oracle has no such stage.',
  ]);
  expect(warnings(withPlans(makeRun(LOOPS), 'lucid', 1))).toEqual([]);
});

test('cut answers that all arms share are a warning, and no unequal handicap', () => {
  const run = makeRun({
    ...LOOPS,
    call: (call) => (call.role === 'generate' ? { ...call, finishReason: 'length' } : call),
  });
  expect(warnings(run)[0]).toContain('fresh answers of baseline and lucid (20 of 20 each), resample-oracle (40 of 40)');
});

test('ungraded, stale, drifted, unreadable and without code: each with its counts', () => {
  const conditions = {
    baseline: { trials: ['s', 'u', 'a', 'a'] },
    loop: { trials: ['s?', 'a?', 'a/a/', 'a!'] },
    stale: { trials: ['s+', 'a/~', 'a/~', 'a/~'] },
  };
  const run = makeRun({ tasks: ['a', 'b', 'c', 'd'], conditions, identity: { recording: 'study', k: [1] } });
  const drifted = {
    ...run,
    grades: run.grades.map((grade) =>
      grade.condition === 'baseline' && grade.taskId === 'a'
        ? { ...grade, recordedOutcome: 'unsolved' as const }
        : grade,
    ),
    trajectories: run.trajectories.map((trial) => ({
      ...trial,
      steps: trial.steps.map((step) =>
        trial.taskId === 'c' ? { ...step, extraction: { status: 'none' as const, cuts: [] } } : step,
      ),
    })),
  };
  expect(warnings(drifted)).toMatchInlineSnapshot(`
    [
      "WARNING: not recorded with these prompts, and so without a number: stale.",
      "WARNING: could not be graded at the largest k, and in no rate: 6 of 12 trials: not-recorded 4, sandbox-lost 1, trial-error 1.",
      "WARNING: 1 of 12 steps came out otherwise here than when they were recorded.",
      "WARNING: not compared with the recording: 1 of 13 steps (sandbox-lost): the sandbox was lost twice; --resume tries again; what the loop was told is as recorded",
      "WARNING: more than 5 % of the trials ended because the answer of a stage could not be read: loop (2 of 4).",
      "WARNING: more than 5 % of the steps hold no code: baseline (1 of 4), loop (2 of 5) and stale (1 of 4).",
    ]
  `);
});

test('a leak is a warning', () => {
  const patches = {
    context: 'gold-files',
    contextTokens: 40,
    showsHints: true,
    grading: '5',
    statementsSha256: '',
  } as const;
  const run = makeRun({ tasks: ['a'], conditions: { baseline: { trials: ['s'] } }, identity: { patches } });
  expect(warnings(run)).toEqual([
    'WARNING: the model was shown what leaks the fix: files chosen by the gold patch and the discussion of the issue.',
  ]);
});

test.each([
  ['openai-compatible:qwen2.5-coder-0.5b-instruct-q4_k_m', 'a small model, 0.5 billion parameters'],
  ['openai-compatible:gemma-3:4b@http://localhost', 'a small model, 4 billion parameters'],
  ['openai-compatible:llama-3.3-70b-instruct', undefined],
  ['openai:gpt-4.1-mini', undefined],
])('the model %s: %s', (model, said) => {
  const conditions = { baseline: { trials: ['s'] } };
  const found = warnings(makeRun({ tasks: ['a'], conditions, identity: { model } })).join();
  if (said === undefined) expect(found).toBe('');
  else expect(found).toContain(said);
});

test('few tasks: those that miss a difference of 10 points too often', () => {
  const few = (tasks: number) => lines(twoArms({ same: tasks })).find((line) => line.includes('few tasks'));
  expect(few(60)).toBe(
    'WARNING: few tasks: with 60 a true difference of less than 12.9 points is missed more than once in five times.',
  );
  expect(few(4)).toBe('WARNING: few tasks: 4 cannot show any difference.');
  // 78 tasks see 10 points with 80 % power when none regresses.
  expect(few(77)).toContain('few tasks');
  expect(few(78)).toBeUndefined();
});

const STUDIES: readonly (readonly [name: string, run: WholeRun])[] = [
  ['several arms with every kind of reading', makeRun({ ...LOOPS, isSimulated: true })],
  ['a cut stage', withPlans(makeRun(LOOPS), 'lucid', 11)],
  ['one that holds', twoArms({ wins: 12, losses: 1, same: 87 }, { arms: 3 })],
  ['one undecided', twoArms({ wins: 7, losses: 2, same: 91 })],
  ['one equivalent', twoArms({ wins: 1, same: 199 })],
  ['ungraded pairs', twoArms({ losses: 8, same: 50, ungraded: 2 })],
  ['an oracle', twoArms({ wins: 20, same: 80, isOracle: true })],
  ['several samples', twoArms({ wins: 6, losses: 2, same: 32 }, { samples: 2 })],
];

test.each(STUDIES)('every number of the paragraph stands in a table or CSV file too: %s', (_, run) => {
  const analysis = analyse(run);
  const report = markdownReport(analysis).replace(markdownSummary(analysis), '');
  const csv = Object.values(csvTables(analysis)).map(csvText).join('\n');
  // Rules, not results: levels of intervals, tests and warnings, the margin and the least power (80 %: one miss in five).
  const said = lines(run)
    .join('\n')
    .replaceAll(/95 % interval|more than 5 %|80 % power|±5 points/g, '');
  const numbers = said.match(/(?<![\w.])-?\d[\d,]*(?:\.\d+)?/g) ?? [];
  expect(numbers.length).toBeGreaterThan(3);
  const text = `${report}\n${csv}`.replaceAll(/(\d),(?=\d{3}\b)/g, '$1');
  for (const number of numbers) expect(text).toContain(number.replace(/^-/, '').replaceAll(',', ''));
});

test('the screen, tables.md and the page begin with the same paragraph', () => {
  const analysis = analyse(withPlans(makeRun(LOOPS), 'lucid', 11));
  const screen = screenReport(analysis).replaceAll('\n', ' ');
  const markdown = markdownReport(analysis);
  const page = overview(analysis, [], []);
  const first = headerLines(analysis)[0] ?? '';
  const table = screen.indexOf('Accuracy by condition and k');
  for (const { text, items = [], onScreen } of summary(analysis)) {
    for (const part of [text, ...items]) {
      for (const report of [markdown, page]) {
        expect(report).toContain(part);
        expect(report.indexOf(part)).toBeLessThan(report.indexOf(first));
      }
    }
    expect(screen.indexOf((onScreen ?? { text }).text)).toBeLessThan(table);
    expect(screen).toContain((onScreen ?? { text }).text);
  }
});
