import { expect, test } from 'vitest';
import { createImageBound } from '../../harness/sandbox/docker/image-bound.ts';
import type { KeptImage } from '../../harness/sandbox/docker/image-store.ts';

const nameOf = (word: string): string => `lucid-bench/swebench-${word}:1`;

/** A daemon in memory, whose images take six bytes each. `onRemove` is told of each that goes. */
function madeUpStore(onRemove: (name: string) => void) {
  const images = new Map<string, KeptImage>();
  return {
    add(word: string, usedAt: number) {
      const name = nameOf(word);
      images.set(name, { id: name, names: [name], pieces: [{ key: word, bytes: 6 }], usedAt: new Date(usedAt) });
    },
    list: async () =>
      [...images.values()].map(({ id, names }) => ({
        ...{ id, names, sizeBytes: 6, createdAt: new Date(0), parentId: undefined, labels: {} },
      })),
    inspect: async (id: string) => images.get(id),
    async tag() {},
    async remove(name: string) {
      images.delete(name);
      onRemove(name);
      return 'removed' as const;
    },
  };
}

test('what waits for room sees a release at whatever step of its looking it comes', { timeout: 20_000 }, async () => {
  for (let steps = 0; steps <= 20; steps++) {
    let release = (): void => {};
    const store = madeUpStore(async (name) => {
      for (let step = 0; step < steps; step++) await undefined;
      if (name === nameOf('old')) release();
    });
    store.add('held', 3);
    const bound = createImageBound({ store, mostBytes: 8, say: () => undefined });
    release = await bound.keep([nameOf('held')]);
    const make = async (): Promise<void> => {
      store.add('wanted', 2);
      store.add('old', 1);
    };
    const left = bound.withImages([nameOf('wanted')], make, async () => (await store.list()).map(({ id }) => id));
    const late = new Promise((resolve) => setTimeout(resolve, 500, 'still waiting'));
    expect(await Promise.race([left, late]), `released ${steps} steps after`).toEqual([nameOf('wanted')]);
  }
});
