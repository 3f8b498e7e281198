import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environments } from '../../../datasets/shared/swe-bench/environments.ts';
import { loadPatchDataset } from '../../../harness/loading/load-dataset.ts';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { sha256 } from '../../../harness/storage/hash.ts';
import { writeInstanceTable } from '../../../harness/tasks/patch/commands/write-instance-table.ts';
import { environmentOf } from '../../../harness/tasks/patch/environment.ts';
import { WORKSPACE_LIMITS } from '../../../harness/tasks/patch/evaluation/container.ts';
import { evaluationSha256 } from '../../../harness/tasks/patch/evaluation/evaluate.ts';
import {
  type EvaluationRecord,
  logOfEvaluation,
  openEvaluationStore,
} from '../../../harness/tasks/patch/evaluation/evaluation-store.ts';
import { layersOf } from '../../../harness/tasks/patch/images/image-layers.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const ID = 'swe-bench-verified';
const row = (number: number) => ({
  repo: 'pallets/flask',
  instance_id: `pallets__flask-${1000 + number}`,
  base_commit: 'a'.repeat(40),
  patch: 'the gold patch',
  test_patch: 'its tests',
  problem_statement: 'an issue',
  ...{ hints_text: '', created_at: '', version: '2.0', FAIL_TO_PASS: '["t"]', PASS_TO_PASS: '[]' },
  environment_setup_commit: 'b'.repeat(40),
});

function imageNames(problem: PatchProblem): string[] {
  const environment = environmentOf(environments, 'pallets/flask', '2.0');
  return environment === undefined ? [] : layersOf(problem, environment).map(({ name }) => name);
}

/** An evaluation of the problem as it is kept: of before phases were measured, unless `more` has them. */
function recordOf(problem: PatchProblem, patch: string, digest: string, more: Partial<EvaluationRecord> = {}) {
  const environment = environmentOf(environments, 'pallets/flask', '2.0');
  if (environment === undefined) throw new Error('no specification');
  const settings = { rules: '5', timeoutMs: 1_800_000, limits: WORKSPACE_LIMITS, imageDigest: digest } as const;
  const isGold = patch !== '';
  const outcome = isGold ? ({ status: 'solved' } as const) : ({ status: 'unsolved', reason: 'tests-failed' } as const);
  const record: EvaluationRecord = {
    version: 1,
    evaluationSha256: evaluationSha256(patch, problem, environment, settings),
    ...{ instanceId: problem.task.id, suite: 'hidden', forgedMarkers: 0, seconds: 20, logSha256: sha256('') },
    image: { name: imageNames(problem)[3] ?? '', digest, origin: 'built' },
    grade: {
      ...{ outcome, isResolved: isGold, rules: '5', fault: undefined, failToPass: [], passToPass: [] },
      evidence: { summary: '1 passed', counted: 1, named: 1, exitCode: 0, doubts: [] },
    },
    execution: { outcome, assertions: 'p', failures: [], output: '' },
    ...more,
  };
  return record;
}

