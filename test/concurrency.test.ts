import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { workThrough } from '../harness/concurrency.ts';

test('items are taken in their order, each when its turn comes, so many at a time', async () => {
  const [taken, done]: [number[], number[]] = [[], []];
  let most = 0;
  const items = function* (): Generator<number> {
    for (let item = 0; item < 9; item++) {
      taken.push(item);
      yield item;
    }
  };
  await workThrough(items(), 3, async (item) => {
    most = Math.max(most, taken.length - done.length);
    await wait(item % 3);
    done.push(item);
  });
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect([most, done.length]).toEqual([3, 9]);
});

test('what fails first in their order is thrown, when all are through', async () => {
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    await wait(item === 1 ? 20 : 1);
    if (item === 1 || item === 2) throw new Error(`item ${item}`);
    done.push(item);
  };
  await expect(workThrough([0, 1, 2, 3, 4], 2, work)).rejects.toThrow('item 1');
  expect(done).toEqual([0, 3, 4]);
});
