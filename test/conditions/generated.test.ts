import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { claimRounds } from '../../harness/metrics/claims/claim-rounds.ts';
import { bench as study } from '../../harness/run/bench.ts';
import {
  defaultConditions,
  type LoadedCondition,
  listConditions,
  loadConditions,
} from '../../harness/run/load-conditions.ts';
import { remediation } from '../../harness/types/claim-artifacts.ts';
import type { Step, Trajectory } from '../../harness/types/record.ts';
import { generatedTests } from '../../harness/verifiers/built-in.ts';
import { GENERATED_ARMS } from '../fixtures/arms.ts';
import { benchDefaults, quickRetry } from '../fixtures/bench.ts';
import { type RealBench, RIGHT, realBench, reportOf, runClaims, scripted, WRONG } from '../fixtures/claims.ts';
import { ROOT } from '../fixtures/command.ts';
import { makeRun } from '../fixtures/run.ts';

const loaded = (await loadConditions(await listConditions())).filter(
  ({ condition: { appliesTo = [] } }) => !appliesTo.includes('contract') && !appliesTo.includes('triple'),
);
const executed = loaded.filter(({ condition }) => condition.verifier === generatedTests);
// What works on functions alone runs checks that call one, is of a published study (published.test.ts), or is CodeGrad's (codegrad.test.ts).
const loops = loaded.filter(
  ({ identity: { name }, condition: { appliesTo, extractor } }) =>
    appliesTo !== undefined && extractor === undefined && !name.startsWith('codegrad'),
);

let real: RealBench;
beforeAll(async () => {
  real = await realBench();
});
afterAll(() => real.sandbox.close());

const byName = (name: string): LoadedCondition => {
  const found = loaded.find(({ identity }) => identity.name === name);
  if (found === undefined) throw new Error(`no condition ${name}`);
  return found;
};

const moves = { text: 'moves x by one', tests: ['assert shift(3) == 4'] };
const below = { text: 'moves what is below zero', severity: 'critical', tests: ['assert shift(-3) == -2'] } as const;
const judge = (verdict: string) => () =>
  JSON.stringify({ verdicts: [1, 2].map((claim) => ({ claim, reason: 'seen', verdict })) });
const verdictsOf = ({ steps }: Trajectory) => steps.map(({ verdict }) => verdict?.status);

test('the arms are there, run on request only, and none of them looks at the grading tests', async () => {
  const defaults = new Set(await defaultConditions());
  expect(GENERATED_ARMS.filter((name) => defaults.has(name) || byName(name).identity.oracle)).toEqual([]);
});

test('every file of these arms has at most 60 lines, prompts included', () => {
  const own = ['checked-claims', 'claim-results', 'generated-loop', 'remediation'].map((name) => `shared/${name}.ts`);
  const files = [...GENERATED_ARMS.map((name) => `lucid-generated/${name}.ts`), ...own];
  for (const file of files) {
    const lines = readFileSync(join(ROOT, 'conditions', file), 'utf8')
      .trimEnd()
      .split('\n').length;
    expect(lines, file).toBeLessThanOrEqual(60);
  }
  expect(readdirSync(join(ROOT, 'conditions', 'shared'))).toEqual(
    expect.arrayContaining(own.map((file) => file.slice(7))),
  );
});

