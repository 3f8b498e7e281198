import { expect, test } from 'vitest';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { holding } from '../../harness/models/simulated/triples/circle.ts';
import { callRate, passRate } from '../../harness/models/simulated/triples/rates.ts';
import { createSimulatedForTriples } from '../../harness/models/simulated/triples/simulated-triples.ts';
import { loadTripleProfile, parseTripleProfile } from '../../harness/models/simulated/triples/triple-profile.ts';
import { createSampler } from '../../harness/models/stored/sampling.ts';
import { acceptedOf, loadCloverTables } from '../../harness/published/clover/clover-cells.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { tripleEvaluator } from '../../harness/tasks/triple/evaluator.ts';
import { tripleTexts } from '../../harness/tasks/triple/texts.ts';
import { runTrial } from '../../harness/trial/trial.ts';
import {
  CHECKS,
  type CheckName,
  consistencyChecks,
  type ToolEvidence,
  type ToolQuestion,
} from '../../harness/types/consistency.ts';
import { checkResult } from '../../harness/types/consistency-rules.ts';
import type { Model } from '../../harness/types/model.ts';
import type { TripleProblem } from '../../harness/types/task.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { settings } from '../fixtures/trial.ts';

const dataset = await loadTripleDataset('kata-triples', { environment: { XDG_CACHE_HOME: temporaryFolder() } });
const dafny = dataset.problems.filter(({ task }) => task.language === 'dafny');
const profile = loadTripleProfile('clover-gpt4');

test('a pass rate gives both shares it was made from', () => {
  for (const [once, inTen] of [
    [53, 57],
    [60, 60],
    [58, 60],
    [2, 5],
    [0, 0],
    [3, 24],
    [16, 30],
  ] as const) {
    const { able, each } = passRate(once / 60, inTen / 60);
    expect(60 * able * each).toBeCloseTo(once, 6);
    expect(60 * able * (1 - (1 - each) ** 10)).toBeCloseTo(inTen, 6);
  }
  expect(() => passRate(0.1, 0.05)).toThrow(RangeError);
  expect(() => passRate(0, 0.05)).toThrow(RangeError);
  expect(() => passRate(0.05, 0.5)).toThrow(RangeError);
  expect(1 - (1 - callRate(0.7, 3)) ** 3).toBeCloseTo(0.7, 12);
});

test('shares on a circle each hold their part of it, and overlap only beyond 1', () => {
  const points = Array.from({ length: 1000 }, (_, place) => (place + 0.5) / 1000);
  const count = (shares: readonly number[], place: number) => points.filter((at) => holding(shares, at)[place]).length;
  expect([count([0.7, 0.5], 0), count([0.7, 0.5], 1)]).toEqual([700, 500]);
  expect(points.filter((at) => holding([0.7, 0.5], at).every(Boolean))).toHaveLength(200);
  expect(points.filter((at) => holding([0.4, 0.6], at).every(Boolean))).toHaveLength(0);
  expect([count([1, 0], 0), count([1, 0], 1)]).toEqual([1000, 0]);
});

test('the profile holds every cell of Tables 2 and 4 in which a model has part', () => {
  const { cells } = loadCloverTables();
  const published = cells.filter(
    ({ table, set, check }) =>
      ['table 2', 'table 4'].includes(table) && set !== 'verus' && check !== undefined && check !== 'anno-sound',
  );
  const own = profile.passes.flatMap(({ check, set, once, inTen, of }) => [
    { check, set, k: 1, count: once, total: of },
    { check, set, k: 10, count: inTen, total: of },
  ]);
  const told = published.map((cell) => {
    const { check, set, k, total } = cell;
    return { check, set, k, count: acceptedOf(cell), total };
  });
  expect(own).toHaveLength(50);
  expect(told).toHaveLength(50);
  expect(told).toEqual(expect.arrayContaining(own));
});

test('a profile that no rate can give is refused by its field', () => {
  const [cell] = profile.passes;
  const broken = { ...profile, passes: [{ ...cell, once: 3, inTen: 2 }] };
  expect(() => parseTripleProfile(JSON.stringify(broken), 'own.json')).toThrow(/^own\.json: field passes\.0/);
  expect(() => loadTripleProfile('clover-gpt5')).toThrow(
    'unknown profile "clover-gpt5"; did you mean clover-gpt4?; of triples are known: clover-gpt4',
  );
});

/** Tools that go by the text alone: the triple’s own artefact is the same, the model’s text of no language does not compile. */
function byText({ task }: TripleProblem): (question: ToolQuestion) => ToolEvidence {
  const own = tripleTexts(task);
  const isSame = (text: string, other: string): boolean => text.replaceAll(/\s+/g, '') === other.replaceAll(/\s+/g, '');
  const compiler = (text: string) =>
    ({
      kind: 'compiler',
      said: text.startsWith(')') || text === '' ? 'parse' : 'admitted',
      detail: 'no program',
    }) as const;
  return (question) => {
    switch (question.ask) {
      case 'proof':
        return { kind: 'proof', said: 'proved', byWords: true, detail: '' };
      case 'compiles':
      case 'proves':
        return compiler(question.code);
      case 'annotation-compiles':
        return compiler(question.annotation);
      case 'same-code': {
        const said = isSame(question.code, own.code) ? 'equal' : 'different';
        return { kind: 'code', said, ownInputs: said === 'equal' ? 'same' : 'other', detail: '' };
      }
      case 'same-annotation': {
        const clauses = task.contract.clauses.filter((clause) => /^(?:requires|ensures)/.test(clause)).join('');
        const said = isSame(question.annotation, clauses) ? 'equivalent' : 'incomparable';
        return { kind: 'annotation', said, byWords: said === 'equivalent', detail: '' };
      }
    }
  };
}

