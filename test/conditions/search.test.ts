import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { drawBy, scoreOf, softmax } from '../../conditions/shared/search-tree.ts';
import { createRandom } from '../../harness/random.ts';
import { conditionFiles, loadConditions } from '../../harness/run/load-conditions.ts';
import { LANGUAGES } from '../../harness/tasks/contract/languages.ts';
import { searchStep } from '../../harness/types/search.ts';
import type { ContractProblem } from '../../harness/types/task.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { between, betweenInDafny, runSearch } from '../fixtures/search.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 300_000;
const SEARCHES = [...conditionFiles()].flatMap(([name, path]) =>
  path.includes('/conditions/alphaverus/') ? [{ name, path }] : [],
);
const conditionOf = async (name: string) => {
  const [loaded] = await loadConditions([name]);
  if (loaded === undefined) throw new Error(`no condition ${name}`);
  return loaded.condition;
};

const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));
/** Each program is proved once, whatever searches over it. */
const runner = createProofRunner(sandbox ?? { missing: 'no prover' });

const counted = (verified: number, unverified: number, errors: number, warnings: number) =>
  ({ status: 'counted', unit: 'goals', verified, unverified, errors, warnings }) as const;

test.each([
  // (3 - 0.1 * 2 - 0.03 * 1) / (3 + 2)
  [counted(3, 2, 2, 1), 0.554],
  [counted(0, 1, 1, 0), -0.1],
  [counted(4, 0, 0, 0), 1],
  // (1 - 0.1 * 20) / 2: many errors weigh more than what is verified
  [counted(1, 1, 20, 0), -0.5],
])('the score of %j is %f', (counts, score) => {
  expect(scoreOf(counts)).toBeCloseTo(score, 12);
});

test('what was not counted has no score', () => {
  expect(scoreOf({ status: 'no-node', reason: 'forbidden' })).toBeUndefined();
  expect(scoreOf(counted(0, 0, 0, 0))).toBeUndefined();
});