describe.each(loops.map((one) => [one.identity.name, one] as const))('%s', (_name, one) => {
  const wrong = () => scripted({ programs: [WRONG], claims: [[moves, below]], judge: judge('FAIL') });
  const right = () => scripted({ programs: [RIGHT], claims: [[moves, below]], judge: judge('PASS') });

  test('goes through all its rounds while a claim fails, and the shorter trajectory is the beginning of the longer', async () => {
    const [three, again] = [await runClaims(real, one, wrong()), await runClaims(real, one, wrong())];
    const first = await runClaims(real, one, wrong(), { rounds: 1 });
    expect(verdictsOf(three)).toEqual(['reject', 'reject', 'reject', 'reject']);
    expect(three.end).toEqual({ status: 'submitted', reason: 'rounds' });
    expect(JSON.stringify(again)).toBe(JSON.stringify(three));
    expect(JSON.stringify(first.steps)).toBe(JSON.stringify(three.steps.slice(0, 2)));
  });

  test('stops at a weighted gap of 0; with --stop never it goes on to k', async () => {
    const stopped = await runClaims(real, one, right());
    expect(verdictsOf(stopped)).toEqual(['accept']);
    expect(reportOf(stopped.steps[0])?.gaps).toEqual({ gap: 0, weighted: 0 });
    expect(stopped.end).toEqual({ status: 'submitted', reason: 'accepted' });
    expect(verdictsOf(await runClaims(real, one, right(), { stop: 'never' }))).toEqual(Array(4).fill('accept'));
  });

  test('claims that never parse end it as unparsed', async () => {
    const model = scripted({ programs: [WRONG], claims: [], judge: judge('FAIL') });
    const silent = { ...model, generate: (...call: Parameters<typeof model.generate>) => model.generate(...call) };
    silent.generate = async (request, options) => {
      const answer = await model.generate(request, options);
      return request.role === 'extract' ? { ...answer, text: 'It looks fine to me.' } : answer;
    };
    const { end, steps } = await runClaims(real, one, silent);
    expect(end).toEqual({ status: 'submitted', reason: 'unparsed' });
    expect(steps[0]?.unparsed?.role).toBe('extract');
    expect(steps[0]?.verdict).toBeUndefined();
  });

  test('an unparsable plan ends as `unparsed`, with the candidate it has', async () => {
    const model = scripted({
      programs: [WRONG, RIGHT],
      claims: [[moves, below]],
      plan: 'Just fix it.',
      judge: judge('FAIL'),
    });
    const { end, steps } = await runClaims(real, one, model);
    if (model.calls.every(({ request }) => request.role !== 'remediate')) return;
    expect(end).toEqual({ status: 'submitted', reason: 'unparsed' });
    expect(steps).toHaveLength(2);
    expect(steps[1]).toMatchObject({ candidate: WRONG, unparsed: { role: 'remediate' } });
    expect(model.calls.filter(({ request }) => request.role === 'remediate')).toHaveLength(2);
    expect(model.calls.some(({ request }) => request.role === 'regenerate')).toBe(false);
  });
});

test('where no claim is applicable there is no verdict and no gap, and the loop ends', async () => {
  const vacuous = { text: 'is an object', tests: ['assert isinstance(shift(3), object)'] };
  const { steps, end } = await runClaims(
    real,
    byName('lucid-generated'),
    scripted({ programs: [WRONG], claims: [[vacuous]] }),
  );
  expect(steps).toHaveLength(1);
  expect(steps[0]?.verdict).toBeUndefined();
  expect(reportOf(steps[0])?.gaps).toBeUndefined();
  expect(end).toEqual({ status: 'submitted', reason: 'finished' });
});

test('the rewrite is told task, code, what each claim came to with its evidence, the plan by severity and what to keep', async () => {
  const model = scripted({
    programs: [WRONG],
    claims: [
      [
        moves,
        { ...below, severity: 'low' },
        { text: 'moves far below', severity: 'critical', tests: ['assert shift(-30) == -29'] },
      ],
    ],
  });
  await runClaims(real, byName('lucid-generated'), model, { rounds: 1 });
  const textOf = (role: string) =>
    model.calls.find(({ request }) => request.role === role)?.request.messages[0]?.content ?? '';
  expect(textOf('remediate')).toMatch(/FAIL 3\. \[critical\][\s\S]*FAIL 2\. \[low\][\s\S]*PASS 1\. \[high\]/);
  expect(textOf('regenerate')).toContain('def shift(x, by=1):\n    if x < 0:');
  expect(textOf('regenerate')).toContain('- assert shift(-3) == -2\n  got: -3');
  expect(textOf('regenerate')).toMatch(
    /Plan:\n2\. Claim 2: claim 2 is wrong mend it\nKeep what holds:\n1\. moves x by one/,
  );
  const unweighted = scripted({
    programs: [WRONG],
    claims: [
      [
        moves,
        { ...below, severity: 'low' },
        { text: 'moves far below', severity: 'critical', tests: ['assert shift(-30) == -29'] },
      ],
    ],
  });
  await runClaims(real, byName('lucid-generated-no-weights'), unweighted, { rounds: 1 });
  const plan = unweighted.calls.find(({ request }) => request.role === 'remediate')?.request.messages[0]?.content ?? '';
  expect(plan).toMatch(/FAIL 2\. moves what[\s\S]*FAIL 3\. moves far/);
  expect(plan).not.toContain('[critical]');
});

