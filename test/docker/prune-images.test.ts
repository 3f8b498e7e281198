import { expect, test } from 'vitest';
import type { ListedImage } from '../../harness/sandbox/docker/image-store.ts';
import { ourImages } from '../../harness/sandbox/docker/prune-images.ts';

const image = (id: string, names: string[], parentId?: string, labels: Record<string, string> = {}): ListedImage => ({
  id,
  names,
  sizeBytes: 1,
  createdAt: new Date(0),
  parentId,
  labels,
});

const images = [
  image('base', ['lucid-bench/swebench-base:bookworm-1'], undefined, { 'lucid-bench.image': 'base' }),
  image('system', ['lucid-bench/swebench-system:flask-1'], 'base', { 'lucid-bench.image': 'system' }),
  image('sources', ['lucid-bench/swebench-sources:flask-1'], 'system', { 'lucid-bench.image': 'sources' }),
  image('environment', ['lucid-bench/swebench-environment:flask-1'], 'sources', { 'lucid-bench.image': 'environment' }),
  image('repository', ['lucid-bench/swebench-repository:flask-1'], 'environment', {
    'lucid-bench.image': 'repository',
  }),
  image('instance', ['lucid-bench/swebench-instance:a__b-1'], 'repository', { 'lucid-bench.image': 'instance' }),
  image('broken', [], 'environment', { 'lucid-bench.image': 'instance' }),
  image('python', ['lucid-bench/python:1']),
  image('pulled', ['swebench/sweb.eval.x86_64.a_1776_b-1:latest', 'lucid-bench/swebench-published:a__b-1']),
  image('theirs', ['swebench/sweb.eval.x86_64.a_1776_b-2:latest']),
  image('debian', ['debian:bookworm']),
  image('nameless', []),
];
const ids = (keep: boolean): string[] => ourImages(images, keep).map(({ id }) => id);

test('only what this project made or pulled is listed', () => {
  expect(ids(false).toSorted()).toEqual([
    'base',
    'broken',
    'environment',
    'instance',
    'pulled',
    'python',
    'repository',
    'sources',
    'system',
  ]);
});

test('what is built upon another image comes before it', () => {
  const order = ids(false);
  expect(order.indexOf('instance')).toBeLessThan(order.indexOf('repository'));
  expect(order.indexOf('repository')).toBeLessThan(order.indexOf('environment'));
  expect(order.indexOf('environment')).toBeLessThan(order.indexOf('sources'));
  expect(order.indexOf('sources')).toBeLessThan(order.indexOf('system'));
  expect(order.indexOf('system')).toBeLessThan(order.indexOf('base'));
});

test('environments, their system packages and commits that instances share, are kept when asked for', () => {
  expect(ids(true).toSorted()).toEqual(['broken', 'instance', 'pulled']);
});
