import { expect, test } from 'vitest';
import { sha256 } from '../../harness/storage/hash.ts';
import { createHashNumbers } from '../../harness/storage/hash-numbers.ts';
import { createPackedRows } from '../../harness/storage/packed-rows.ts';

const hashes = Array.from({ length: 5000 }, (_, index) => sha256(String(index)));

test('hashes are numbered as they come, equal ones alike, however many there are', () => {
  const numbers = createHashNumbers();
  expect(hashes.map(numbers.of)).toEqual([...hashes.keys()]);
  expect(hashes.toReversed().map(numbers.of)).toEqual([...hashes.keys()].reverse());
  expect([numbers.count, numbers.find(hashes[17] ?? ''), numbers.find(sha256('another'))]).toEqual([
    5000,
    17,
    undefined,
  ]);
});

test('names that are no hash, and hashes that begin alike, are told apart', () => {
  const numbers = createHashNumbers();
  const [one, other] = ['0'.repeat(63), '0'.repeat(25)].map((start) => start.padEnd(64, '1'));
  expect(['first', one ?? '', other ?? '', 'first', '0'.repeat(12).padEnd(64, '1')].map(numbers.of)).toEqual([
    0, 1, 2, 0, 3,
  ]);
});

test('numbers come in the order of the hashes', () => {
  const numbers = createHashNumbers();
  for (const hash of hashes) numbers.of(hash);
  expect(Array.from(numbers.sorted(), (number) => hashes[number])).toEqual(hashes.toSorted());
});

test('packed rows come back in order, each time they are gone through', () => {
  const rows = hashes.map((hash, index) => ({ index, hash, text: 'a "text"\u2028 with more in it '.repeat(5) }));
  const packed = createPackedRows<(typeof rows)[number]>();
  for (const row of rows) packed.add(row);
  expect([...packed]).toEqual(rows);
  expect([...packed].length).toBe(rows.length);
});
