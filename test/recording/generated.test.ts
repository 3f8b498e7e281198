import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { readRecording } from '../../harness/models/recorded/read-recording.ts';
import { record } from '../../harness/recording/record.ts';
import type { WrittenRecording } from '../../harness/recording/write-recording.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { sha256 } from '../../harness/storage/hash.ts';
import { claimsReport } from '../../harness/types/claim-artifacts.ts';
import { type BenchOutcome, benchDefaults, quietParts, runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { kataAnswers } from '../fixtures/kata-server.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';

const timeout = 300_000;
const conditions = ['baseline', 'lucid-generated', 'lucid-generated-matched'];
const study = { conditions, k: [1, 2], limit: 3, samples: 1, verdictTimeout: 3, sandbox: 'process' } as const;

let written: WrittenRecording;
let replayed: BenchOutcome;
let run: string;

/** Kata's programs, and for claims assertions of kata's own tests, some of them turned round. */
beforeAll(async () => {
  const answers = await kataAnswers();
  const { problems } = await loadDataset('kata', { environment: process.env });
  const server = await startProviderServer((_index, request) => {
    const content = JSON.stringify(request.body.messages);
    const format = request.body.response_format as { json_schema: { name: string } } | undefined;
    const problem = problems.find(({ task }) => content.includes(`def ${task.entryPoint}(`));
    if (format?.json_schema.name !== 'checked-claims' || problem === undefined) return answers(request);
    const lines = problem.hiddenTests.source
      .split('\n')
      .filter((line) => line.startsWith(`assert ${problem.task.entryPoint}(`));
    const draw = Number.parseInt(sha256(content).slice(0, 6), 16);
    const pick = (index: number): string => lines[(draw + index) % lines.length] ?? '';
    const tests = [[pick(0), pick(1)], [draw % 3 === 0 ? pick(2).replace('==', '!=') : pick(2)]];
    const claims = tests.map((own, index) => ({
      text: `claim ${index} of ${draw}`,
      category: 'functionality',
      severity: 'high',
      about: 'body',
      tests: own,
    }));
    return { kind: 'answer', text: JSON.stringify({ claims }) };
  });
  const work = temporaryFolder();
  run = join(work, 'run');
  const options = {
    ...benchDefaults,
    ...study,
    model: `openai-compatible:tiny@${server.url}`,
    cache: join(work, 'cache'),
    out: run,
  };
  ({ written } = await record({ study: 'claims', into: work }, options, () => false, quietParts()));
  await server.close();
  replayed = await runBench('http://127.0.0.1:9', { ...study, model: `recorded:${written.path}` });
}, timeout);

const csv = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

test('arms that check claims are recorded whole and replay without a request, a miss or drift', async () => {
  expect(written.manifest.tasksLeftOut).toBe(0);
  expect(replayed.error).toBeUndefined();
  expect(replayed.said).toContain('model calls: 0 made');
  const { trajectories } = await readRun(replayed.folder);
  expect(trajectories.every(({ end }) => end.status !== 'error')).toBe(true);
  expect(trajectories.some(({ steps }) => steps.some(({ liveVerdict }) => liveVerdict !== undefined))).toBe(false);
  for (const file of [
    'cells.csv',
    'claims.csv',
    'claim-rounds.csv',
    'checks.csv',
    'check-quality.csv',
    'gap-truth.csv',
    'calls.csv',
  ]) {
    expect(csv(replayed.folder, file), file).toBe(csv(run, file));
  }
});

test('a loop is told what it was told: the recording holds every report', async () => {
  const recording = await readRecording(`recorded:${written.path}`);
  const { trajectories } = await readRun(run);
  const reports = trajectories.flatMap(({ steps }) => steps.flatMap((step) => claimsReport.in(step) ?? []));
  expect(reports.length).toBeGreaterThan(3);
  for (const report of reports) expect(recording.reportOn(report.inputSha256)).toEqual(report);
});

test('the matched arm used no more tokens than the other, but for its last draw', async () => {
  const { trajectories } = await readRun(run);
  const used = (condition: string, taskId: string): number => {
    const trial = trajectories.find((one) => one.condition === condition && one.taskId === taskId);
    const calls = new Map(
      (trial?.steps ?? []).flatMap(({ calls = [] }) => calls.map((call) => [call.key, call.usage])),
    );
    return [...calls.values()].reduce((sum, usage) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0), 0);
  };
  for (const { taskId } of trajectories.filter(({ condition }) => condition === 'baseline')) {
    const draw = used('baseline', taskId);
    expect(used('lucid-generated-matched', taskId)).toBeLessThan(used('lucid-generated', taskId) + 2 * draw);
  }
});
