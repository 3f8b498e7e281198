import { expect, test } from 'vitest';
import { callsMarkdown, timeCalls } from '../../harness/benchmarks/measure-calls.ts';

test('both kinds of call are made in turn, memory is looked at after each block, and medians are told', async () => {
  const log: string[] = [];
  const raws = [1, 9, 2, 3];
  const measured = {
    async raw() {
      log.push('raw');
      return raws.shift() ?? 0;
    },
    async harness(index: number) {
      log.push(`harness ${index}`);
      return index + 2;
    },
  };
  let heap = 10;
  const times = await timeCalls(measured, { calls: 4, block: 2 }, () => heap++);
  expect(log).toEqual([0, 1, 2, 3].flatMap((index) => ['raw', `harness ${index}`]));
  expect(times).toEqual({ calls: 4, rawMs: 2.5, harnessMs: 3.5, heapMb: [10, 11] });
  const text = callsMarkdown(times, { load: 3 });
  expect(text).toMatch(/\| what the harness adds +\| +1\.00 \|/);
  expect(text).toContain('- load: 3');
});
