import { expect, test } from 'vitest';
import { createRandom } from '../../harness/random.ts';
import { createBits } from '../../harness/storage/bits.ts';

test('each bit is as it was added, also after the room has grown', () => {
  const random = createRandom('bits');
  const added = Array.from({ length: 50_000 }, () => random() < 0.5);
  const bits = createBits();
  for (const one of added) bits.add(one);
  expect(added.map((_, place) => bits.at(place))).toEqual(added);
  expect(bits.at(added.length)).toBe(false);
});
