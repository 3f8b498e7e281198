import { afterAll, beforeAll, expect, test } from 'vitest';
import { misreported, plantedTasks } from '../../harness/benchmarks/building/planted.ts';
import { trustTables } from '../../harness/building/truth/trust.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import type { Problem } from '../../harness/types/task.ts';

let sandbox: Sandbox;
let problems: readonly Problem[];
beforeAll(async () => {
  sandbox = await createProcessSandbox({ slots: 2 });
  ({ problems } = await loadDataset('kata', { environment: {} }));
});
afterAll(() => sandbox.close());

test('planted wrong, out-of-domain and toothless tests are reported exactly', { timeout: 600_000 }, async () => {
  const planted = plantedTasks(problems, 12);
  const kinds = planted.flatMap(({ tests }) => tests);
  expect(kinds.filter(({ truth }) => truth === 'wrong').length).toBeGreaterThan(5);
  expect(kinds.filter(({ truth }) => truth === 'out-of-domain').length).toBeGreaterThan(3);
  expect(kinds.filter(({ isToothless }) => isToothless).length).toBeGreaterThan(3);
  const found = [];
  for (const one of planted) found.push(await misreported(one, sandbox));
  expect(found.flatMap(({ faults }) => faults)).toEqual([]);
  const wrong = kinds.filter(({ truth }) => truth === 'wrong').length;
  expect(trustTables(found.map(({ trust }) => trust))).toContain(`${wrong} of ${kinds.length}, `);
});

test('the measure can fail: a planted fault that is not there is named', async () => {
  const [planted] = plantedTasks(problems, 1);
  if (planted === undefined) throw new Error('no task');
  const tests = planted.tests.map((one, index) => (index === 0 ? { ...one, truth: 'out-of-domain' as const } : one));
  const { faults } = await misreported({ ...planted, tests }, sandbox);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/test 0 is out-of-domain, reported as/);
});
