import { expect, test } from 'vitest';
import { clusteredProportion } from '../../harness/statistics/clustered-proportion.ts';
import { wilsonInterval } from '../../harness/statistics/intervals.ts';

const observe = (text: string) =>
  text.split(' ').map((one) => ({ taskId: one.slice(0, 1), isCounted: one.endsWith('+') }));

test('one observation a task: Wilson', () => {
  expect(clusteredProportion(observe('a+ b- c- d+ e+'), 'seed')).toEqual({
    count: 3,
    total: 5,
    proportion: 0.6,
    interval: wilsonInterval(3, 5),
  });
});

test('several observations a task: whole tasks are drawn, so that repeating each observation changes nothing', () => {
  const once = clusteredProportion(observe('a+ a- b- b- c+ c+ d- d+'), 'seed').interval;
  const twice = clusteredProportion(observe('a+ a- b- b- c+ c+ d- d+ a+ a- b- b- c+ c+ d- d+'), 'seed').interval;
  expect(twice).toEqual(once);
  const asIfIndependent = wilsonInterval(8, 16);
  expect((once?.high ?? 0) - (once?.low ?? 0)).toBeGreaterThan(
    (asIfIndependent?.high ?? 0) - (asIfIndependent?.low ?? 0),
  );
});

test('where all agree the interval is that of the number of tasks, not of none and not of the observations', () => {
  expect(clusteredProportion(observe('a- a- b- b- c- c-'), 'seed').interval).toEqual(wilsonInterval(0, 3));
  expect(clusteredProportion(observe('a+ a+ b+ b+'), 'seed').interval).toEqual(wilsonInterval(2, 2));
});

test('one task says nothing about others, and nothing observed has no share', () => {
  expect(clusteredProportion(observe('a+ a-'), 'seed')).toEqual({
    count: 1,
    total: 2,
    proportion: 0.5,
    interval: undefined,
  });
  expect(clusteredProportion([], 'seed')).toEqual({ count: 0, total: 0, proportion: undefined, interval: undefined });
});
