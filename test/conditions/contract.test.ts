import { describe, expect, test } from 'vitest';
import { LimitError, ModelError } from '../../harness/errors.ts';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { createSampler } from '../../harness/models/stored/sampling.ts';
import { type LoadedCondition, listConditions, loadConditions } from '../../harness/run/load-conditions.ts';
import type { Condition } from '../../harness/trial/condition.ts';
import type { Step } from '../../harness/types/record.ts';
import { none } from '../../harness/verifiers/built-in.ts';
import { STUDY_ARMS } from '../fixtures/arms.ts';
import { answerStages, HIDDEN_MARK, problem, runOne } from '../fixtures/trial.ts';

// Arms that check claims by running them are held to the same contract in generated.test.ts, by a real interpreter; what spends
// another arm's tokens runs beside that one. Arms of a published study do as that study did (published.test.ts).
const conditions = (await loadConditions(await listConditions())).filter(
  ({ condition: { appliesTo, spends, extractor } }) =>
    appliesTo === undefined && spends === undefined && extractor === undefined,
);
const loops = conditions.filter(({ condition }) => condition.verifier !== none);
const unverified = conditions.filter(({ condition }) => condition.verifier === none);

/** A different program for every draw; right once `rightFrom` programs were wrong. */
const wrong = () => createScriptedModel(answerStages((_request, key) => `WRONG ${key}`));
const always = (code: string, judge: 'PASS' | 'FAIL') => createScriptedModel(answerStages(() => code, judge));
const sometimes = () =>
  createScriptedModel((request, options) => {
    const isLucky = Number.parseInt(options.sampleKey.slice(0, 2), 16) < 80;
    return answerStages((_r, key) => `${isLucky ? 'RIGHT' : 'WRONG'} ${key}`, isLucky ? 'PASS' : 'FAIL')(
      request,
      options,
    );
  });

test('the loops of the study that look at the grading tests say so', () => {
  const study = new Set<string>(STUDY_ARMS);
  const oracles = conditions.filter(({ identity: { name, oracle } }) => oracle && study.has(name));
  expect(oracles.map(({ identity }) => identity.name)).toEqual([
    'lucid',
    'lucid-no-extract',
    'lucid-no-context',
    'lucid-no-remediate',
    'resample-oracle',
  ]);
});

describe.each(conditions.map((loaded) => [loaded.identity.name, loaded] as const))('%s', (_name, loaded) => {
  test.each(['verdict', 'never'] as const)(
    'the trajectory for k = 1 is the exact prefix of the one for k = 5, --stop %s',
    async (stop) => {
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const one = (await runOne(loaded, sometimes(), { rounds: 1, stop, seed })).trajectory;
        const five = (await runOne(loaded, sometimes(), { rounds: 5, stop, seed })).trajectory;
        expect(one.steps.length).toBeGreaterThan(0);
        expect(JSON.stringify(one.steps)).toBe(JSON.stringify(five.steps.slice(0, one.steps.length)));
        if (five.steps.length > 1) expect(one.steps.length).toBe(2);
      }
    },
  );

  test('the same seed gives the same trajectory', async () => {
    const [first, second] = [await runOne(loaded, sometimes()), await runOne(loaded, sometimes())];
    expect(JSON.stringify(first.trajectory)).toBe(JSON.stringify(second.trajectory));
  });

  test('a transport error ends the trial as an error, a limit as a limit, and finished steps stay', async () => {
    const unbroken = always('WRONG', 'FAIL');
    await runOne(loaded, unbroken, { randomAcceptance: 0 });
    const isOneCall = unbroken.calls.length === 1;
    for (const [error, status] of [
      [new ModelError('connection reset'), 'error'],
      [new LimitError('context', 5000, 4096), 'limit'],
    ] as const) {
      const model = createScriptedModel((request, options, call) => {
        if (call >= 1) throw error;
        return answerStages(() => 'WRONG')(request, options);
      });
      const { trajectory } = await runOne(loaded, model, { randomAcceptance: 0 });
      expect(trajectory.end.status).toBe(isOneCall ? 'submitted' : status);
    }
  });

  test('nothing it can reach holds a hidden test or a reference solution', async () => {
    let seen = '';
    const spying: Condition = {
      ...loaded.condition,
      run(task, context, open) {
        seen = reachableText([task, context, open]);
        return loaded.condition.run(task, context, open);
      },
    };
    const model = always('WRONG', 'FAIL');
    await runOne({ ...loaded, condition: spying }, model);
    expect(seen).toContain(problem.task.prompt);
    expect(seen).not.toContain(HIDDEN_MARK);
    expect(JSON.stringify(model.calls.map(({ request }) => request))).not.toContain(HIDDEN_MARK);
  });
});

