import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { runBench } from '../fixtures/bench.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [first] = sandboxes;
const sandbox = first?.kind ?? 'bubblewrap';

const { problems } = await loadTripleDataset('kata-triples', { environment: { XDG_CACHE_HOME: temporaryFolder() } });
const larger = problems.filter(({ program }) => program === 'dafny/larger');

describe.skipIf(first === undefined)('a study of triples', () => {
  test('asks no model: the prover accepts all five sets of a program, of which one is right', {
    timeout: 900_000,
  }, async () => {
    const model = createScriptedModel(() => {
      throw new Error('a triple is given');
    });
    const study = {
      dataset: 'kata-triples',
      tasks: larger.map(({ task }) => task.id),
      conditions: ['prover-alone', 'coin-alone'],
      k: [0],
      limit: undefined,
      sandbox,
    };
    const { folder, error } = await runBench('', study, { model });
    expect(error).toBeUndefined();
    const attempts = readFileSync(join(folder, 'attempts.csv'), 'utf8').split('\n');
    for (const { task, set } of larger) {
      const outcome = set === 'ground-truth' ? 'solved,' : 'unsolved,inconsistent';
      expect(attempts.filter((line) => line.startsWith(`prover-alone,${task.id},0,0,${outcome},accept`))).toHaveLength(
        1,
      );
      expect(attempts.filter((line) => line.startsWith(`coin-alone,${task.id},0,0,${outcome},`))).toHaveLength(1);
    }
    expect(readFileSync(join(folder, 'trajectories.jsonl'), 'utf8')).not.toContain('ground-truth');
  });
});

test.skipIf(first === undefined)(
  'conditions of other kinds are refused on triples, and those of triples elsewhere',
  async () => {
    for (const [dataset, condition] of [
      ['kata-triples', 'proof-once'],
      ['kata-triples', 'baseline'],
      ['kata-proved', 'prover-alone'],
      ['kata', 'prover-alone'],
    ] as const) {
      const flags = [
        '--dataset',
        dataset,
        '--conditions',
        condition,
        '--plan',
        '--out',
        join(temporaryFolder(), 'run'),
      ];
      const { code, stderr } = await runScript('bench', flags);
      expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
        2,
        expect.stringMatching(new RegExp(`^error: ${condition} does not apply to ${dataset}: `)),
      ]);
      expect(stderr).not.toContain('    at ');
    }
  },
);

test.skipIf(first === undefined)(
  'triples without a model are checked by the simulated model that accepts as often as published',
  async () => {
    const { code, stdout } = await runScript('bench', [
      '--dataset',
      'kata-triples',
      '--conditions',
      'prover-alone',
      '--plan',
    ]);
    expect(stdout).toContain('simulated:clover-gpt4');
    expect(code).toBe(0);
  },
);

test('triples have no answers to grade', async () => {
  const { code, stderr } = await runScript('grade', ['--dataset', 'kata-triples', '--answers', 'x', '--out', 'y']);
  expect([code, stderr]).toEqual([
    2,
    'error: triples are given with their grades: expected a dataset whose answers can be graded\n',
  ]);
});

test.skipIf(first === undefined)(
  'the triples of one program are confirmed alone, a row each; a name that no program has is refused',
  { timeout: 600_000 },
  async () => {
    const file = join(temporaryFolder(), 'findings.csv');
    const flags = ['--dataset', 'kata-triples', '--sandbox', sandbox, '--findings', file];
    const one = await runScript('preflight', [...flags, '--programs', 'dafny/larger']);
    expect(one.code, one.stderr).toBe(0);
    const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(0, 2).join(' '))).toEqual(
      ['ground-truth', 'C1', 'C2', 'C3', 'C6'].map((set) => `dafny/larger ${set}`),
    );
    const other = await runScript('preflight', [...flags, '--programs', 'dafny/larger,larger']);
    expect([other.code, other.stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(other.stderr).toContain('no program of this dataset is called larger; it has dafny/distance');
  },
);