const seeded = (id: string) =>
  createSimulatedForTriples({ ...profile, id }, { ...dataset, problems: dafny }, tripleTexts);

const [clover] = await loadConditions(['clover']);

/** Passed with one attempt and with any of ten, by check. */
async function checked(problem: TripleProblem, model: Model): Promise<Record<CheckName, readonly [boolean, boolean]>> {
  if (clover === undefined) throw new Error('no condition clover');
  const runner = createProofRunner({ missing: 'no prover in this test' });
  const evaluator = tripleEvaluator(problem, { runner, grader: runner, executions: memoryExecutions() });
  const { triple: real } = evaluator;
  if (real === undefined) throw new Error('a triple has tools');
  const says = byText(problem);
  const tools = { ...real, ask: async (question: ToolQuestion) => ({ asked: question.ask, evidence: says(question) }) };
  const { trajectory } = await runTrial(
    { condition: 'clover', taskId: problem.task.id, sample: 0 },
    clover.condition,
    { ...evaluator, triple: tools },
    { ...settings, rounds: 9 },
    { sampler: createSampler(model), signal: new AbortController().signal },
  );
  const tries = trajectory.steps.flatMap((step) => consistencyChecks.in(step) ?? []);
  const isPassed = (check: CheckName, attempts: number) => checkResult(tries, check, attempts, 'strict') === 'pass';
  return Object.fromEntries(CHECKS.map((check) => [check, [isPassed(check, 1), isPassed(check, 10)]])) as never;
}

test('what is put in comes out: each check passes as often as its cells say, with one attempt and with ten', {
  timeout: 240_000,
}, async () => {
  const models = Array.from({ length: 6 }, (_, seed) => seeded(`clover-gpt4-${seed}`));
  const counts = new Map<string, { passed: [number, number]; total: number }>();
  for (const simulated of models)
    for (const problem of dafny) {
      const results = await checked(problem, simulated);
      for (const [check, [once, inTen]] of Object.entries(results)) {
        const count = counts.get(`${check} ${problem.set}`) ?? { passed: [0, 0], total: 0 };
        count.passed = [count.passed[0] + Number(once), count.passed[1] + Number(inTen)];
        count.total++;
        counts.set(`${check} ${problem.set}`, count);
      }
    }
  const told: string[] = [];
  for (const check of CHECKS) {
    if (check === 'anno-sound') continue;
    // Sets that show the same artefacts share their answers, at the mean of their rates: the sum over the sets stays.
    const cells = profile.passes.filter((cell) => cell.check === check);
    for (const [place, count] of (['once', 'inTen'] as const).entries()) {
      const own = cells.map(({ set }) => counts.get(`${check} ${set}`));
      const seen = own.reduce((sum, one) => sum + (one?.passed[place] ?? 0), 0);
      const total = own.reduce((sum, one) => sum + (one?.total ?? 0), 0);
      const rates = cells.map((cell) => cell[count] / cell.of);
      const each = total / cells.length;
      const expected = rates.reduce((sum, rate) => sum + rate * each, 0);
      // Triples of one program may pass together: as if all five did.
      const deviation = Math.sqrt(rates.length * rates.reduce((sum, rate) => sum + rate * (1 - rate) * each, 0));
      if (Math.abs(seen - expected) > 3 * deviation + 0.5)
        told.push(`${check} ${count}: ${seen} of ${total}, ${expected}`);
    }
  }
  expect(told).toEqual([]);
  expect(counts.get('doc2anno C2')?.passed).toEqual([0, 0]);
  expect(counts.get('anno2doc ground-truth')?.passed).toEqual([96, 96]);
});

test('equal requests of two sets get the same answer', async () => {
  const [right, changed] = dafny.filter(
    ({ program, set }) => program === dafny[0]?.program && ['ground-truth', 'C1'].includes(set),
  );
  if (right === undefined || changed === undefined) throw new Error('expected a right triple and its C1');
  const [one, other] = [await checked(right, seeded('seed')), await checked(changed, seeded('seed'))];
  expect(one['anno-complete']).toEqual(other['anno-complete']);
});

const signal = new AbortController().signal;
const model = createSimulatedForTriples(profile, dataset, tripleTexts);
const ask = async (content: string, more: object): Promise<string> =>
  (
    await model.generate(
      { role: 'generate', messages: [{ role: 'user', content }], temperature: 0, maxOutputTokens: 1000, ...more },
      { sampleKey: 'one', signal },
    )
  ).text;

test('its judge knows two texts as the same where they share a reading, and a program that is none of its own it does not know', async () => {
  const judged = (one: string, two: string) =>
    ask(`First: ${JSON.stringify(one)}\nSecond: ${JSON.stringify(two)}\nAnswer {"answer": "YES"} or {"answer": "NO"}`, {
      role: 'judge',
    });
  expect(await judged('One more\nthan "x".', 'One more\nthan "x".')).toBe('{"answer":"YES"}');
  expect(await judged('One more than x.', 'Two more than x.')).toBe('{"answer":"NO"}');
  expect(await judged('Two more than x.', 'One more.\n\nOr, said otherwise:\n\nTwo more than x.')).toBe(
    '{"answer":"YES"}',
  );
  const about = { basis: 'nothing', openClaims: [], roleName: 'doc2code' };
  expect(await ask('method Other(n: int) returns (r: int)', { about })).toBe('I do not know this program.');
  expect(model.isSimulated).toBe(true);
});