test('step 0 is identical in every arm of the study, and fetched once', async () => {
  const model = wrong();
  const sampler = createSampler(model);
  const trials = await Promise.all(STUDY_ARMS.map((name) => runOne(byName(name), model, {}, sampler)));
  const firsts = trials.map(({ trajectory }) => trajectory.steps[0]);
  expect(new Set(firsts.map((step) => step?.candidate)).size).toBe(1);
  expect(new Set(firsts.map((step) => step?.calls?.[0]?.key)).size).toBe(1);
  const firstKey = firsts[0]?.calls?.[0]?.key;
  expect(model.calls.filter(({ sampleKey }) => sampleKey === firstKey)).toHaveLength(1);
});

test.each(unverified.map((loaded) => [loaded.identity.name, loaded] as const))(
  '%s declares no verifier: nothing stops it, and no step has a verdict',
  async (_name, loaded) => {
    const { trajectory } = await runOne(loaded, always('RIGHT', 'PASS'), { randomAcceptance: 1 });
    expect(trajectory.end.status).toBe('submitted');
    expect(trajectory.steps.map(verdictOf)).toEqual(trajectory.steps.map(() => undefined));
    expect([1, 6]).toContain(trajectory.steps.length);
  },
);

describe.each(loops.map((loaded) => [loaded.identity.name, loaded] as const))('the loop of %s', (_name, loaded) => {
  test('stops at its first acceptance; with --stop never it goes on to k', async () => {
    const accepted = { randomAcceptance: 1 };
    const stopped = (await runOne(loaded, always('RIGHT', 'PASS'), accepted)).trajectory;
    expect(stopped.steps.map(verdictOf)).toEqual(['accept']);
    expect(stopped.end).toEqual({ status: 'submitted', reason: 'accepted' });
    const unstopped = (await runOne(loaded, always('RIGHT', 'PASS'), { ...accepted, stop: 'never' })).trajectory;
    expect(unstopped.steps.map(verdictOf)).toEqual(Array(6).fill('accept'));
    expect(unstopped.end).toEqual({ status: 'submitted', reason: 'rounds' });
  });

  test('goes through all its rounds when nothing is accepted, and the last candidate is verified too', async () => {
    const { trajectory } = await runOne(loaded, always('WRONG', 'FAIL'), { randomAcceptance: 0, rounds: 3 });
    expect(trajectory.steps.map(verdictOf)).toEqual(Array(4).fill('reject'));
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'rounds' });
  });

  test('a stage whose answer never parses is asked once more, then ends the loop as unparsed', async () => {
    const model = createScriptedModel((request, options) =>
      request.schema === undefined ? answerStages(() => 'WRONG')(request, options) : 'I would say it is fine.',
    );
    const { trajectory } = await runOne(loaded, model, { randomAcceptance: 0 });
    const asked = model.calls.filter(({ request }) => request.schema !== undefined);
    if (asked.length === 0) return;
    expect(asked).toHaveLength(2);
    expect(asked[1]?.request.messages.at(-1)?.content).toContain('could not be read');
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'unparsed' });
    expect(trajectory.steps).toHaveLength(1);
    expect(trajectory.steps[0]?.unparsed ?? trajectory.steps[0]?.verdict).toMatchObject({ detail: expect.any(String) });
    expect(verdictOf(trajectory.steps[0])).not.toBe('reject');
  });
});

