import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type ComparedRound,
  chooseGoldTasks,
  compareGold,
  type GoldEvaluation,
  type GoldEvaluator,
  officialVersion,
} from '../../harness/benchmarks/official/official.ts';
import { allDifferences, differencesOf, officialMarkdown } from '../../harness/benchmarks/official/official-table.ts';
import { connectDocker } from '../../harness/sandbox/docker/engine.ts';
import type { Dataset, PatchProblem } from '../../harness/types/task.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';

const evaluation = (id: string, seconds: number, more: object = {}): GoldEvaluation => ({
  ...{
    id,
    seconds,
    resolved: true,
    statuses: { a: 'PASSED', b: 'SKIPPED' },
    passed: [['a'], []] as [string[], string[]],
  },
  ...more,
});

test('two evaluations differ in resolved, in required tests, in every status, and where one has no report', () => {
  const one = evaluation('i', 1);
  expect(differencesOf(one, evaluation('i', 9))).toEqual([]);
  expect(
    differencesOf(
      one,
      evaluation('i', 1, { resolved: false, passed: [[], ['b']], statuses: { a: 'FAILED', c: 'PASSED' } }),
    ),
  ).toEqual([
    'resolved: ours true, officially false',
    'FAIL_TO_PASS a: passed only in ours',
    'PASS_TO_PASS b: passed only officially',
    'a: ours PASSED, officially FAILED',
    'b: ours SKIPPED, officially not named',
    'c: ours not named, officially PASSED',
  ]);
  expect(differencesOf(one, { id: 'i', seconds: 1, error: 'timed out' })).toEqual([
    'the official one came to no report: timed out',
  ]);
  expect(differencesOf(one, undefined)).toEqual(['one of them has no evaluation']);
});

test('each round has both, and who begins changes', async () => {
  const order: string[] = [];
  const evaluator = (name: string): GoldEvaluator => ({
    name,
    async round(run) {
      order.push(`${name} ${run}`);
      return { wallSeconds: 1, evaluations: [] };
    },
    close: async () => {},
  });
  const { signal } = new AbortController();
  const rounds = await compareGold(evaluator('ours'), evaluator('official'), 3, { say: () => {}, signal });
  expect(order).toEqual([
    ...['ours round-1', 'official round-1', 'official round-2', 'ours round-2'],
    ...['ours round-3', 'official round-3'],
  ]);
  expect(rounds.map(({ first }) => first)).toEqual(['ours', 'official', 'ours']);
});

const roundOf = (
  first: 'ours' | 'official',
  oursSeconds: number,
  officialSeconds: number,
  more = {},
): ComparedRound => ({
  first,
  ours: { wallSeconds: oursSeconds, evaluations: [evaluation('x', oursSeconds / 2), evaluation('y', oursSeconds / 2)] },
  official: {
    wallSeconds: officialSeconds,
    evaluations: [evaluation('y', officialSeconds / 2, more), evaluation('x', officialSeconds / 2)],
  },
});

test('the table has throughput by round and its median, seconds by instance, and says that all is the same only where it is', () => {
  const rounds = [roundOf('ours', 20, 40), roundOf('official', 30, 45)];
  const text = officialMarkdown('swebench 4.1.0', rounds, { cores: 2 }, ['a note']);
  expect(text).toMatch(/\| 1 +\| ours +\| +20\.0 \| +40\.0 \| +360 \| +180 \| +2\.00 \|/);
  expect(text).toMatch(/\| 2 +\| official +\| +30\.0 \| +45\.0 \| +240 \| +160 \| +1\.50 \|/);
  expect(text).toContain("median of the rounds: 1.75 times the official package's");
  expect(text).toMatch(/\| x +\| +12\.5 \| +21\.3 \| +2 \| true, true +\| +0 \|/);
  expect(text).toContain('`resolved` are the same in all rounds');
  expect(text).toContain('- a note\n- cores: 2\n');
  const other = [...rounds, roundOf('ours', 20, 40, { statuses: { a: 'FAILED', b: 'SKIPPED' } })];
  expect(allDifferences(other)).toEqual(['round 3, y: a: ours PASSED, officially FAILED']);
  const changed = officialMarkdown('swebench 4.1.0', other, {}, []);
  expect(changed).toContain('Not the same:\n\n- round 3, y: a: ours PASSED, officially FAILED');
  expect(changed).not.toContain('are the same');
});