test('over 10,000 seeds parents are drawn as often as softmax(s / 0.1) says', () => {
  const scores = [0.5, 0.4, 0.25, -0.1];
  // exp(0), exp(-1), exp(-2.5), exp(-6), over their sum 1.45244...
  const weights = [1, Math.exp(-1), Math.exp(-2.5), Math.exp(-6)];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => weight / sum);
  const probabilities = softmax(scores, 0.1);
  for (const [place, probability] of probabilities.entries()) expect(probability).toBeCloseTo(exact[place] ?? 0, 12);
  const counts = scores.map(() => 0);
  for (let seed = 0; seed < 10_000; seed++) {
    const [place = -1] = drawBy([...scores.keys()], probabilities, 1, createRandom(seed));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((total, count, place) => {
    const expected = 10_000 * (exact[place] ?? 0);
    return total + (count - expected) ** 2 / expected;
  }, 0);
  // The 99.9 % quantile of chi-square with 3 degrees of freedom.
  expect(chiSquare).toBeLessThan(16.27);
  expect(softmax(scores, Number.POSITIVE_INFINITY)).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test.each(SEARCHES)('$name has at most 60 lines and speaks of no language', ({ path }) => {
  const shared = ['search', 'search-tree', 'search-policies'].map((name) => join(path, `../../shared/${name}.ts`));
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThanOrEqual(60);
  for (const file of [path, ...shared]) expect(readFileSync(file, 'utf8')).not.toMatch(/dafny|why3|python|verus\b/);
});

/** Wrong at first, wrong otherwise when it was told once, right when it was told twice. */
const CHAINS = [
  { problem: between, bodies: ['    return a - 5\n', '    return b\n', '    return a + 1\n'] },
  { problem: betweenInDafny, bodies: ['r := a - 5;\n', 'r := b;\n', 'r := a + 1;\n'] },
] as const;

const answersIn =
  ([first, second, third]: readonly [string, string, string]) =>
  (prompt: string): string =>
    !prompt.includes('Complaints') ? first : prompt.includes('a - 5') ? second : third;

describe.skipIf(sandbox === undefined)('a search whose programs are proved for real', () => {
  test.each(CHAINS)(
    '$problem.task.language: is solved at depth 2, by parents that are on record',
    { timeout },
    async ({ problem, bodies }) => {
      const condition = await conditionOf('search-treefinement');
      const bounds = { exploration: 2, breadth: 2, depth: 3 };
      const run = { problem, runner, rounds: 15, bounds, answer: answersIn(bodies) };
      const { trajectory } = await runSearch(condition, run);
      const steps = trajectory.steps.map((step) => ({ ...step, search: searchStep.in(step) }));
      expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
      expect(steps.map(({ search }) => search?.depth)).toEqual([0, 0, 1, 1, 2]);
      const last = steps.at(-1);
      const parent = steps[last?.parent ?? -1];
      expect([last, parent, steps[parent?.parent ?? -1]].map((step) => step?.candidate)).toEqual([...bodies].reverse());
      expect(last?.verdict?.status).toBe('accept');
      // One goal or method of it is proved, and one clause is not: the score that is worked out by hand.
      const counts = parent?.search?.counted;
      if (counts?.status !== 'counted') throw new Error('expected a node');
      const { verified, unverified, errors, warnings } = counts;
      expect(parent?.search?.score).toBeCloseTo(
        (verified - errors / 10 - (3 * warnings) / 100) / (verified + unverified),
      );
      expect({ unverified, errors }).toEqual({ unverified: 1, errors: 1 });
      // A step is a generation: each has its own call, and what was drawn beside the proved one is on record as of no step.
      expect(steps.map(({ calls = [] }) => calls.length)).toEqual([1, 1, 1, 1, 1]);
      expect(trajectory.unfinishedCalls).toHaveLength(1);
    },
  );

  test('what is forbidden, empty or has another contract makes no node, and is counted', { timeout }, async () => {
    const answers = [
      '```python\ndef between(a: int, b: int) -> int:\n    #@ requires a + 1 < b\n    #@ ensures True\n    return 0\n```',
      '    #@ assume result > a\n    return 0\n',
      '    return (\n',
      '    return a - 5\n',
    ];
    const condition = await conditionOf('search-treefinement');
    const { trajectory } = await runSearch(condition, {
      runner,
      rounds: 7,
      bounds: { exploration: 4, breadth: 4, depth: 3 },
      answer: (prompt, occurrence) => (prompt.includes('Complaints') ? '    return b\n' : (answers[occurrence] ?? '')),
    });
    const found = trajectory.steps.map((step) => searchStep.in(step)?.counted);
    const reasons = found.map((each) => (each?.status === 'no-node' ? each.reason : each?.status));
    expect(reasons.slice(0, 4)).toEqual(['contract-changed', 'forbidden', 'parse', 'counted']);
    expect(trajectory.steps.slice(4).map(({ parent }) => parent)).toEqual([3, 3, 3, 3]);
  });

  /** Never proved: one of four programs, so that few are asked about. */
  const never = (prompt: string, occurrence: number) =>
    `    return a - ${(prompt.split('Complaints').length + prompt.length + occurrence) % 4}\n`;
  const bounds = { exploration: 3, breadth: 4, depth: 2 };

  test.each(SEARCHES)(
    '$name: 4 generations are the beginning of 16, and all 16 are made',
    { timeout },
    async ({ name }) => {
      const condition = await conditionOf(name);
      const [short, long] = await Promise.all(
        [3, 15].map((rounds) => runSearch(condition, { runner, rounds, bounds, answer: never })),
      );
      expect(long?.trajectory.steps).toHaveLength(16);
      expect(short?.trajectory.steps).toEqual(long?.trajectory.steps.slice(0, 4));
      expect(short?.trajectory.unfinishedCalls).toEqual([]);
    },
  );

  test.each(SEARCHES)('$name: answers that come in any order give the same bytes', { timeout }, async ({ name }) => {
    const condition = await conditionOf(name);
    const orders = [undefined, (call: number) => (call * 7) % 5, (call: number) => 20 - call];
    const texts = await Promise.all(
      orders.map(async (delay) => {
        const run = { runner, rounds: 11, bounds, answer: never, ...(delay === undefined ? {} : { delay }) };
        const { trajectory, responses, requests } = await runSearch(condition, run);
        return JSON.stringify([trajectory, [...responses], [...requests]]);
      }),
    );
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
  });

  test('searches look at programs in ways of their own', { timeout }, async () => {
    const parentsIn = async (name: string) => {
      const condition = await conditionOf(name);
      const { trajectory } = await runSearch(condition, { runner, rounds: 10, bounds, answer: never });
      return trajectory.steps.map(({ parent }) => parent);
    };
    expect((await parentsIn('search-exploration')).every((parent) => parent === undefined)).toBe(true);
    // Each of three programs and the first again, then each of the four children.
    expect((await parentsIn('search-multi-turn')).slice(3)).toEqual([0, 1, 2, 0, 3, 4, 5, 6]);
    for (const parent of (await parentsIn('search-single-turn')).slice(3)) expect(parent).toBeLessThan(3);
    const [one, ...same] = (await parentsIn('search-best-first')).slice(3, 7);
    expect(same).toEqual([one, one, one]);
  });

  test('messages are the program’s own, none, or another program’s', { timeout }, async () => {
    const toldIn = async (name: string) => {
      const condition = await conditionOf(name);
      // The first fails at one clause, the second at both.
      const answer = (prompt: string, occurrence: number) =>
        prompt.includes('Complaints') ? '    return a\n' : occurrence === 0 ? '    return b\n' : '    return b * a\n';
      const { trajectory, requests } = await runSearch(condition, {
        runner,
        rounds: 3,
        bounds: { exploration: 2, breadth: 2, depth: 1 },
        answer,
      });
      const prompts = [...requests.values()].map(({ messages }) => messages[0]?.content ?? '');
      const told = trajectory.steps.slice(2).map((step) => searchStep.in(step)?.told);
      return { told, prompts: prompts.slice(2) };
    };
    expect((await toldIn('search-treefinement')).told).toEqual(['own', 'own']);
    const without = await toldIn('search-no-messages');
    expect(without.told).toEqual(['none', 'none']);
    for (const prompt of without.prompts) expect(prompt).not.toContain('not proved\n');
    const other = await toldIn('search-other-messages');
    expect(other.told).toEqual(['other', 'other']);
    const [one, two] = ['postcondition: 1 of 2 not proved', 'postcondition: 2 of 2 not proved'];
    for (const prompt of other.prompts) expect(prompt).toContain(prompt.includes('return b * a') ? one : two);
  });

  test('a search goes through the value of its language alone: another value in its place is asked', {
    timeout,
  }, async () => {
    // Python's value with a splice that tells of each program.
    const task = { ...between.task, id: 'test/own' };
    const problem: ContractProblem = { ...between, task };
    const known: string[] = [];
    const own = {
      ...LANGUAGES.python,
      splice: (...given: Parameters<typeof LANGUAGES.python.splice>) => {
        known.push(given[0]);
        return LANGUAGES.python.splice(...given);
      },
    };
    const condition = await conditionOf('search-treefinement');
    const { trajectory } = await runSearch(condition, {
      problem,
      runner,
      languages: { ...LANGUAGES, python: own },
      rounds: 7,
      bounds: { exploration: 2, breadth: 2, depth: 3 },
      answer: answersIn(CHAINS[0].bodies),
    });
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
    expect(known.length).toBeGreaterThan(0);
  });
});
