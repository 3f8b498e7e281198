import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { connectDocker } from '../../harness/sandbox/docker/engine.ts';
import { createImageBound, DiskTooSmallError } from '../../harness/sandbox/docker/image-bound.ts';
import type { ImageStore } from '../../harness/sandbox/docker/image-store.ts';
import { docker } from './daemon.ts';

/** Whether there is a daemon; no image is needed. */
function hasDaemon(): boolean {
  try {
    docker('version');
    return true;
  } catch {
    console.warn('NOT TESTED: images within a bound (no Docker daemon)');
    return false;
  }
}

const MB = 1e6;
const nameOf = (hint: string): string => `lucid-bench/swebench-instance:bound-${hint}-${process.pid}`;

/** Makes an image of so many MB upon another one, or upon nothing. */
function build(hint: string, mb: number, below = 'scratch'): void {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  try {
    writeFileSync(join(folder, 'file'), randomBytes(mb * MB));
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${below}\nCOPY file /${hint}\nCMD ["x"]\n`);
    docker('build', '-q', '-t', nameOf(hint), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isThere = (hint: string): boolean => docker('images', '-q', nameOf(hint)).length > 0;
const there = (...hints: string[]): string[] => hints.filter(isThere);

/** The daemon's images, but only those of this test: others may lie beside them. */
const own = (store: ImageStore): ImageStore => ({
  ...store,
  list: async () => (await store.list()).filter(({ names }) => names.some((name) => name.endsWith(`-${process.pid}`))),
});

const open = (mb: number) => {
  const said: string[] = [];
  const store = own(connectDocker().images);
  return { said, bound: createImageBound({ store, mostBytes: mb * MB, say: (line) => said.push(line) }) };
};
const nothing = async (): Promise<void> => {};

describe.runIf(hasDaemon())('at a daemon', { timeout: 240_000 }, () => {
  afterEach(() => {
    const names = docker('images', '--format', '{{.Repository}}:{{.Tag}}').filter((name) =>
      name.endsWith(`-${process.pid}`),
    );
    for (const name of names) docker('rmi', '-f', name);
  });

  test('what was used longest ago is removed, not what was made first; shared layers are counted once', async () => {
    const { said, bound } = open(7.5);
    build('base', 2);
    for (const hint of ['a', 'b']) build(hint, 2, nameOf('base'));
    await bound.withImages([nameOf('base'), nameOf('a')], nothing, nothing); // 6 MB: b was used longest ago now
    expect(there('base', 'a', 'b')).toEqual(['base', 'a', 'b']);
    const make = async () => build('c', 2, nameOf('base'));
    await bound.withImages([nameOf('base'), nameOf('c')], make, nothing);
    expect(there('base', 'a', 'b', 'c')).toEqual(['base', 'a', 'c']);
    expect(said).toEqual([`removed ${nameOf('b')}: used longest ago, 2.0 MB`]);
  });

  test('a shared image goes only when nothing stands upon it any more', async () => {
    build('base', 3);
    build('a', 1, nameOf('base'));
    build('other', 3);
    const { bound } = open(4);
    await bound.withImages([nameOf('other')], nothing, nothing);
    expect(there('base', 'a', 'other')).toEqual(['other']);
  });

  test('an image that is worked with is not removed: the next one waits until there is room', async () => {
    const { bound } = open(5);
    const order: string[] = [];
    let finish = (): void => {};
    const first = bound.withImages(
      [nameOf('a')],
      async () => build('a', 3),
      () =>
        new Promise<void>((resolve) => {
          finish = () => {
            order.push('a ends');
            resolve();
          };
        }),
    );
    const second = bound.withImages(
      [nameOf('b')],
      async () => {
        build('b', 3);
        setTimeout(() => {
          order.push(`a is ${isThere('a') ? 'there' : 'gone'}`);
          finish();
        }, 1500);
      },
      async () => void order.push(`b begins, a is ${isThere('a') ? 'there' : 'gone'}`),
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['a is there', 'a ends', 'b begins, a is gone']);
  });

  test('room is made before an image is, for what it is expected to take, and what is worked with is waited for', async () => {
    const { bound } = open(5.5);
    build('old', 2);
    build('a', 1);
    const seen: string[][] = [];
    const look = async () => void seen.push(there('old', 'a', 'b'));
    let finish = (): void => {};
    const first = bound.withImages([nameOf('a')], nothing, () => new Promise<void>((resolve) => (finish = resolve)));
    const makeB = async () => {
      await look();
      build('b', 3);
    };
    await bound.withImages([nameOf('b')], makeB, look, async () => 3e6);
    expect(seen).toEqual([['a'], ['a', 'b']]);
    docker('rmi', nameOf('b'));
    const second = bound.withImages([nameOf('b')], makeB, nothing, async () => 5e6);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(seen).toHaveLength(2);
    finish();
    await Promise.all([first, second]);
    expect(seen.at(-1)).toEqual([]);
  });

  test('for an image that cannot fit nothing is removed ahead', async () => {
    const { said, bound } = open(4);
    build('small', 2);
    await bound.withImages(
      [nameOf('b')],
      async () => build('b', 1),
      nothing,
      async () => 9e6,
    );
    expect(there('small', 'b')).toEqual(['small', 'b']);
    expect(said).toEqual([]);
  });

  test("another process' container keeps its image, which is not counted", async () => {
    build('a', 3);
    const container = docker('create', nameOf('a'))[0] ?? '';
    try {
      const { bound } = open(4);
      await bound.withImages([nameOf('b')], async () => build('b', 3), nothing);
      expect(there('a', 'b')).toEqual(['a', 'b']);
    } finally {
      docker('rm', container);
    }
  });

  test('one that alone is over the bound is one sentence, is removed, and nothing else is removed for it', async () => {
    const { said, bound } = open(4);
    build('small', 2);
    let hasWorked = false;
    const error = await bound
      .withImages(
        [nameOf('base'), nameOf('large')],
        async () => {
          build('base', 3);
          build('large', 3, nameOf('base'));
        },
        async () => {
          hasWorked = true;
        },
      )
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DiskTooSmallError);
    expect(String(error)).toContain('its images take 0.006 GB, and 0.004 GB are allowed');
    expect(hasWorked).toBe(false);
    expect(there('small', 'base', 'large')).toEqual(['small']);
    expect(said).toEqual([]);
  });

  test('images that a run keeps stay, others are removed around them; too many to keep is said, with nothing removed', async () => {
    for (const hint of ['a', 'b', 'c']) build(hint, 2);
    const { bound } = open(5);
    await expect(bound.keep([nameOf('a'), nameOf('b'), nameOf('c')])).rejects.toThrow(DiskTooSmallError);
    expect(there('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    const release = await bound.keep([nameOf('a'), nameOf('b')]);
    expect(there('a', 'b', 'c')).toEqual(['a', 'b']);
    release();
    await bound.withImages([nameOf('d')], async () => build('d', 2), nothing);
    expect(there('a', 'b', 'd')).toEqual(['b', 'd']);
  });

  test('what making throws is thrown, and holds nothing', async () => {
    const { bound } = open(4);
    const broken = bound.withImages([nameOf('a')], () => Promise.reject(new Error('broken')), nothing);
    await expect(broken).rejects.toThrow('broken');
    build('a', 3);
    await bound.withImages([nameOf('b')], async () => build('b', 3), nothing);
    expect(there('a', 'b')).toEqual(['b']);
  });
});