test('what waiting for containers to end takes is said, and the ratio without it', () => {
  const whole = roundOf('ours', 20, 40);
  expect(officialMarkdown('swebench 4.1.0', [whole], {}, [])).not.toContain('removing');
  const told = (evaluations: readonly GoldEvaluation[], removeSeconds: number) =>
    evaluations.map((each) => ({ ...each, removeSeconds }));
  const { ours, official } = whole;
  const rounds = [
    {
      ...whole,
      ours: { ...ours, evaluations: told(ours.evaluations, 0.5) },
      official: { ...official, evaluations: told(official.evaluations, 15.3) },
    },
  ];
  // (20 - 15.3) / (10 - 0.5)
  expect(officialMarkdown('swebench 4.1.0', rounds, {}, [])).toMatch(
    /the official package spends 15\.3 \(median\) .* ours 0\.5\. Without .* takes 0\.49 times our seconds/,
  );
});

test('what came to no report is no throughput', () => {
  const [whole] = [roundOf('ours', 20, 40)];
  const error = (id: string) => ({ id, seconds: 0.1, error: 'no container' });
  const half = { ...whole, official: { wallSeconds: 1, evaluations: [evaluation('x', 1), error('y')] } };
  expect(officialMarkdown('swebench 4.1.0', [half], {}, [])).toMatch(/\| +360 \| +3600 \| +0\.10 \|/);
  const none = { ...whole, official: { wallSeconds: 1, evaluations: [error('x'), error('y')] } };
  const text = officialMarkdown('swebench 4.1.0', [none], {}, []);
  expect(text).toContain('median of the rounds: unknown');
  expect(text).toContain('round 1, x: the official one came to no report: no container');
});

/** A program that answers as a Python with this swebench would. */
function pythonWith(version: string): string {
  const path = join(temporaryFolder(), 'python');
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('a package that is absent, or of a version without evaluation scripts, is one sentence', () => {
  expect(officialVersion(pythonWith('4.1.0'))).toBe('4.1.0');
  expect(() => officialVersion(pythonWith('5.0.2'))).toThrow('expected swebench 4.x, got 5.0.2');
  expect(() => officialVersion('/nowhere/python')).toThrow(
    '--package /nowhere/python: expected a Python that has swebench 4.x',
  );
  expect(() => officialVersion(undefined)).toThrow('expected a Python with the official package, got none');
});

test('instances without an image are left out, those of httpbin.org too; none at all is one sentence', async () => {
  const problemOf = (repository: string, number: number): PatchProblem => ({
    task: { kind: 'patch', id: `a__b-${number}`, prompt: '', repository, baseCommit: 'a'.repeat(40) },
    hiddenTests: { testPatch: '', failToPass: [], passToPass: [] },
    ...{ canonical: '', version: '1', environmentCommit: '', hints: '', createdAt: '' },
  });
  const problems = ['pallets/flask', 'pallets/flask', 'psf/requests', 'pallets/flask'].map(problemOf);
  const dataset: Dataset<PatchProblem> = {
    ...{ id: 'd', title: '', sha256: '', source: '', knownDefects: [], problems },
  };
  const engineWith = (ids: readonly string[]) => ({
    ...connectDocker(),
    about: async () => ({ cores: 1, memoryMb: 1, mapsUids: false }),
    image: async (name: string) =>
      ids.some((id) => name.endsWith(id)) ? { id: name, labels: {}, sizeBytes: 1 } : undefined,
  });
  const some = await chooseGoldTasks(engineWith(['a__b-0', 'a__b-2', 'a__b-3']), dataset, [], { limit: 1 });
  expect(some.tasks.map(({ problem }) => problem.task.id)).toEqual(['a__b-0']);
  expect(some.notes).toEqual([
    '4 instances asked for, 3 with an image here, 1 evaluated',
    'left out: 1 whose tests talk to httpbin.org, which only ours stands in for',
  ]);
  await expect(chooseGoldTasks(engineWith([]), dataset, [], { limit: 12 })).rejects.toThrow(
    'expected instances with an image on this machine, got none of 4: npm run build-images -- d --limit 12',
  );
});

test('the command ends with 2 and one sentence where the package is not named', async () => {
  const { code, stderr } = await runScript('benchmarks/official', [], { LUCID_BENCH_SWEBENCH_4: undefined });
  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('expected a Python with the official package, got none');
});
