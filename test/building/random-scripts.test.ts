import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_CALLS } from '../../harness/building/readings.ts';
import { createRandom } from '../../harness/random.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import {
  buildScripted,
  oracleAnswer,
  type Script,
  solutionAnswer,
  specificationAnswer,
} from '../fixtures/build-script.ts';
import { rememberingSandbox } from '../fixtures/remembering-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = rememberingSandbox(await createProcessSandbox({ slots: 2 }));
});
afterAll(() => sandbox.close());

/** What a stage may be answered with; unreadable, harmful and useful answers alike. */
const ANSWERS: Required<Script> = {
  specification: [specificationAnswer(), specificationAnswer(), specificationAnswer(), '?'],
  oracle: [oracleAnswer('range(10)'), oracleAnswer('range(6)'), oracleAnswer('range(20, 32)'), oracleAnswer('[]'), '?'],
  optimised: ['n * 2', 'n * 2 + (n < 5)', '1 / 0', 'n * 3'].map(solutionAnswer).concat('?'),
  'brute-force': ['n + n', 'n + n + (n > 7)', '1 / 0'].map(solutionAnswer).concat('?'),
  healing: ['n * 2', 'n * 5', '1 / 0'].map(solutionAnswer).concat('?'),
};

function randomScript(seed: number): Script {
  const random = createRandom(`script ${seed}`);
  const draw = (answers: readonly string[]) =>
    Array.from({ length: 9 }, () => answers[Math.floor(random() * answers.length)] ?? '?');
  return Object.fromEntries(Object.entries(ANSWERS).map(([stage, answers]) => [stage, draw(answers)]));
}

test('of 100 random scripts none takes more than 21 calls, and each has a named end', {
  timeout: 300_000,
}, async () => {
  const ends = new Map<string, number>();
  for (let seed = 0; seed < 100; seed++) {
    const { end, calls, model } = await buildScripted(sandbox, randomScript(seed));
    const name = end.status === 'built' ? 'built' : end.reason;
    ends.set(name, (ends.get(name) ?? 0) + 1);
    expect(calls, `script ${seed}`).toBeLessThanOrEqual(MOST_CALLS);
    expect(model.calls.length).toBeLessThanOrEqual(calls);
  }
  const known = ['built', 'no-specification', 'too-few-tests', 'no-reference', 'no-brute-force'];
  expect([...ends.keys()].filter((name) => !known.includes(name))).toEqual([]);
  expect(ends.size).toBeGreaterThanOrEqual(4);
});
