import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Grade, Trajectory } from '../../../harness/types/record.ts';
import { STUDY_ARMS } from '../../fixtures/arms.ts';
import type { BenchOutcome } from '../../fixtures/bench.ts';
import { comparableFiles, temporaryFolder } from '../../fixtures/command.ts';
import { createFolderExecutor } from '../../fixtures/patch-folders.ts';
import { id, lines, makePatchStudy, type PatchStudy, rows } from '../../fixtures/patch-study.ts';

/** Solved of ten at k = 0, 1, 3, 5, counted by hand from the script above. */
const SOLVED: Readonly<Record<string, readonly number[]>> = {
  baseline: [4],
  'self-refine': [4, 2, 2, 3],
  'llm-judge': [4, 5, 5, 5],
  'random-verifier': [4, 4, 4, 4],
  lucid: [4, 6, 8, 9],
  'lucid-no-extract': [4, 5, 5, 5],
  'lucid-no-context': [4, 5, 5, 5],
  'lucid-no-remediate': [4, 4, 6, 6],
  'lucid-learned-verify': [4, 6, 6, 6],
  'lucid-random-verify': [4, 4, 4, 4],
  'lucid-public': [4, 6, 7, 7],
  'resample-oracle': [4, 7, 7, 7],
  // It stops at 6, which is wrong and breaks nothing.
  'resample-public': [4, 6, 6, 6],
};

let study: PatchStudy;
beforeAll(() => {
  study = makePatchStudy();
});

