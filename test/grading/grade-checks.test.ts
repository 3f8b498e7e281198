import { afterAll, beforeAll, expect, test } from 'vitest';
import { SandboxLostError, SandboxRefusedError } from '../../harness/errors.ts';
import { measureCheckTruths } from '../../harness/grading/grade-checks.ts';
import { analyse } from '../../harness/metrics/analysis.ts';
import type { RunFolder } from '../../harness/records/run-folder.ts';
import { csvTables } from '../../harness/report/csv/csv-files.ts';
import { markdownReport } from '../../harness/report/markdown.ts';
import { screenReport } from '../../harness/report/screen.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { functionEvaluator } from '../../harness/tasks/function/evaluator.ts';
import { csvText } from '../../harness/text/csv.ts';
import type { Executor } from '../../harness/types/evaluator.ts';
import type { CheckTruth, Trajectory } from '../../harness/types/record.ts';
import { problem, type RealBench, realBench, runClaims, scripted, WRONG } from '../fixtures/claims.ts';
import { makeRun } from '../fixtures/run.ts';

const HELD = 'assert shift(3) == 4';
const CATCHING = 'assert shift(-3) == -2';

let bench: RealBench;
let trajectory: Trajectory;
beforeAll(async () => {
  bench = await realBench();
  const [arm] = await loadConditions(['lucid-generated']);
  if (arm === undefined) throw new Error('no such condition');
  const claims = [{ text: 'moves x', tests: [HELD, CATCHING] }];
  trajectory = await runClaims(bench, arm, scripted({ programs: [WRONG], claims: [claims] }), { rounds: 0 });
});
afterAll(() => bench.sandbox.close());

/** What is saved of the trial's checks when they are run by that executor; `saved` is what an earlier run has saved. */
async function settle(
  executor: Executor,
  { mayRun = () => true, saved }: { mayRun?: (source: string) => boolean; saved?: readonly CheckTruth[] } = {},
): Promise<readonly CheckTruth[] | undefined> {
  let kept = saved;
  const folder: Pick<RunFolder, 'checksOf' | 'saveChecks'> = {
    checksOf: () => kept,
    saveChecks: async (_trajectory, checks) => {
      kept = checks;
    },
  };
  const onReferences = { executor, mayRun: (_task: unknown, source: string) => mayRun(source) };
  await measureCheckTruths(trajectory, functionEvaluator(problem, bench.executor, { onReferences }), folder);
  return kept;
}

const failing = (error: Error): Executor => ({
  gradedSha256: () => '',
  execute: () => Promise.reject(error),
  check: () => Promise.reject(error),
});

test('a check is held against the reference solution and the wrong programs of the pool', async () => {
  expect(await settle(bench.executor)).toMatchObject([
    { rejectsReference: false, wrongPrograms: 1, caught: 0 },
    { rejectsReference: false, wrongPrograms: 1, caught: 1 },
  ]);
});

test('where the sandbox is lost each check says so, and is measured by the run that goes on', async () => {
  const lost = await settle(failing(new SandboxLostError('the container was lost')));
  expect(lost).toMatchObject([{ notRun: 'sandbox-lost' }, { notRun: 'sandbox-lost' }]);
  expect(lost?.every((truth) => truth.rejectsReference === undefined)).toBe(true);
  const again = await settle(bench.executor, { saved: lost ?? [] });
  expect(again).toMatchObject([{ caught: 0 }, { caught: 1 }]);
  expect(again?.some((truth) => truth.notRun !== undefined)).toBe(false);
});

test('only a check that may not run is refused, the others are measured', async () => {
  expect(await settle(bench.executor, { mayRun: (source) => source === HELD })).toMatchObject([
    { rejectsReference: false, wrongPrograms: 1 },
    { notRun: 'sandbox-refused', wrongPrograms: 0 },
  ]);
});

test('what was not measured is said on screen, in tables.md and in both CSV files, and is in no share', async () => {
  const checks = await settle(failing(new SandboxRefusedError('nothing isolates it')));
  const run = makeRun({
    tasks: [problem.task.id],
    conditions: { 'lucid-generated': { verifier: 'generated-tests', trials: ['a/'] } },
  });
  const analysis = analyse({ ...run, trajectories: [trajectory], checks: checks ?? [] });
  const said = /not measured here: what 2 of 2 generated checks are worth \(sandbox-refused\): nothing isolates/;
  expect(screenReport(analysis)).toMatch(said);
  expect(markdownReport(analysis)).toMatch(said);
  expect(markdownReport(analysis)).toMatch(/\| lucid-generated \|( +— \|){3} +2 \(sandbox-refused 2\) \|/);
  const rows = (name: 'checks.csv' | 'check-quality.csv') => {
    const table = csvTables(analysis)[name];
    const [header = '', ...lines] = table === undefined ? [] : csvText(table).trim().split('\n');
    return lines.map((line) => Object.fromEntries(header.split(',').map((field, at) => [field, line.split(',')[at]])));
  };
  expect(rows('check-quality.csv')).toMatchObject([{ checks: '2', not_measured: '2', wrong_of: '0', wrong_rate: '' }]);
  expect(rows('checks.csv')).toMatchObject(
    [HELD, CATCHING].map(() => ({ not_run: 'sandbox-refused', wrong_programs: '', caught: '' })),
  );
});
