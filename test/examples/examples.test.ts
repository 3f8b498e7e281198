import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConditions, listConditions, loadConditions } from '../../harness/run/load-conditions.ts';
import { runBench } from '../fixtures/bench.ts';
import { ROOT, runScript } from '../fixtures/command.ts';
import { startModelServer } from '../fixtures/model-server.ts';

const FOLDER = join(ROOT, 'conditions/examples');
const CONDITIONS = ['1-one-stage-ablation', '2-new-loop', '3-own-verifier', '7-tool-verifier'];
const own = join(FOLDER, '4-own-dataset.jsonl');
const simulated = { model: 'simulated:strong-2025', sandbox: 'process', limit: undefined } as const;

/** A study of the three conditions on the own dataset. */
let run: string;
beforeAll(async () => {
  const study = { ...simulated, dataset: own, conditions: ['baseline', ...CONDITIONS], k: [2], maxClaims: 3 };
  const { folder, error } = await runBench('', study);
  expect(error).toBeUndefined();
  run = folder;
});

const server = await startModelServer((call) => {
  if (call === 0) return { status: 503, body: {} };
  return { status: 200, body: { text: 'def clamp(x, low, high): return low', tokens_in: 30, tokens_out: 9 } };
});
afterAll(() => server.close());

/** Pages that show an example show the file as it is. */
test.each([
  ['README.md', '2-new-loop.ts'],
  ['CONTRIBUTING.md', '3-own-verifier.ts'],
  ['harness/models/README.md', '5-own-model.ts'],
  ['results/README.md', '6-read-a-run.ts'],
])('%s shows %s as it is', (page, example) => {
  const shown = readFileSync(join(ROOT, page), 'utf8');
  expect(shown).toContain(`\`\`\`ts\n${readFileSync(join(FOLDER, example), 'utf8')}\`\`\`\n`);
});

test('there are seven, numbered, and no condition of the study is among them', async () => {
  expect(readdirSync(FOLDER).map((name) => name[0])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  const listed = [...(await listConditions()), ...(await defaultConditions())];
  expect(listed.filter((name) => /^\d/.test(name))).toEqual([]);
  expect((await loadConditions(CONDITIONS)).map(({ identity }) => [identity.verifier, identity.oracle])).toEqual([
    ['grading-tests', true],
    ['none', false],
    ['tests-then-review', false],
    ['mypy', false],
  ]);
});

test('1 to 4 and 7: an ablation, a loop, two verifiers and a dataset, each one file, are run, graded and reported', () => {
  const cells = readFileSync(join(run, 'cells.csv'), 'utf8').split('\n');
  for (const name of CONDITIONS) {
    const row = cells.find((line) => line.includes(`,${name},`) && line.includes(',2,'));
    expect(row, name).toMatch(/^4-own-dataset\.jsonl,simulated:strong-2025,/);
  }
  const attempts = readFileSync(join(run, 'attempts.csv'), 'utf8').split('\n');
  expect(attempts.filter((line) => line.startsWith('2-new-loop,'))).toHaveLength(2 * 3);
  const verdicts = attempts.filter((line) => line.startsWith('3-own-verifier,'));
  expect(verdicts.every((line) => /,(accept|reject),/.test(line))).toBe(true);
  expect(readFileSync(join(run, 'calls.csv'), 'utf8')).toMatch(/3-own-verifier,own\/\w+,0,\d,judge/);
});

test('4: preflight checks the own dataset, its wrong solution included', async () => {
  const { code, stdout } = await runScript('preflight', ['--dataset', own, '--sandbox', 'process']);
  expect(stdout).toContain('sound: every program had the expected outcome');
  expect(code).toBe(0);
});

test('5: a model of one file is asked over HTTP, again after a failure, and its answers are stored under its own id', async () => {
  process.env.MY_MODEL_URL = server.url;
  const study = {
    model: `file:${join(FOLDER, '5-own-model.ts')}`,
    dataset: own,
    tasks: ['own/clamp'],
    limit: undefined,
  };
  const { folder, said, error } = await runBench('', { ...study, sandbox: 'process' });
  expect(error).toBeUndefined();
  expect(server.received).toHaveLength(2);
  expect(server.received[1]).toMatchObject({ temperature: 0.7, most_tokens: 256 });
  expect(readFileSync(join(folder, 'attempts.csv'), 'utf8')).toMatch(/baseline,own\/clamp,0,0,unsolved,assertion/);
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toContain('"model": "file:my-server/my-model"');
  expect(said).toMatch(/30.*9|39 tokens/);
});

test('6: a script reads the run, artifacts included', async () => {
  const script = join(FOLDER, '6-read-a-run.ts');
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, run], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^3-own-verifier, k = 2: \d of 2 solved, 0 ungraded$/m);
  expect(stdout).toMatch(/^2-new-loop on own\/clamp: programs of \d+, \d+, \d+ characters$/m);
});