test('a claim that passes and then breaks is counted, as one the plan was to preserve', async () => {
  const breaking = 'def shift(x, by=1):\n    return 0 if x == 3 else x + by\n';
  const model = scripted({ programs: [WRONG, breaking], claims: [[moves, below]] });
  const trajectory = await runClaims(real, byName('lucid-generated'), model, { rounds: 1 });
  expect(reportOf(trajectory.steps[0])?.claims.map(({ verdict }) => verdict)).toEqual(['PASS', 'FAIL']);
  const kept = (step: Step) => remediation.in(step)?.preserve;
  expect(trajectory.steps.map(kept)).toEqual([undefined, ['c1']]);
  expect(reportOf(trajectory.steps[1])?.claims).toMatchObject([
    { id: 'c1', before: 'PASS', verdict: 'FAIL' },
    { id: 'c2', before: 'FAIL', verdict: 'PASS' },
  ]);
  const run = makeRun({
    tasks: ['test/shift'],
    conditions: { 'lucid-generated': { verifier: 'generated-tests', trials: [undefined] } },
  });
  const [, round] = claimRounds({ ...run, trajectories: [trajectory] });
  expect(round?.broken).toMatchObject({ count: 1, total: 1 });
  expect(round?.preservedBroken).toMatchObject({ count: 1, total: 1 });
  expect(round?.repaired).toMatchObject({ count: 1, total: 1 });
  expect(round?.before).toEqual({ gap: 0.5, weighted: 4 / 7 });
  expect(round?.carried).toEqual({ gap: 0.5, weighted: 3 / 7 });
});

test.each(executed.map((one) => [one.identity.name, one] as const))(
  '%s is shown no hidden test',
  async (_name, one) => {
    const model = scripted({ programs: [WRONG], claims: [[moves, below]] });
    await runClaims(real, one, model);
    const sent = JSON.stringify(model.calls.map(({ request }) => request));
    expect(sent).not.toContain('shift(10, 10)');
  },
);

test('the matched arm draws for as many tokens as the other arm used by then, and no longer than a draw is rejected', async () => {
  const failing = 'def shift(x, by=1):\n    return 0\n';
  const draws = (trajectory: Trajectory) => trajectory.steps.map(({ calls = [] }) => calls.length);
  const model = () => scripted({ programs: [failing], claims: [] });
  const perDraw = 10 + failing.length;
  const upTo = (round: number) => [perDraw, 3.5 * perDraw, 3.5 * perDraw, 6 * perDraw][round] ?? 0;
  const arm = byName('lucid-generated-matched');
  expect(draws(await runClaims(real, arm, model(), { tokens: { upTo } }))).toEqual([1, 3, 0, 2]);
  const lucky = scripted({ programs: [failing, failing, RIGHT], claims: [] });
  const accepted = await runClaims(real, arm, lucky, { tokens: { upTo } });
  expect(draws(accepted)).toEqual([1, 2]);
  expect(accepted.end).toEqual({ status: 'submitted', reason: 'accepted' });
});

test('an arm that spends what another uses is refused without that one', async () => {
  const parts = {
    signal: new AbortController().signal,
    progress: { isTerminal: false, now: () => 0, write: () => undefined },
    say: () => undefined,
    retry: quickRetry,
    environment: process.env,
    date: () => new Date(0),
    now: () => 0,
  };
  const options = {
    ...benchDefaults,
    cache: 'unused',
    model: 'simulated:strong-2025',
    conditions: ['baseline', 'lucid-generated-matched'],
    plan: true,
  };
  await expect(study(options, parts)).rejects.toThrow(UsageError);
  await expect(study(options, parts)).rejects.toThrow('add that one to --conditions');
});
