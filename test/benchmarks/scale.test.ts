import { expect, test } from 'vitest';
import { type ScaleRow, scaleMarkdown } from '../../harness/benchmarks/scale.ts';

const row = (trials: number, phase: string, part: Partial<ScaleRow>): ScaleRow => ({
  ...{ trials, phase, steps: 3 * trials, megabytes: trials / 100 },
  ...{ wallSeconds: 10, cpuSeconds: trials / 1000, peakMb: 500, load: 0.5 },
  ...part,
});

const ROWS = [
  row(10_000, 'plan', {}),
  row(10_000, 'report', {}),
  row(100_000, 'plan', { cpuSeconds: 131, peakMb: 2049 }),
  row(100_000, 'report', { cpuSeconds: 129, wallSeconds: 61 }),
  row(100_000, 'resume after a kill', { wallSeconds: 61 }),
  row(1_000_000, 'report', { wallSeconds: 700, peakMb: 2048 }),
];

test('each command has its time a trial beside that in the smallest run, and what of it is more than is wanted', () => {
  const cells = scaleMarkdown(ROWS, { cores: 2 })
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const [command, ratio, more] = [4, 8, 11];
  expect(cells.map((own) => [own[command], own[ratio], own[more]])).toEqual([
    ['plan', '1.00', ''],
    ['report', '1.00', ''],
    ['plan', '1.31', 'CPU a trial, memory'],
    ['report', '1.29', 'seconds'],
    ['resume after a kill', '', ''],
    ['report', '1.00', ''],
  ]);
});
