import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPatchDataset } from '../../harness/loading/load-dataset.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';

const lite = await loadPatchDataset('swe-bench-lite', { environment: process.env }).catch((error) => {
  console.warn(`NOT TESTED: npm run grade -- --logs (${error.message})`);
  return undefined;
});

/** A log in which every required test passed, as the instance's repository writes it. */
function passingLog(instanceId: string): string {
  const tests = lite?.problems.find(({ task }) => task.id === instanceId)?.hiddenTests;
  const names = [...(tests?.failToPass ?? []), ...(tests?.passToPass ?? [])];
  const isDjango = instanceId.startsWith('django');
  const lines = names.map((name) => (isDjango ? `${name} ... ok` : `PASSED ${name}`));
  const summary = isDjango
    ? [`Ran ${names.length} tests in 0.1s`, '', 'OK']
    : [`=== ${names.length} passed in 0.1s ===`];
  return [": '>>>>> Start Test Output'", ...lines, ...summary, ": '>>>>> End Test Output'", ''].join('\n');
}

async function grade(flags: readonly string[], logs: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const [logFolder, out] = [join(folder, 'logs'), join(folder, 'graded.jsonl')];
  mkdirSync(logFolder);
  for (const [id, text] of Object.entries(logs)) writeFileSync(join(logFolder, `${id}.log`), text);
  const result = await runScript('grade', ['--dataset', 'swe-bench-lite', '--logs', logFolder, '--out', out, ...flags]);
  const lines = result.code === 0 ? readFileSync(out, 'utf8').trim().split('\n') : [];
  return { ...result, graded: lines.map((line) => JSON.parse(line)) };
}

describe.runIf(lite !== undefined)('npm run grade -- --dataset swe-bench-lite', () => {
  const IDS = ['django__django-10914', 'pallets__flask-4045', 'psf__requests-1963'];

  test('grades stored logs in the order of the dataset and says which have none', async () => {
    const [django = '', flask = ''] = IDS;
    const logs = { [flask]: passingLog(flask).replace('PASSED', 'FAILED'), [django]: passingLog(django) };
    const { code, graded, stdout } = await grade(['--instances', IDS.join(',')], logs);
    expect(code).toBe(0);
    expect(graded.map(({ instance_id, outcome, resolved }) => [instance_id, outcome, resolved])).toEqual([
      [django, 'solved', true],
      [flask, 'unsolved', false],
    ]);
    expect(graded[1]).toMatchObject({
      reason: 'tests-failed',
      grading: '5',
      log_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(stdout).toContain('grading 5 (swebench 5.0.2): solved 1 of 2 graded');
    expect(stdout).toContain('no log, not graded: 1');
  });

  test('predictions are read and described, and without a Docker daemon it is said plainly what is missing', async () => {
    const path = join(temporaryFolder(), 'all_preds.jsonl');
    const model_patch = '--- a/conftest.py\n+++ b/conftest.py\n@@ -1 +1 @@\n-a\n+b';
    writeFileSync(path, `${JSON.stringify({ instance_id: IDS[1], model_name_or_path: 'm', model_patch })}\n`);
    const { code, stderr } = await runScript(
      'grade',
      ['--dataset', 'swe-bench-lite', '--predictions', path, '--out', `${path}.out`],
      { DOCKER_HOST: 'unix:///nowhere/docker.sock' },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('malformed as a diff: 1');
    expect(stderr).toContain('edit hooks of the test runner: 1');
    expect(stderr).toContain('error: patches are evaluated in containers: no Docker daemon is running here');
  });

  test.each([
    [{ nope: '' }, 'nope.log: no such instance'],
    [{}, 'holds no <instance_id>.log'],
  ])('a folder that does not fit is one clear sentence', async (logs, sentence) => {
    const { code, stderr } = await grade([], logs);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });
});
