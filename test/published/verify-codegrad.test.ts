import { expect, test } from 'vitest';
import { countOf } from '../../harness/published/arithmetic/count-of.ts';
import {
  type Claim,
  type CodegradTables,
  loadCodegradTables,
} from '../../harness/published/codegrad/codegrad-tables.ts';
import { compareRuns } from '../../harness/published/codegrad/compare-runs.ts';
import { verifyCodegrad } from '../../harness/published/codegrad/verify-codegrad.ts';
import type { VerifiedCell } from '../../harness/published/verify/verify-cells.ts';
import { codegradReport } from '../../harness/report/published/codegrad-report.ts';
import type { Identity } from '../../harness/types/record.ts';
import { runScript } from '../fixtures/command.ts';
import { makeRun, type RunText } from '../fixtures/run.ts';

const tables = loadCodegradTables();
const found = verifyCodegrad(tables);

/** Only these lines, and these claims. */
const withClaims = (...claims: readonly Claim[]): CodegradTables => ({
  ...tables,
  sentences: [{ place: 'here', claims: [...claims] }],
});
const judged = (claim: Claim, of: CodegradTables = tables) =>
  verifyCodegrad({ ...of, sentences: withClaims(claim).sentences }).sentences[0]?.claims[0];

test('a rate is the rounding of a count, both ways at half a unit, or of none', () => {
  expect([countOf(0.695, 164, 3), countOf(0.0, 12, 3), countOf(1, 7, 3)]).toEqual([114, 0, 7]);
  // 1/16 is 0.0625: printed as 0.062 or 0.063.
  expect([countOf(0.062, 16, 3), countOf(0.063, 16, 3), countOf(0.061, 16, 3)]).toEqual([1, 1, undefined]);
  expect(countOf(0.201, 175, 3)).toBeUndefined();
});

test('70 rates: all but one are counts of their tasks', () => {
  expect(found.rates.length).toBe(70);
  expect(found.rates.filter(({ status }) => status !== 'match')).toEqual([
    {
      table: 'I',
      condition: 'livecodebench-v6: gpt-4.1-mini+code',
      k: '',
      published: '0.201',
      here: '35/175 = 0.200, 36/175 = 0.206',
      status: 'differs',
      why: 'no count rounds to it',
    },
  ]);
});

test('the sizes of the difficulties follow from their rates, and their counts come to those of the whole', () => {
  const sizes = Object.fromEntries(found.groups.map(({ row, total }) => [row.group, total]));
  expect(sizes).toMatchObject({ array: 17, dp: 12, math: 42, easy: 43, medium: 52, hard: 80 });
  expect([43 + 52 + 80, found.splits]).toEqual([175, 1]);
  expect(found.sums.map(({ here, status }) => [here, status])).toEqual([
    ['24 + 1 + 0 = 25/175 = 0.143', 'match'],
    ['24 + 4 + 1 = 29/175 = 0.166', 'match'],
    ['24 + 3 + 1 = 28/175 = 0.160', 'match'],
    ['34 + 6 + 4 = 44/175 = 0.251', 'match'],
    ['27 + 7 + 2 = 36/175 = 0.206', 'differs'],
  ]);
});

test('gains that only rounded rates give are told from those of the counts', () => {
  const differing = found.gains.filter(({ status }) => status === 'differs');
  expect([found.gains.length, differing.length]).toEqual([36, 9]);
  expect(differing.find(({ condition }) => condition === 'livecodebench-v6, medium: gpt-4.1-mini+code')).toMatchObject({
    published: '611 %',
    here: '7/1: +600.0 %',
    why: 'as the rounded rates: +610.5 %',
  });
});

test('the smallest p is that of no task lost: twice one half to the power of the difference', () => {
  const least = (name: string, from: string, to: string) =>
    found.pairs.find((pair) => pair.name === name && pair.from === from && pair.to === to)?.p;
  expect(least('livecodebench-v6', 'null', 'qwen3-1.7b')).toBeCloseTo(2 * 0.5 ** 4, 12);
  expect(least('humaneval', 'null', 'gpt-4.1-mini+code')).toBeCloseTo(2 * 0.5 ** 31, 12);
  expect(least('livecodebench-v6, easy', 'gpt-4.1-mini', 'gpt-4.1-mini+code')).toBeCloseTo(2 * 0.5 ** 7, 12);
  expect(least('humaneval', 'qwen3-1.7b', 'qwen3-1.7b+code')).toBe(1);
});

test('twelve sentences: three hold, nine hold otherwise than they say', () => {
  const worst = found.sentences.map(({ claims }) => claims.every(({ verdict }) => verdict === 'holds'));
  expect([worst.length, worst.filter(Boolean).length]).toEqual([12, 3]);
  expect(found.sentences[0]?.claims[0]).toEqual({
    said: 'humaneval: gpt-4.1-mini+code over null, up to 27 %, called absolute',
    verdict: 'holds otherwise',
    why: '+27.2 % relatively; +18.9 points',
  });
});

