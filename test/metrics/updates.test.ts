import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BenchOptions } from '../../harness/run/bench.ts';
import { runBench } from '../fixtures/bench.ts';
import { ROOT } from '../fixtures/command.ts';

const simulated: Partial<BenchOptions> = {
  ...{ model: 'simulated:strong-2025', conditions: ['baseline', 'codegrad', 'codegrad-matched'], k: [1, 2], limit: 3 },
  ...{ start: 'pool:both', maxOutputTokens: 1024, stop: 'verdict' },
};

test('every revision of a run has a row with the truth before and after, and the report says what was chosen', async () => {
  const [one, two] = [await runBench('', simulated), await runBench('', simulated)];
  expect(one.error).toBeUndefined();
  const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
  const [header = '', ...rows] = read(one.folder, 'updates.csv').trim().split('\n');
  const columns = header.split(',');
  const field = (row: string, name: string): string => row.split(',')[columns.indexOf(name)] ?? '';
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(field(row, 'condition')).toBe('codegrad');
    expect(['solved', 'unsolved']).toContain(field(row, 'outcome_before'));
    expect(['solved', 'unsolved']).toContain(field(row, 'outcome_after'));
  }
  const discarded = rows.filter((row) => field(row, 'fate') === 'discarded');
  for (const row of discarded) expect(field(row, 'refused_by')).not.toBe('');
  expect(read(one.folder, 'calls.csv').split('\n')[0]).toContain('role_name');
  expect(read(one.folder, 'calls.csv')).toMatch(/,review\r?\n/);
  const tables = read(one.folder, 'tables.md');
  expect(tables).toContain('What became of revisions');
  expect(tables).toContain('Choices of ours where the paper is silent');
  expect(tables).toContain('STARTED FROM THE POOL (pool:both)');
  expect(tables).toMatch(/tuning tasks, on which the wording of prompts was chosen: .+ of the 3\n/);
  for (const file of ['trajectories.jsonl', 'grades.jsonl', 'updates.csv', 'tables.md'])
    expect(read(two.folder, file), file).toBe(read(one.folder, file));
});

test.each([
  [
    { start: 'pool:right', dataset: join(ROOT, 'conditions/examples/4-own-dataset.jsonl'), limit: 1 },
    /has no right program in a pool/,
  ],
  [
    { start: 'pool:right', dataset: 'swe-bench-lite', conditions: ['baseline'] },
    /--start pool:right: expected a dataset of functions, swe-bench-lite has tasks of kind patch/,
  ],
  [{ conditions: ['codegrad-matched'] }, /codegrad-matched may use as many tokens as codegrad: add that one/],
  [{ conditions: ['codegrad-random-critic'] }, /judges at the rates of codegrad: add that one/],
] satisfies readonly (readonly [Partial<BenchOptions>, RegExp])[])(
  'bad input is refused in one sentence: %j',
  async (changed, message) => {
    const { error } = await runBench('', { ...simulated, conditions: ['codegrad'], ...changed });
    expect(String(error)).toMatch(message);
    expect(String(error).trim().split('\n')).toHaveLength(1);
  },
);
