import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { audit } from '../../harness/published/audit.ts';
import { importStudy } from '../../harness/published/import-study.ts';
import { loadPublishedTables } from '../../harness/published/published-cells.ts';
import { verifyCells } from '../../harness/published/verify/verify-cells.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { csvTables } from '../../harness/report/csv/csv-files.ts';
import { markdownReport } from '../../harness/report/markdown.ts';
import { countedSection } from '../../harness/report/published/published-sections.ts';
import { screenReport } from '../../harness/report/screen.ts';
import { markdownTable } from '../../harness/text/markdown-table.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { lucid } from './result-files.ts';
import { unpackSample } from './sample.ts';

const sample = unpackSample();

describe.skipIf(sample === undefined)('the sample of the published result files', () => {
  const out = mkdtempSync(join(tmpdir(), 'published-runs-'));
  let humaneval: WholeRun;
  let sweBench: WholeRun;
  beforeAll(async () => {
    await importStudy(lucid, sample ?? '', out);
    [humaneval, sweBench] = [await readRun(join(out, 'humaneval')), await readRun(join(out, 'swe-bench-lite'))];
  });

  // Counted by a separate Python script that merges the files itself (first directory wins) and sums final_passed.
  test('prints the HumanEval main and ablation tables as a count by hand gives them', () => {
    expect(countedSection(humaneval).tables.map(markdownTable).join('\n\n')).toMatchInlineSnapshot(`
      "| condition   |            k = 1 |             k = 3 |             k = 5 |            either |
      | ----------- | ---------------: | ----------------: | ----------------: | ----------------: |
      | baseline    |  7 / 12 = 58.3 % |                   |                   |                   |
      | self-refine |  8 / 12 = 66.7 % |   8 / 12 = 66.7 % |   7 / 12 = 58.3 % |  10 / 12 = 83.3 % |
      | llm-judge   | 10 / 12 = 83.3 % | 12 / 12 = 100.0 % |   7 / 12 = 58.3 % | 12 / 12 = 100.0 % |
      | lucid†      | 10 / 12 = 83.3 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % |

      | condition            |             k = 1 |             k = 3 |             k = 5 |            either |
      | -------------------- | ----------------: | ----------------: | ----------------: | ----------------: |
      | lucid†               |  10 / 12 = 83.3 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % |
      | lucid-no-extract†    | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % |
      | lucid-no-context†    |  11 / 12 = 91.7 % |  11 / 12 = 91.7 % | 12 / 12 = 100.0 % | 12 / 12 = 100.0 % |
      | lucid-no-remediate†  | 12 / 12 = 100.0 % |  11 / 12 = 91.7 % |  11 / 12 = 91.7 % | 12 / 12 = 100.0 % |
      | lucid-learned-verify |   9 / 12 = 75.0 % |   9 / 12 = 75.0 % |  10 / 12 = 83.3 % |  11 / 12 = 91.7 % |
      | lucid-random-verify  |  11 / 12 = 91.7 % |  11 / 12 = 91.7 % |   9 / 12 = 75.0 % | 12 / 12 = 100.0 % |"
    `);
  });

  test('prints the SWE-bench table as a count by hand gives it', () => {
    expect(countedSection(sweBench).tables.map(markdownTable).join('\n\n')).toMatchInlineSnapshot(`
      "| condition |          k = 1 |          k = 3 |         either |
      | --------- | -------------: | -------------: | -------------: |
      | baseline  | 1 / 6 = 16.7 % |                |                |
      | lucid†    | 2 / 6 = 33.3 % | 1 / 6 = 16.7 % | 2 / 6 = 33.3 % |"
    `);
  });

  test('the ordinary tables have the same counts, without what was never evaluated', () => {
    const cell = (run: WholeRun, condition: string, k: number) =>
      analyse(run).accuracy.find((row) => row.condition.name === condition && row.k === k);
    expect(cell(humaneval, 'self-refine', 5)).toMatchObject({ solved: 7, graded: 12, ungraded: 0 });
    expect(cell(sweBench, 'lucid', 1)).toMatchObject({ solved: 2, graded: 5, ungraded: 1 });
  });

  test('every published cell differs only because twelve and six tasks are there', () => {
    const { rows } = verifyCells(loadPublishedTables('lucid'), [humaneval, sweBench], true);
    const cells = rows.slice(0, 29);
    expect(cells.map(({ status }) => status)).toEqual(cells.map(() => 'differs'));
    for (const { why } of cells) expect(why).toMatch(/^(12 of the 16[34]|6 of the 300) tasks have a result file here/);
  });

  test('the audit names artefacts, evaluations that never took place and verdicts of another patch', () => {
    const counted = audit(humaneval).filter(({ isCounted }) => isCounted === true);
    const baseline = counted.filter(({ condition, kind }) => condition === 'baseline' && kind === 'extractor-artefact');
    expect(baseline.map(({ taskId }) => taskId)).toEqual([
      'HumanEval/32',
      'HumanEval/38',
      'HumanEval/50',
      'HumanEval/130',
      'HumanEval/147',
    ]);
    const patches = audit(sweBench).filter(({ isCounted }) => isCounted === true);
    const of = (kind: string) =>
      patches
        .filter((finding) => finding.kind === kind)
        .map(({ taskId, condition, k }) => `${taskId} ${condition} ${k}`);
    expect(of('never-evaluated')).toEqual([
      'pallets__flask-4045 baseline 1',
      'pallets__flask-4045 lucid 1',
      'pallets__flask-4045 lucid 3',
    ]);
    expect(of('foreign-verdict')).toEqual(['scikit-learn__scikit-learn-10297 lucid 1', 'sympy__sympy-13146 lucid 3']);
  });

  test('every report is made, with no token, cost or candidate that is not in the files', () => {
    for (const run of [humaneval, sweBench]) {
      const analysis = analyse(run);
      const text = `${markdownReport(analysis)}${screenReport(analysis)}`;
      expect(text).toContain('IMPORTED result files of lucid');
      expect(text).not.toMatch(/undefined|NaN|\$0\.0000|## Tokens and cost|## Extraction\n/);
      const attempts = csvTables(analysis)['attempts.csv'];
      const at = attempts?.columns.indexOf('input_tokens') ?? -1;
      expect(new Set(Array.from(attempts?.rows ?? [], (row) => row[at]))).toEqual(new Set([undefined]));
    }
  });

  test('a second import writes the same bytes', async () => {
    const files = ['manifest.json', 'trajectories.jsonl', 'grades.jsonl'].map((name) => join(out, 'humaneval', name));
    const before = files.map((file) => readFileSync(file, 'utf8'));
    await importStudy(lucid, sample ?? '', out);
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  });
});