test('what the tables do not give cannot hold', () => {
  const gain = {
    claim: 'gain',
    dataset: 'humaneval',
    critic: 'gpt-4.1-mini',
    against: 'null',
    said: 'unsaid',
  } as const;
  expect(judged({ ...gain, percent: 30, digits: 0 })).toMatchObject({
    verdict: 'cannot hold',
    why: '+11.6 points, +16.7 % relatively',
  });
  expect(judged({ ...gain, percent: 16, digits: 0 })).toMatchObject({
    verdict: 'holds otherwise',
    why: '+16.7 % relatively, rounded down',
  });
  expect(judged({ ...gain, dataset: 'mbpp', percent: 17, digits: 0 })?.verdict).toBe('cannot hold');
  expect(judged({ claim: 'rate', table: 'I', dataset: 'humaneval', critic: 'null', rate: 0.7 })?.verdict).toBe(
    'cannot hold',
  );
  expect(judged({ claim: 'none', dataset: 'humaneval', critic: 'null' })?.verdict).toBe('cannot hold');
  expect(judged({ claim: 'tasks', dataset: 'livecodebench-v6', count: 176 })?.verdict).toBe('cannot hold');
  const largest = { claim: 'largest', dataset: 'livecodebench-v6', critic: 'gpt-4.1-mini+code' } as const;
  expect(judged({ ...largest, groups: ['string', 'math'] })?.verdict).toBe('cannot hold');
});

test('a changed figure is seen where it stands', () => {
  const rows = tables.rows.map((row) =>
    row.group === 'hard' ? { ...row, rates: { ...row.rates, 'gpt-4.1-mini': 0.063 } } : row,
  );
  const changed = verifyCodegrad({ ...tables, rows });
  expect(changed.sums.find(({ condition }) => condition.endsWith('gpt-4.1-mini'))?.status).toBe('differs');
  expect(codegradReport(changed)).toContain('70 published rates: 69 match, 1 differ');
});

test('the command needs no run, and ends with 1 because figures contradict one another', async () => {
  const { code, stdout } = await runScript('verify-paper', ['codegrad']);
  expect(code).toBe(1);
  expect(stdout).toContain('LiveCodeBench V6: not run');
  expect(stdout).toContain('12 sentences: 3 holds, 9 holds otherwise, 0 cannot hold');
  const given = await runScript('verify-paper', ['codegrad', 'results/x']);
  expect([given.code, given.stderr]).toEqual([
    2,
    expect.stringContaining('error: results/x: expected a run folder, or what import wrote, got ENOENT'),
  ]);
});

const TASKS = ['a', 'b', 'c', 'd'];
const humaneval = (identity: Partial<Identity> = {}, arms: RunText['conditions'] = {}) =>
  makeRun({
    tasks: TASKS,
    conditions: {
      baseline: { trials: ['s', 's', 's', 'a'] },
      codegrad: { trials: ['s', 'a/a', 'a/a/a', 'u'] },
      ...arms,
    },
    identity: { dataset: 'humaneval', k: [1, 2], ...identity },
  });
const row = (rows: readonly VerifiedCell[], condition: string) => rows.find((one) => one.condition === condition);

test('rates of a run stand beside the published ones: match, differs, or not run and why', () => {
  const rows = compareRuns(tables.rows, [humaneval({ critic: 'openai:gpt-4.1-mini' })]);
  expect(rows).toHaveLength(70);
  // Three of four: Wilson gives [0.301, 0.954].
  expect(row(rows, 'humaneval: null')).toEqual({
    table: 'I',
    condition: 'humaneval: null',
    k: '0',
    published: '0.695',
    here: '3/4 = 0.750 [0.301, 0.954]',
    status: 'match',
    why: 'baseline',
  });
  expect(row(rows, 'humaneval: gpt-4.1-mini')).toMatchObject({
    k: '2',
    here: '1/3 = 0.333 [0.061, 0.792]',
    status: 'differs',
    why: 'codegrad, 1 ungraded',
  });
  expect(row(rows, 'humaneval: qwen3-1.7b')).toMatchObject({
    here: '',
    status: 'not run',
    why: 'the critic of this run is openai:gpt-4.1-mini',
  });
  expect(row(rows, 'humaneval: gpt-4.1-mini+code')?.why).toBe('no arm codegrad-code in this run');
  expect(row(rows, 'humaneval-plus: null')).toMatchObject({
    status: 'not run',
    why: 'no run of humaneval-plus is given',
  });
  const livecode = rows.filter(({ condition }) => condition.startsWith('livecodebench'));
  expect(livecode.length).toBe(60);
  expect(livecode.every(({ status, here, why }) => status === 'not run' && here === '' && why === 'no data')).toBe(
    true,
  );
});

test('a critic that the paper does not name stands beside both of its critics; rounds that were not run are said', () => {
  const own = compareRuns(tables.rows, [humaneval(), humaneval({ dataset: 'humaneval-plus', k: [1] })]);
  const statusOf = (condition: string) => row(own, condition)?.status;
  expect(['humaneval: qwen3-1.7b', 'humaneval: gpt-4.1-mini'].map(statusOf)).toEqual(['match', 'differs']);
  expect(row(own, 'humaneval-plus: null')?.status).toBe('match');
  expect(row(own, 'humaneval-plus: gpt-4.1-mini')).toMatchObject({
    status: 'not run',
    why: 'rounds in this run: 1; give --k 2',
  });
  expect(codegradReport(found, { compared: own, runs: [humaneval()] })).toContain('beside this run');
});

test.each([
  [[humaneval({ dataset: 'kata' })], 'expected a run of humaneval or humaneval-plus, got one of kata'],
  [[humaneval(), humaneval()], 'expected one run of humaneval, got 2'],
  [[humaneval({ start: 'pool:both' })], "the model's own answers, got one with --start pool:both"],
])('a run that cannot stand beside the paper is refused', (runs, message) => {
  expect(() => compareRuns(tables.rows, runs)).toThrow(message);
});
