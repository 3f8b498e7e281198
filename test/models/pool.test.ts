import { expect, test } from 'vitest';
import { type Execute, labelPool } from '../../harness/models/simulated/pool.ts';
import { suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import type { Dataset, PoolCandidate, Problem } from '../../harness/types/task.ts';

const canonical = `def largest(numbers):
    best = numbers[0]
    for number in numbers[1:]:
        if number > best:
            best = number
    return best
`;
const right: PoolCandidate = { code: 'def largest(n):\n    return max(n)\n', isRight: true, label: 'right' };
const wrong: PoolCandidate = { code: 'def largest(n):\n    return n[0]\n', isRight: false, label: 'wrong' };

function datasetOf(pool: readonly PoolCandidate[]): Dataset {
  const problem: Problem = {
    task: {
      kind: 'function',
      id: 'x/1',
      prompt: '',
      entryPoint: 'largest',
      prelude: '',
      publicTests: suiteOfDataset(''),
    },
    hiddenTests: suiteOfDataset('assert largest([1, 2]) == 2\n'),
    canonical,
    pool,
  };
  return { id: 'x', title: '', sha256: '', source: '', problems: [problem], knownDefects: [] };
}

/** Says that a program is wrong when it changed the comparison or no longer returns `best`; the rest is not graded. */
const byText: Execute = async (_problem, code) => {
  if (!code.includes('number > best')) return { status: 'solved' };
  if (!code.includes('return best')) return { status: 'unsolved', reason: 'assertion' };
  return { status: 'ungraded', reason: 'sandbox-lost' };
};

test('a task that has right and wrong candidates is left as it is, and nothing is executed', async () => {
  const dataset = datasetOf([right, wrong]);
  const labelled = await labelPool(dataset, () => Promise.reject(new Error('nothing to execute')));
  expect(labelled).toEqual(dataset);
});

test('without a pool the canonical solution is the right candidate and failing mutants are the wrong ones', async () => {
  const [problem] = (await labelPool(datasetOf([]), byText)).problems;
  const pool = problem?.pool ?? [];
  expect(pool[0]).toEqual({ code: canonical, isRight: true, label: 'canonical' });
  expect(pool.length).toBeGreaterThan(1);
  for (const candidate of pool.slice(1)) {
    expect(candidate).toMatchObject({ isRight: false, label: expect.stringMatching(/^mutant: .+, line \d+$/) });
    expect(candidate.code).not.toContain('return best');
  }
});

test('a pool that lacks one side keeps the other', async () => {
  const onlyRight = (await labelPool(datasetOf([right]), byText)).problems[0]?.pool ?? [];
  expect(onlyRight.map(({ isRight }) => isRight).indexOf(false)).toBe(1);
  expect(onlyRight[0]).toEqual(right);
  const onlyWrong = (await labelPool(datasetOf([wrong]), byText)).problems[0]?.pool;
  expect(onlyWrong).toEqual([wrong, { code: canonical, isRight: true, label: 'canonical' }]);
});

test('the same dataset gets the same pool, of at most four wrong candidates', async () => {
  const allWrong: Execute = async () => ({ status: 'unsolved', reason: 'assertion' });
  const first = await labelPool(datasetOf([]), allWrong);
  expect(first.problems[0]?.pool).toHaveLength(5);
  expect(await labelPool(datasetOf([]), allWrong)).toEqual(first);
});
