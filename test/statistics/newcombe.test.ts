import { expect, test } from 'vitest';
import { newcombeInterval } from '../../harness/statistics/newcombe.ts';

test('the hybrid score interval as published', () => {
  // Newcombe (1998), table II, method 10: 56/70 against 48/80, and 9/10 against 3/10.
  const first = newcombeInterval({ successes: 56, total: 70 }, { successes: 48, total: 80 });
  expect([first?.low, first?.high].map((bound) => bound?.toFixed(4))).toEqual(['0.0524', '0.3339']);
  const second = newcombeInterval({ successes: 9, total: 10 }, { successes: 3, total: 10 });
  expect([second?.low, second?.high].map((bound) => bound?.toFixed(4))).toEqual(['0.1705', '0.8090']);
});

test('without observations there is none', () => {
  expect(newcombeInterval({ successes: 0, total: 0 }, { successes: 1, total: 2 })).toBeUndefined();
});
