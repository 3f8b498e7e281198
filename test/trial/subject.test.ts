import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScriptedModel, type ScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { openResponseStore } from '../../harness/models/stored/response-store.ts';
import { createSampler, requestHash } from '../../harness/models/stored/sampling.ts';
import { type LoadedCondition, loadConditions } from '../../harness/run/load-conditions.ts';
import type { RequestSubject, Role } from '../../harness/types/model.ts';
import { type RealBench, RIGHT, realBench, runClaims, scripted, WRONG } from '../fixtures/claims.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { request } from '../fixtures/requests.ts';
import { answerStages, runOne } from '../fixtures/trial.ts';

const wrong = 'def double(x):\n    return x + 1\n';

async function condition(name: string): Promise<LoadedCondition> {
  const [loaded] = await loadConditions([name]);
  if (loaded === undefined) throw new Error(`expected a condition called ${name}`);
  return loaded;
}

const about = ({ calls }: ScriptedModel, role: Role): (RequestSubject | undefined)[] =>
  calls.filter(({ request: asked }) => asked.role === role).map(({ request: asked }) => asked.about);

let real: RealBench;
beforeAll(async () => {
  real = await realBench();
});
afterAll(() => real.sandbox.close());

test.each([
  ['lucid', { told: 'reject', basis: 'plan' }],
  ['lucid-no-remediate', { told: 'reject', basis: 'failures' }],
  ['random-verifier', { told: 'reject', basis: 'nothing' }],
  ['llm-judge', { told: 'reject', basis: 'nothing' }],
  ['self-refine', { told: 'reject', basis: 'nothing' }],
])('%s asks for a rewrite about what its loop was told', async (name, told) => {
  const model = createScriptedModel(answerStages(() => wrong));
  await runOne(await condition(name), model, { rounds: 2, randomAcceptance: 0 });
  expect(about(model, 'regenerate')).toEqual(Array(2).fill({ entryPoint: 'double', openClaims: [], ...told }));
  expect(about(model, 'generate')).toEqual([{ entryPoint: 'double', basis: 'nothing', openClaims: [] }]);
});

test('claims that do not hold are named by number, the gravest first, and forgotten with the candidate', async () => {
  const moves = { text: 'moves x', tests: ['assert shift(9) == 10'] };
  const below = { text: 'moves below zero', severity: 'low', tests: ['assert shift(-3) == -2'] } as const;
  const far = { text: 'moves far below', severity: 'critical', tests: ['assert shift(-30) == -29'] } as const;
  const model = scripted({ programs: [WRONG, RIGHT], claims: [[moves, below, far]] });
  await runClaims(real, await condition('lucid-generated'), model);
  expect(about(model, 'remediate')).toMatchObject([{ told: 'reject', basis: 'failures', openClaims: [3, 2] }]);
  expect(about(model, 'regenerate')).toMatchObject([{ told: 'reject', basis: 'plan', openClaims: [3, 2] }]);
  expect(about(model, 'extract')).toMatchObject([{ openClaims: [] }, { openClaims: [] }]);
});

test('a plan that was dropped on purpose is nothing to build on', async () => {
  const below = { text: 'moves below zero', tests: ['assert shift(-3) == -2'] };
  const model = scripted({ programs: [WRONG], claims: [[below]] });
  await runClaims(real, await condition('lucid-generated'), model, { rounds: 1, inject: { plan: 1 } });
  expect(about(model, 'regenerate')).toMatchObject([{ basis: 'failures' }]);
});

test('what a request is about is neither hashed nor stored', async () => {
  const subject = { told: 'reject', basis: 'plan', openClaims: [1] } as const;
  expect(requestHash(request({ about: subject }))).toBe(requestHash(request()));
  const folder = temporaryFolder();
  const sampler = createSampler(
    createScriptedModel(() => wrong),
    openResponseStore(folder, () => new Date(0)),
  );
  await runOne(
    await condition('random-verifier'),
    createScriptedModel(() => ''),
    { rounds: 1 },
    sampler,
  );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('"about"');
});