test('a table has seconds by phase and bytes by layer, unknown ones empty, and rows of images that were removed', async () => {
  const data = temporaryFolder();
  mkdirSync(join(data, ID));
  const lines = Array.from({ length: 500 }, (_, number) => `${JSON.stringify(row(number))}\n`).join('');
  writeFileSync(join(data, ID, `${ID}.jsonl`), lines);
  const environment = { LUCID_BENCH_DATA: data, XDG_CACHE_HOME: temporaryFolder() };
  const { problems } = await loadPatchDataset(ID, { environment });
  const [older, timed] = problems;
  if (older === undefined || timed === undefined) throw new Error('no rows');
  const logsOut = temporaryFolder();
  const store = openEvaluationStore(logsOut, logOfEvaluation);
  const phases = { create: 1, apply: 0.5, install: 3, tests: 12, log: 0.1, remove: 1 };
  const machine = { loadBefore: 0.3, atWork: 2 };
  await store.put(recordOf(older, older.canonical, 'sha256:here'), '');
  await store.put(recordOf(older, '', 'sha256:here'), '');
  await store.put(recordOf(timed, timed.canonical, 'sha256:gone', { phases, machine, peakMemoryMb: 1234 }), '');
  await store.put(recordOf(timed, '', 'sha256:gone', { phases, machine }), '');
  const here = imageNames(older);
  const engine = {
    ...connectDocker(),
    image: async (name: string) => {
      const depth = here.indexOf(name);
      return depth < 0
        ? undefined
        : {
            id: 'sha256:here',
            labels: { 'lucid-bench.python': '3.11.7' },
            sizeBytes: [300e6, 350e6, 390e6, 430e6][depth] ?? 0,
          };
    },
  };
  const out = temporaryFolder();
  const said = await writeInstanceTable(
    ID,
    { logsOut, mirrors: temporaryFolder(), swebenchRules: '5', instanceTimeout: 1800, out },
    { engine, environment, date: () => new Date(0), machine: { cores: 2 } },
  );
  expect(said).toContain('2 of 500 sound, over 1 repositories\ndisk: an instance adds 40.0 MB to shared layers');
  const [header = '', first = '', second = '', third = ''] = readFileSync(join(out, 'instances.csv'), 'utf8').split(
    '\n',
  );
  const earlier =
    'instance_id,repository,version,python,image,image_digest,origin,gold,gold_applied_by,empty,required_tests,gold_seconds,empty_seconds,sound,cause,why_not,own_mb,measured,gold_evaluation';
  expect(header.startsWith(`${earlier},gold_create_seconds,`)).toBe(true);
  expect(first).toMatch(
    /,3\.11\.7,.*,sha256:here,built,solved,,unsolved \(tests-failed\),0,20,20,true,,,40,\d{4}-\d\d-\d\d,[0-9a-f]{16},{19}$/,
  );
  expect(second).toMatch(
    /,sha256:gone,built,.*,true,,,,\d{4}-\d\d-\d\d,[0-9a-f]{16},1,0\.5,3,12,0\.1,1,5,0\.3,2,1,0\.5,3,12,0\.1,1,5,0\.3,2,1234$/,
  );
  expect(third).toMatch(/,false,no-commit,no copy of the repository with the commits it needs on this machine,{22}$/);
  const text = readFileSync(join(out, 'instances.md'), 'utf8');
  expect(text).toContain("the harness' own share 5.0 s");
  expect(text).toContain('phases unknown: 1');
  const memory = 'median 1,234 MiB over 1; the most 1,234 MiB; 4,096 MiB are allowed';
  expect(text).toContain(`files' pages that could be dropped included: ${memory}`);
  expect(text).toMatch(/\| pallets__flask-1000 .*\| +unknown \| +unknown \| +unknown \|/);
  const disk = readFileSync(join(out, 'disk.csv'), 'utf8').trim().split('\n');
  expect(disk).toHaveLength(1 + 3 + 500);
  expect(disk.filter((line) => /\d{8}$/.test(line))).toHaveLength(4);
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  // 300 + 50 + 40 MB shared, 500 instances at the median of 40
  expect(manifest.disk).toMatchObject({ layers: 503, known: 4, medianOwnBytes: 40e6, projectedBytes: 20_390e6 });
  expect(Object.values(manifest.measuredOn)).toEqual([2]);
  expect(manifest.causes).toEqual({ 'no-commit': 498 });
  expect(text).toMatch(/\| no-commit \| +498 \| no copy of its repository here/);
  // On a machine without images and evaluations, what was measured stays as it stood: cells, seconds by phase, own megabytes.
  const elsewhere = { ...engine, image: async () => undefined };
  // Where an image was removed after its evaluations, its interpreter's whole number stays.
  await writeInstanceTable(
    ID,
    { logsOut, mirrors: temporaryFolder(), swebenchRules: '5', instanceTimeout: 1800, out },
    { engine: elsewhere, environment, date: () => new Date(0), machine: { cores: 2 } },
  );
  expect(readFileSync(join(out, 'instances.csv'), 'utf8').split('\n')[1]).toBe(first);
  const again = await writeInstanceTable(
    ID,
    { logsOut: temporaryFolder(), mirrors: temporaryFolder(), swebenchRules: '5', instanceTimeout: 1800, out },
    {
      engine: elsewhere,
      environment: { ...environment, XDG_CACHE_HOME: temporaryFolder() },
      date: () => new Date(0),
      machine: { cores: 2 },
    },
  );
  expect(again).toContain('2 of 500 sound, over 1 repositories');
  const later = readFileSync(join(out, 'instances.csv'), 'utf8').split('\n');
  expect(later.slice(0, 3)).toEqual([header, first, second]);
  expect(readFileSync(join(out, 'instances.md'), 'utf8')).toContain(memory);
  expect(readFileSync(join(out, 'instances.md'), 'utf8')).toBe(text);
  expect(readFileSync(join(out, 'disk.csv'), 'utf8').trim().split('\n')).toEqual(disk);
});
