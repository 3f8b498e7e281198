import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { markdownReport, markdownSection } from '../../harness/report/markdown.ts';
import { screenReport } from '../../harness/report/screen.ts';
import { accuracySection } from '../../harness/report/tables/accuracy.ts';
import { regressionSection } from '../../harness/report/tables/regressions.ts';
import { markdownTable } from '../../harness/text/markdown-table.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';
import { hostileRun } from './page/hostile-run.ts';

const STUDY: RunText = {
  tasks: ['a', 'b', 'c', 'd'],
  conditions: {
    baseline: { trials: ['s', 'a', 'x', 'u'] },
    'self-refine': { verifier: 'model', trials: ['s/a/a/a/', 'a/s+', 'x/!', 'u/s+'] },
    lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+', 'a/s+', 'x/a/#', 'u/a/a/s+'] },
  },
};

const tables = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

test('a table is padded so that it reads as plain text', () => {
  const table = {
    header: ['condition', 'n', 'note'],
    rows: [
      ['lucid†', '7', 'yes'],
      ['b', '12'],
    ],
    textColumns: [2],
  };
  expect(markdownTable(table)).toMatchInlineSnapshot(`
    "| condition |   n | note |
    | --------- | --: | ---- |
    | lucid†    |   7 | yes  |
    | b         |  12 |      |"
  `);
});

test('a cell is text: it ends no cell, row or table and is no code, emphasis, tag, link or reference', () => {
  const cell = 'a|b `c` *d* \\| <b>x</b> [e](http://f) ![g](h) &lt;\n| i |\u001b[2J';
  expect(markdownTable({ header: ['name'], rows: [[cell]] }).split('\n')).toEqual([
    expect.stringMatching(/^\| name +\|$/),
    expect.stringMatching(/^\| -+ \|$/),
    '| a\\|b \\`c\\` \\*d\\* \\\\\\| &lt;b>x&lt;/b> [e]&#40;http://f) ![g]&#40;h) \\&lt;␊\\| i \\|⟨U+001B⟩[2J |'.replace(
      '!\\[',
      '![',
    ),
  ]);
});

