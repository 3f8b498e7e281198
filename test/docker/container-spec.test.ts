import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isOrphan, ownerLabels } from '../../harness/sandbox/docker/owner.ts';
import {
  CONTAINER_LIMITS,
  containerBound,
  containerSpec,
  executionSlots,
  uidBase,
} from '../../harness/sandbox/docker/spec.ts';

test('executions at a time follow the cores, as long as each can have its memory out of half the machine', () => {
  expect(executionSlots({ cores: 2, memoryMb: 24_000 })).toBe(2);
  expect(executionSlots({ cores: 64, memoryMb: 24_000 })).toBe(Math.floor(12_000 / CONTAINER_LIMITS.memoryMb));
  expect(executionSlots({ cores: 8, memoryMb: 1_000 })).toBe(1);
});

test('idle containers take an eighth of the memory, and there is always room for those at work and those being started', () => {
  expect(containerBound(2, 24_000)).toBe(64);
  expect(containerBound(2, 8_000)).toBe(25);
  expect(containerBound(8, 1_000)).toBe(16);
  expect(containerBound(64, 1_000_000)).toBe(128);
});

test('no two containers of a process share a uid, and all are far from anybody’s', () => {
  const bases = Array.from({ length: 2_000 }, (_, container) => uidBase(false, 4_242, container)).sort((a, b) => a - b);
  expect(bases[0]).toBeGreaterThanOrEqual(1_000_000_000);
  expect(bases.at(-1)).toBeLessThan(2 ** 31 - 60_000);
  for (const [i, base] of bases.slice(1).entries()) expect(base - (bases[i] ?? 0)).toBeGreaterThan(50_000);
});

test('where the daemon maps uids they stay below 65,536', () => {
  expect(uidBase(true, 4_242, 7) + 50_000).toBeLessThan(65_536);
});

test('a container is an orphan when its owner on this host is gone, or its process id is another’s by now', () => {
  const ours = ownerLabels();
  expect(isOrphan(ours)).toBe(false);
  expect(isOrphan({ ...ours, 'lucid-bench.owner-start': 'earlier' })).toBe(true);
  expect(isOrphan({ ...ours, 'lucid-bench.owner-pid': '4194305' })).toBe(true);
  expect(isOrphan({ ...ours, 'lucid-bench.host': `not-${hostname()}`, 'lucid-bench.owner-pid': '4194305' })).toBe(
    false,
  );
  expect(isOrphan({})).toBe(false);
});

test('scratch space in a container has a bound of bytes and one of files', () => {
  const { '/tmp': scratch, '/dev/shm': shared } = containerSpec({ image: 'x', uidBase: 1, labels: {} }).HostConfig
    .Tmpfs;
  for (const options of [scratch, shared]) expect(options).toMatch(/size=\d+m,nr_inodes=\d+,/);
});
