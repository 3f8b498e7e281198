import { expect, test } from 'vitest';
import {
  type AlphaverusClaim,
  type AlphaverusTables,
  loadAlphaverusTables,
} from '../../harness/published/alphaverus/alphaverus-tables.ts';
import { verifyAlphaverus } from '../../harness/published/alphaverus/verify-alphaverus.ts';
import { alphaverusReport } from '../../harness/report/published/alphaverus-report.ts';
import { runScript } from '../fixtures/command.ts';

const tables = loadAlphaverusTables();
const found = verifyAlphaverus(tables);

const judged = (claim: AlphaverusClaim, of: AlphaverusTables = tables) =>
  verifyAlphaverus({ ...of, sentences: [{ place: 'here', claims: [claim] }] }).sentences[0]?.claims[0];

test('of 17 percentages three are no counts of 78 tasks', () => {
  expect(found.cells.length).toBe(17);
  const differing = found.cells.filter(({ status }) => status !== 'match');
  expect(differing.map(({ published, here }) => [published, here])).toEqual([
    ['59.1', '46/78 = 59.0, 47/78 = 60.3'],
    ['65.7', '51/78 = 65.4, 52/78 = 66.7'],
    ['75.7', '59/78 = 75.6, 60/78 = 76.9'],
  ]);
});

test('tree search against the other searches: the smallest p is twice one half to the power of the tasks between them', () => {
  const least = (name: string, from: string) =>
    found.pairs.find((pair) => pair.name === name && pair.from === from)?.p ?? Number.NaN;
  expect(least('humaneval-verified', 'exploration')).toBeCloseTo(2 * 0.5 ** 5, 12);
  expect(least('humaneval-verified', 'best-first')).toBeCloseTo(2 * 0.5 ** 4, 12);
  expect(least('mbpp-verified', 'multi-turn')).toBeCloseTo(2 * 0.5 ** 2, 12);
  expect(least('mbpp-verified', 'autoverus')).toBeCloseTo(2 * 0.5 ** 8, 12);
  expect(found.pairs.length).toBe(14);
});

test('sentences: none holds as it stands, one cannot, three rest on pictures', () => {
  const claims = found.sentences.flatMap((sentence) => sentence.claims);
  expect(Map.groupBy(claims, ({ verdict }) => verdict).get('cannot hold')).toEqual([
    {
      said: 'mbpp-verified: 78 tasks',
      verdict: 'cannot hold',
      why: '3 of 10 percentages are no counts of 78: 59.1, 65.7, 75.7',
    },
  ]);
  expect(claims.find(({ said }) => said.startsWith('translated'))).toMatchObject({
    verdict: 'holds otherwise',
    why: '247/782 = 31.6 %; without those that verify without hints: 247/562 = 44.0 %',
  });
  expect(claims.filter(({ verdict }) => verdict === 'not recoverable').length).toBe(3);
});

test('a claim is judged by the tables, whichever way it goes', () => {
  const at = { table: '1', dataset: 'humaneval-verified' } as const;
  expect(judged({ claim: 'percent', ...at, method: 'treefinement', percent: 34 })?.verdict).toBe('cannot hold');
  const higher = { claim: 'higher', table: '1', datasets: ['humaneval-verified'] } as const;
  expect(
    judged({ ...higher, method: 'treefinement', than: ['llama-3.1-70b'], datasets: [...higher.datasets] }),
  ).toEqual({
    said: 'humaneval-verified: treefinement solves more than llama-3.1-70b',
    verdict: 'holds',
    why: '28 : 10 of 85',
  });
  const lower = { ...higher, datasets: [...higher.datasets], method: 'best-first', than: ['single-turn'] };
  expect(judged(lower)?.verdict).toBe('cannot hold');
  const gain = { claim: 'gain', table: '4', dataset: 'mbpp-verified', method: 'alphaverus', against: 'safe' } as const;
  expect(judged({ ...gain, percent: 28 })?.verdict).toBe('holds otherwise');
  expect(judged({ ...gain, method: 'autoverus', percent: 6 })?.verdict).toBe('holds');
  expect(judged({ ...gain, percent: 20 })?.verdict).toBe('cannot hold');
  const mixed = {
    ...higher,
    datasets: [...higher.datasets],
    method: 'treefinement',
    than: ['llama-3.1-70b', 'gpt-4o'],
  };
  expect(judged(mixed)).toMatchObject({
    verdict: 'holds otherwise',
    why: '28 : 10 of 85, 28 : 23 of 85; 1 of 2 cannot come below p = 0.063 in any pairing',
  });
  const share = { claim: 'share', count: 'translated', of: 'source programs', among: 'translated' } as const;
  expect(judged({ ...share, percent: 30 })?.verdict).toBe('holds');
  expect(judged({ ...share, percent: 60 })?.verdict).toBe('cannot hold');
  expect(judged({ claim: 'tasks', dataset: 'humaneval-verified', count: 84 })?.verdict).toBe('cannot hold');
  expect(() => judged({ ...share, count: 'proved', percent: 30 })).toThrow(
    'a share names a count that is not there: proved',
  );
  expect(() => judged({ claim: 'percent', ...at, method: 'beam', percent: 1 })).toThrow(
    'alphaverus.json: Table 1 has no cell humaneval-verified: beam',
  );
});

test('a changed figure is seen where it stands', () => {
  const rows = tables.rows.map((row) => ({ ...row, percents: { ...row.percents, exploration: 30 } }));
  const changed = verifyAlphaverus({ ...tables, rows });
  expect(changed.cells.find(({ condition }) => condition === 'humaneval-verified: exploration')?.here).toBe(
    '25/85 = 29.4, 26/85 = 30.6',
  );
  expect(alphaverusReport(changed)).toContain(' published percentages: ');
});

test('the command needs no run, and ends with 1 because figures contradict one another', async () => {
  const { code, stdout } = await runScript('verify-paper', ['alphaverus']);
  expect(code).toBe(1);
  expect(stdout).toContain('17 published percentages: 14 match, 3 differ, 0 missing');
  expect(stdout).toContain('8 sentences: 0 holds, 4 holds otherwise, 1 cannot hold, 3 not recoverable');
  const given = await runScript('verify-paper', ['alphaverus', 'results/x']);
  expect([given.code, given.stderr]).toEqual([
    2,
    'error: verify-paper alphaverus compares no run: expected no second argument, got "results/x"\n',
  ]);
});
