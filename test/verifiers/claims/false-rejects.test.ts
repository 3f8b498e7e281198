import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDataset } from '../../../harness/loading/load-dataset.ts';
import { fenced } from '../../../harness/models/messages.ts';
import { createSimulatedModel } from '../../../harness/models/simulated/simulated.ts';
import { loadProfile } from '../../../harness/models/simulated/simulated-profile.ts';
import { createSampler } from '../../../harness/models/stored/sampling.ts';
import { loadConditions } from '../../../harness/run/load-conditions.ts';
import { functionEvaluator } from '../../../harness/tasks/function/evaluator.ts';
import { runTrial } from '../../../harness/trial/trial.ts';
import type { Model } from '../../../harness/types/model.ts';
import type { Problem } from '../../../harness/types/task.ts';
import { runAssertions } from '../../../harness/verifiers/claims/run-assertions.ts';
import { type RealBench, realBench, reportOf, settings } from '../../fixtures/claims.ts';

let real: RealBench;
beforeAll(async () => {
  real = await realBench();
});
afterAll(() => real.sandbox.close());

interface Judged {
  readonly valid: number;
  readonly rejecting: number;
}

/** Checks made for the first wrong program of a task, held against its canonical solution. */
async function judge(problem: Problem, simulated: Model): Promise<Judged | undefined> {
  const [loaded] = await loadConditions(['lucid-generated']);
  const wrong = problem.pool.find(({ isRight }) => !isRight)?.code;
  if (loaded === undefined || wrong === undefined) return undefined;
  const model: Model = {
    ...simulated,
    async generate(request, options) {
      const answer = await simulated.generate(request, options);
      return request.role === 'generate' ? { ...answer, text: fenced(wrong) } : answer;
    },
  };
  const parts = { sampler: createSampler(model), signal: new AbortController().signal };
  const id = { condition: 'lucid-generated', taskId: problem.task.id, sample: 0 };
  const evaluator = functionEvaluator(problem, real.executor);
  const { trajectory } = await runTrial(id, loaded.condition, evaluator, { ...settings, rounds: 0 }, parts);
  const checks = (reportOf(trajectory.steps[0])?.checks ?? []).filter(({ state }) => state === 'valid');
  const outcomes = await runAssertions({ task: problem.task, executor: real.executor }, problem.canonical, checks);
  return { valid: checks.length, rejecting: outcomes.filter(({ status }) => status !== 'held').length };
}

test('the canonical solution of every kata task against checks made for a wrong candidate', {
  timeout: 300_000,
}, async () => {
  const dataset = await loadDataset('kata', { environment: process.env });
  const profile = loadProfile('strong-2025');
  const rate = async (wrong: number) => {
    const checks = { wrong: { value: wrong, source: 'this test' }, vacuous: { value: 0.1, source: 'this test' } };
    const simulated = createSimulatedModel({ ...profile, checks }, dataset);
    const judged = await Promise.all(dataset.problems.map((problem) => judge(problem, simulated)));
    const known = judged.filter((one) => one !== undefined && one.valid > 0);
    const [valid, rejecting] = [
      known.reduce((sum, one) => sum + (one?.valid ?? 0), 0),
      known.reduce((sum, one) => sum + (one?.rejecting ?? 0), 0),
    ];
    const tasks = known.filter((one) => (one?.rejecting ?? 0) > 0).length;
    console.info(
      `false rejects, with ${wrong * 100} % of checks written wrong: ${rejecting} of ${valid} valid checks (${((100 * rejecting) / valid).toFixed(1)} %) reject the canonical solution, in ${tasks} of ${known.length} tasks`,
    );
    return { share: rejecting / valid, tasks: known.length };
  };
  expect(await rate(0)).toEqual({ share: 0, tasks: expect.any(Number) });
  const { share, tasks } = await rate(0.2);
  expect(tasks).toBeGreaterThan(50);
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.3);
});