describe('thirteen conditions on ten instances with scripted patches', () => {
  let run: BenchOutcome;
  let evaluated = 0;
  beforeAll(async () => {
    run = await study.run({}, {}, study.shared);
    expect(run.error).toBeUndefined();
    evaluated = study.shared.counts.hidden;
  }, 240_000);

  test('accuracy comes out as constructed', () => {
    const cells = rows(run.folder, 'cells.csv');
    const solved = Object.fromEntries(
      STUDY_ARMS.map((name) => [
        name,
        cells.filter(({ condition }) => condition === name).map((cell) => Number(cell.solved)),
      ]),
    );
    expect(solved).toEqual(SOLVED);
    expect(cells.every(({ graded, ungraded }) => graded === '10' && ungraded === '0')).toBe(true);
  });

  test('regressions come out as constructed, of instances and of tests', () => {
    const regressed = rows(run.folder, 'regressions.csv').filter((row) => row.regressed !== '0');
    expect(regressed.map((row) => `${row.condition} ${row.k_from}->${row.k_to}: ${row.regressed_tasks}`)).toEqual([
      'self-refine 0->1: pallets__flask-0 pytest-dev__pytest-1',
      'self-refine 0->3: pallets__flask-0 pytest-dev__pytest-1',
      'self-refine 0->5: pallets__flask-0',
      'llm-judge 0->1: pallets__flask-2',
      'llm-judge 0->3: pallets__flask-2',
      'llm-judge 0->5: pallets__flask-2',
    ]);
    const moves = new Map(rows(run.folder, 'test-transitions.csv').map((row) => [row.condition, row]));
    // 5: wrong, wrong, right. 6: five times the same. 7: breaking, half right (one broken, one mended), wrong, right.
    expect(moves.get('lucid')?.broken_tasks).toBe(id(7));
    expect(moves.get('lucid')?.broken).toBe('1');
    // 0 loses the test it had turned, 1 both of its tests.
    expect(moves.get('self-refine')).toMatchObject({ broken: '3', broken_tasks: `${id(0)} ${id(1)}` });
  });

  test('head to head comes out as constructed', () => {
    const declared = rows(run.folder, 'head-to-head.csv').filter(({ family }) => family === 'declared');
    expect(declared.map((row) => `${row.condition} - ${row.comparator}: +${row.wins} -${row.losses}`)).toEqual([
      'self-refine - baseline: +0 -1',
      'llm-judge - random-verifier: +2 -1',
      'random-verifier - baseline: +0 -0',
      // lucid alone: 4, 5, 9. resample-oracle alone: 6.
      'lucid - resample-oracle: +3 -1',
      'lucid-no-extract - lucid: +0 -4',
      'lucid-no-context - lucid: +0 -4',
      'lucid-no-remediate - lucid: +0 -3',
      // 8 and 9 against 4, 5, 7, 8, 9.
      'lucid-learned-verify - lucid: +0 -3',
      'lucid-random-verify - lucid: +0 -5',
      // 9 is mended at k = 3 and by nothing when resampled; 7 and 8 by both.
      'lucid-public - resample-public: +1 -0',
      'resample-oracle - baseline: +3 -0',
      'resample-public - baseline: +2 -0',
    ]);
  });

  test('reasons are those of patches, and tables say that they are simulated and what was shown', () => {
    const reasons = new Set(lines<Grade>(run.folder, 'grades.jsonl').map(({ outcome }) => JSON.stringify(outcome)));
    expect([...reasons].join()).toContain('patch-does-not-apply');
    expect([...reasons].join()).toContain('tests-failed');
    expect([...reasons].join()).toContain('empty');
    const tables = readFileSync(join(run.folder, 'tables.md'), 'utf8');
    expect(tables).toContain('SIMULATED, not measured: differences between conditions are those of the script');
    expect(tables).toContain('context: bm25 (at most 13,000 tokens of files)');
    expect(tables).toContain('grading: by the rules of swebench 5.0.2');
    expect(tables).not.toContain('A LEAK');
  });

  test('equal patches are evaluated once, for the whole study', () => {
    const distinct = new Set(
      lines<Trajectory>(run.folder, 'trajectories.jsonl').flatMap(({ taskId, steps }) =>
        steps.flatMap(({ candidate = '' }) => (candidate === '' ? [] : [`${taskId} ${candidate}`])),
      ),
    );
    expect(evaluated).toBe(distinct.size);
  });

  test('predictions come out in the official format, one file for each condition and k', () => {
    const files = readdirSync(join(run.folder, 'predictions'));
    expect(files).toHaveLength(1 + 12 * 4);
    const predictions = lines<Record<string, string>>(run.folder, 'predictions/lucid.k3.jsonl');
    expect(predictions.map(({ instance_id }) => instance_id)).toEqual(study.small.problems.map(({ task }) => task.id));
    expect(Object.keys(predictions[0] ?? {})).toEqual(['instance_id', 'model_name_or_path', 'model_patch']);
    expect(predictions[0]?.model_name_or_path).toBe('lucid.k3.oracle.scripted-script.json');
    const gold = study.small.problems.find(({ task }) => task.id === id(4))?.canonical;
    expect(predictions.find(({ instance_id }) => instance_id === id(4))?.model_patch).toBe(gold);
    expect(predictions.find(({ instance_id }) => instance_id === id(9))?.model_patch).toBe('');
  });

  test('what was shown of each repository is recorded, file by file', () => {
    const contexts = lines<{ taskId: string; shown: { path: string }[]; leftOut: unknown[] }>(
      run.folder,
      'contexts.jsonl',
    );
    expect(contexts.map(({ taskId }) => taskId)).toEqual(study.small.problems.map(({ task }) => task.id));
    expect(contexts[0]?.shown.map(({ path }) => path)).toContain('module_0.py');
  });

  test('a second run gives the same bytes', { timeout: 240_000 }, async () => {
    const again = await study.run({ concurrency: 1 });
    expect(comparableFiles(again.folder)).toEqual(comparableFiles(run.folder));
  });

  test('stopped in the middle and resumed, it gives the same bytes', { timeout: 240_000 }, async () => {
    const out = join(temporaryFolder(), 'run');
    const stop = new AbortController();
    let evaluations = 0;
    const stopping = createFolderExecutor(study.small.mirrors, () => {
      if (++evaluations === 9) stop.abort(new Error('stopped'));
    });
    const torn = await study.run({ out }, { signal: stop.signal }, stopping);
    expect(torn.said).toContain('--resume');
    const whole = await study.run({ out, resume: true });
    expect(whole.error).toBeUndefined();
    expect(comparableFiles(out)).toEqual(comparableFiles(run.folder));
  });
});