test('what a stage produces is what the next stage gets', async () => {
  const model = always('WRONG', 'FAIL');
  await runOne(byName('lucid'), model, { rounds: 1 });
  const textOf = (role: string) =>
    model.calls.find(({ request }) => request.role === role)?.request.messages[0]?.content ?? '';
  expect(textOf('remediate')).toContain('1. [functionality, high] doubles');
  expect(textOf('remediate')).toContain('assert double(2) == 4');
  expect(textOf('regenerate')).toContain('1. [functionality, high] doubles');
  expect(textOf('regenerate')).toContain('got: 3');
  expect(textOf('regenerate')).toContain('Plan:\nMultiply by two.');
});

test('each ablation takes away exactly one thing', async () => {
  const rolesOf = async (name: string) => {
    const model = always('WRONG', 'FAIL');
    await runOne(byName(name), model, { rounds: 1, randomAcceptance: 0 });
    const regenerate = model.calls.find(({ request }) => request.role === 'regenerate')?.request.messages[0]?.content;
    return { roles: [...new Set(model.calls.map(({ request }) => request.role))], regenerate: regenerate ?? '' };
  };
  expect((await rolesOf('lucid')).roles).toEqual(['generate', 'extract', 'remediate', 'regenerate']);
  expect((await rolesOf('lucid-no-extract')).roles).toEqual(['generate', 'remediate', 'regenerate']);
  expect((await rolesOf('lucid-no-remediate')).roles).toEqual(['generate', 'extract', 'regenerate']);
  expect((await rolesOf('lucid-no-remediate')).regenerate).toContain('got: 3');
  const noContext = await rolesOf('lucid-no-context');
  expect(noContext.roles).toEqual(['generate', 'extract', 'remediate', 'regenerate']);
  expect(noContext.regenerate).toContain('Multiply by two.');
  expect(noContext.regenerate).not.toContain('WRONG');
  expect(noContext.regenerate).not.toContain('got: 3');
  expect((await rolesOf('lucid-learned-verify')).roles).toEqual([
    'generate',
    'extract',
    'judge',
    'remediate',
    'regenerate',
  ]);
  expect((await rolesOf('lucid-random-verify')).regenerate).toContain('FAIL: ');
  expect((await rolesOf('llm-judge')).roles).toEqual(['generate', 'judge', 'regenerate']);
  expect((await rolesOf('self-refine')).roles).toEqual(['generate', 'criticise', 'regenerate']);
  expect((await rolesOf('random-verifier')).roles).toEqual(['generate', 'regenerate']);
  expect((await rolesOf('resample-oracle')).roles).toEqual(['generate']);
});

test('generation and regeneration are asked at 0.7, every other stage at 0; --temperature changes the first two', async () => {
  const temperatures = async (temperature: 'published' | 'provider-default' | number) => {
    const model = always('WRONG', 'FAIL');
    await runOne(byName('lucid-learned-verify'), model, { rounds: 1, temperature });
    return Object.fromEntries(model.calls.map(({ request }) => [request.role, request.temperature]));
  };
  expect(await temperatures('published')).toEqual({
    generate: 0.7,
    extract: 0,
    judge: 0,
    remediate: 0,
    regenerate: 0.7,
  });
  expect(await temperatures(0.2)).toEqual({ generate: 0.2, extract: 0, judge: 0, remediate: 0, regenerate: 0.2 });
  expect(new Set(Object.values(await temperatures('provider-default')))).toEqual(new Set([undefined]));
});

const verdictOf = (step: Step | undefined) => step?.verdict?.status;

function byName(name: string): LoadedCondition {
  const found = conditions.find(({ identity }) => identity.name === name);
  if (found === undefined) throw new Error(`no condition ${name}`);
  return found;
}

/** Every text reachable from a value by own properties and prototypes, functions' sources included. */
function reachableText(root: unknown): string {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return;
    seen.add(value);
    if (typeof value === 'function') texts.push(Function.prototype.toString.call(value));
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      visit(descriptor?.value);
    }
    visit(Object.getPrototypeOf(value));
  };
  visit(root);
  return texts.join('\n');
}