test('no text of a hostile run is a tag, a link or a line of its own', () => {
  const run = hostileRun();
  const text = markdownReport(analyse(run));
  expect(text).not.toMatch(/<[a-z/!?]|\]\(/i);
  const table = text.split('\n').filter((line) => line.startsWith('|'));
  expect(table.every((line) => line.endsWith('|'))).toBe(true);
  expect(text.split('\n').filter((line) => /^["'\]&[]/.test(line))).toEqual([]);
  const screen = screenReport(analyse(run), 'results/\n| lucid |/report.html');
  expect(screen).toContain('results/%0A%7C%20lucid%20%7C/report.html\n');
});

test('accuracy: baseline shown again beside the first k, daggers, ungraded and limit marks, best of k as hindsight', () => {
  expect(tables(markdownSection(accuracySection(analyse(makeRun(STUDY)))))).toMatchInlineSnapshot(`
    "| condition   |                 k = 0 |                  k = 1 |                  k = 3 | best of k (picked with hindsight) |
    | ----------- | --------------------: | ---------------------: | ---------------------: | --------------------------------: |
    | baseline    | 33.3 % [6.1, 79.2] ?1 |               33.3 % ‡ |                        |                            33.3 % |
    | self-refine | 33.3 % [6.1, 79.2] ?1 | 66.7 % [20.8, 93.9] ?1 | 66.7 % [20.8, 93.9] ?1 |                           100.0 % |
    | lucid†      | 33.3 % [6.1, 79.2] ?1 |    50.0 % [15.0, 85.0] | 75.0 % [30.1, 95.4] §1 |                            75.0 % |
    | condition   |                                 k | solved / graded |           rate [95 %] | ungraded | of planned | if ungraded: unsolved – solved | cut by a limit |
    | ----------- | --------------------------------: | --------------: | --------------------: | -------: | ---------: | -----------------------------: | -------------: |
    | baseline    |                                 0 |           1 / 3 |    33.3 % [6.1, 79.2] |        1 |          4 |                  25.0 – 50.0 % |              0 |
    | baseline    | best of k (picked with hindsight) |           1 / 3 |    33.3 % [6.1, 79.2] |        1 |          4 |                  25.0 – 50.0 % |                |
    | self-refine |                                 0 |           1 / 3 |    33.3 % [6.1, 79.2] |        1 |          4 |                  25.0 – 50.0 % |              0 |
    | self-refine |                                 1 |           2 / 3 |   66.7 % [20.8, 93.9] |        1 |          4 |                  50.0 – 75.0 % |              0 |
    | self-refine |                                 3 |           2 / 3 |   66.7 % [20.8, 93.9] |        1 |          4 |                  50.0 – 75.0 % |              0 |
    | self-refine | best of k (picked with hindsight) |           3 / 3 | 100.0 % [43.9, 100.0] |        1 |          4 |                 75.0 – 100.0 % |                |
    | lucid†      |                                 0 |           1 / 3 |    33.3 % [6.1, 79.2] |        1 |          4 |                  25.0 – 50.0 % |              0 |
    | lucid†      |                                 1 |           2 / 4 |   50.0 % [15.0, 85.0] |        0 |          4 |                              — |              0 |
    | lucid†      |                                 3 |           3 / 4 |   75.0 % [30.1, 95.4] |        0 |          4 |                              — |              1 |
    | lucid†      | best of k (picked with hindsight) |           3 / 4 |   75.0 % [30.1, 95.4] |        0 |          4 |                              — |                |"
  `);
});

test('regressions: by construction is said, violating tasks are listed', () => {
  expect(markdownSection(regressionSection(analyse(makeRun(STUDY))))).toMatchInlineSnapshot(`
    "## Regressions and monotonicity

    A regression between two k: solved at the smaller, unsolved at the larger. Each cell is "regressed / gained" for one pair of k, over the trials graded at both (?n: n trials left out). A condition is monotone when no pair of the k above has a regression; a condition in which no trial made a repair round shows its first answer at every k and is neither.

    By construction (lucid†): a loop that stops when the grading tests accept has no regressions and is monotone whatever the model does. That is no finding; the meaningful comparison is lucid against resample-oracle at equal k.

    Last table: how many tasks would violate monotonicity if the candidates of a trial were independent draws, so that those the loop treated alike could stand in any order (exact, given how many of them were right). A loop that keeps right candidates better than resampling does shows fewer than expected, with a small probability of so few. The candidate a loop stopped at stays last: where no task could differ, the verifier decided, not the order.

    | condition   |    0 → 1 |    0 → 3 |    1 → 3 | monotone        |
    | ----------- | -------: | -------: | -------: | --------------- |
    | self-refine | 1 / 1 ?2 | 1 / 1 ?2 | 0 / 0 ?1 | no (1 task)     |
    | lucid†      | 0 / 1 ?1 | 0 / 1 ?1 |    0 / 1 | by construction |

    | condition   | tasks solved at some k and unsolved at a larger one |
    | ----------- | --------------------------------------------------- |
    | self-refine | a                                                   |

    | condition   | violating tasks | by chance | could differ | chance of ≥ | chance of ≤ |
    | ----------- | --------------: | --------: | -----------: | ----------: | ----------: |
    | self-refine |               1 |      0.50 |            1 |       0.500 |       1.000 |"
  `);
});

test('a regression that oracle stopping rules out is a warning, not a finding', () => {
  const conditions = { lucid: { oracle: true, verifier: 'grading-tests', trials: ['s/a/a/a/'] } } as const;
  const text = markdownReport(analyse(makeRun({ tasks: ['a'], conditions })));
  expect(text).toContain('WARNING: lucid† regressed although that is impossible');
});

test('a simulated run says so directly above every table, a measured one nowhere', () => {
  const lines = markdownReport(analyse(makeRun({ ...STUDY, isSimulated: true }))).split('\n');
  const starts = lines.flatMap((line, position) =>
    line.startsWith('|') && lines[position - 1] === '' ? [position] : [],
  );
  expect(starts.length).toBeGreaterThan(8);
  for (const start of starts) expect(lines[start - 2]).toMatch(/^\*\*SIMULATED, not measured/);
  expect(markdownReport(analyse(makeRun(STUDY)))).not.toMatch(/simulated/i);
});

test('an incomplete run is called so', () => {
  const conditions = { baseline: { trials: ['s', undefined] } };
  const text = markdownReport(analyse(makeRun({ tasks: ['a', 'b'], conditions })));
  expect(text).toContain('ungraded at the largest k: 1 of 2 trials: not-run 1');
  expect(text).toContain('NOT COMPLETE');
});

test('where only the baseline was run, sections about loops are left out, not empty', () => {
  const analysis = analyse(makeRun({ tasks: ['a', 'b'], conditions: { baseline: { trials: ['s', 'a'] } } }));
  const report = markdownReport(analysis);
  expect(report).toContain('## Accuracy');
  expect(report).not.toMatch(/^## (Regressions|Head to head|Verifier)/m);
  // The line below a header is followed by a row.
  expect(report.match(/^\| -.*\n(?!\|)/gm)).toBeNull();
  expect(screenReport(analysis)).not.toContain('monotonicity');
});

test('the published extractor has a column where it is known and a dash elsewhere', () => {
  const conditions = { loop: { trials: ['s+', 'a/s+'], published: 'xa' } };
  const section = markdownSection(accuracySection(analyse(makeRun({ tasks: ['a', 'b'], conditions }))));
  expect(section.split('\n').filter((line) => line.startsWith('| loop '))).toMatchInlineSnapshot(`
    [
      "| loop      |            0.0 % | 50.0 % [9.5, 90.5] | 100.0 % [34.2, 100.0] | 100.0 % [34.2, 100.0] |                           100.0 % |",
      "| loop      |                                 0 |           1 / 2 |    50.0 % [9.5, 90.5] |        0 |          2 |                              — |              0 | 0 / 2 = 0.0 % [0.0, 65.8] |",
      "| loop      |                                 1 |           2 / 2 | 100.0 % [34.2, 100.0] |        0 |          2 |                              — |              0 |                         — |",
      "| loop      |                                 3 |           2 / 2 | 100.0 % [34.2, 100.0] |        0 |          2 |                              — |              0 |                         — |",
      "| loop      | best of k (picked with hindsight) |           2 / 2 | 100.0 % [34.2, 100.0] |        0 |          2 |                              — |                |                           |",
    ]
  `);
});

test('unknown costs are a dash or a lower bound, never 0', () => {
  const text = (unknownTask: string) =>
    tables(
      markdownReport(
        analyse(
          makeRun({
            tasks: ['a', 'b'],
            conditions: { baseline: { trials: ['s', 's'] } },
            call: ({ costUsd, ...call }, { taskId }) =>
              unknownTask.includes(taskId) || costUsd === undefined ? call : { ...call, costUsd },
          }),
        ),
      ),
    )
      .split('\n')
      .at(-1);
  expect(text('ab')).toMatchInlineSnapshot(
    `"| baseline  |   0 | 100.0 % [34.2, 100.0] |          1 |    150 |    — | yes              | —              |"`,
  );
  expect(text('b')).toMatchInlineSnapshot(
    `"| baseline  |   0 | 100.0 % [34.2, 100.0] |          1 |    150 |    — | yes              | —              |"`,
  );
});

test('several samples per task: bootstrap and sign-flip test are named, McNemar is not used', () => {
  const conditions = { baseline: { trials: ['s', 'a'] }, loop: { trials: ['s+', 's+'] } };
  const text = markdownReport(analyse(makeRun({ tasks: ['a'], conditions, identity: { samples: 2 } })));
  expect(text).toContain('Wilson over trials is not used');
  expect(text).toContain('sign-flip permutation test by task');
});
