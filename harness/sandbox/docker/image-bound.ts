import { isUpon, unionBytes } from './image-pieces.ts';
import type { ImageStore, KeptImage } from './image-store.ts';
import { isOfInstances } from './prune-images.ts';

/** The bound holds less than what one piece of work needs at once. `message` says how much that is. */
export class DiskTooSmallError extends Error {
  override readonly name = 'DiskTooSmallError';
}

/** The disk that images of instances may take, all together (what broken builds left is not counted: `prune-images` removes it); what was used longest ago is removed for what is needed now. */
export interface ImageBound {
  /**
   * Has images made and works with them. Room is made for the bytes that are `expected` to come, `make` runs alone, and where they take more,
   * more room is made: what was used longest ago is removed until all are within the bound. Until
   * `work` has ended nothing of `names` is removed by this process. What another process works with is never removed: the daemon keeps it.
   * Throws `DiskTooSmallError` when these images alone are over the bound; they are removed, as far as nothing stands upon them.
   */
  withImages<Made, T>(
    names: readonly string[],
    make: () => Promise<Made>,
    work: (made: Made) => Promise<T>,
    expected?: () => Promise<number>,
  ): Promise<T>;
  /**
   * Keeps images that are there until the returned function is called, and makes room around them. Throws `DiskTooSmallError`, with nothing
   * removed, when they alone are over the bound.
   */
  keep(names: readonly string[]): Promise<() => void>;
}

interface BoundOptions {
  readonly store: Pick<ImageStore, 'list' | 'inspect' | 'remove' | 'tag'>;
  readonly mostBytes: number;
  /** Told of each image that is removed. */
  say(line: string): void;
}

/** A bound on the images of instances at a daemon. */
export function createImageBound({ store, mostBytes, say }: BoundOptions): ImageBound {
  /** How many pieces of work hold a name. */
  const held = new Map<string, number>();
  const waiting = new Set<() => void>();
  let turn: Promise<unknown> = Promise.resolve();

  const hold = (names: readonly string[], by: 1 | -1): void => {
    for (const name of names) {
      const count = (held.get(name) ?? 0) + by;
      if (count === 0) held.delete(name);
      else held.set(name, count);
    }
    if (by === 1) return;
    for (const resume of waiting) resume();
    waiting.clear();
  };
  const isHeld = ({ names }: KeptImage): boolean => names.some((name) => held.has(name));
  const released = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

  /** Removes what was used longest ago until the rest takes so much at most, or nothing may be removed any more; what is left. */
  async function shrink(most = mostBytes): Promise<readonly KeptImage[]> {
    const all = await inspectAll(store);
    const theirs = all.filter(({ isOurs }) => !isOurs).map(({ image }) => image);
    // What somebody else has built upon cannot be removed: it is not counted.
    let ours = all
      .filter(({ isOurs, image }) => isOurs && !theirs.some((other) => isUpon(other, image)))
      .map(({ image }) => image);
    while (unionBytes(ours) > most) {
      const removable = ours.filter((image) => !isHeld(image) && !ours.some((other) => isUpon(other, image)));
      const oldest = removable.sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime())[0];
      if (oldest === undefined) break;
      const before = unionBytes(ours);
      ours = ours.filter((image) => image !== oldest);
      // Where a container uses it, the daemon keeps it: it is not counted either.
      if (!(await removeImage(store, oldest))) continue;
      const freed = (before - unionBytes(ours)) / 1e6;
      say(`removed ${oldest.names[0] ?? oldest.id.slice(7, 19)}: used longest ago, ${freed.toFixed(1)} MB`);
    }
    return ours;
  }

  /** Shrinks until the rest takes so much at most, again after each release while waiting is worth it. */
  async function shrinkOrWait(most: number, isWorthIt: () => boolean): Promise<void> {
    for (;;) {
      const nextRelease = released(); // before it is looked at what is held: none may be missed
      if (unionBytes(await shrink(most)) <= most || !isWorthIt()) return;
      await nextRelease;
    }
  }

  const bytesOf = async (names: readonly string[]): Promise<number> =>
    unionBytes((await inspectAll(store)).map(({ image }) => image).filter((image) => isOneOf(image, names)));

  /** For images that have yet to be made; nothing is removed for some that cannot fit. What others work with is waited for. */
  async function makeRoomFor(expected: number, names: readonly string[]): Promise<void> {
    const most = mostBytes - expected;
    if (expected === 0 || (await bytesOf(names)) > most) return;
    const othersWork = (): boolean => [...held.keys()].some((name) => !names.includes(name));
    await shrinkOrWait(most, othersWork);
  }

  /** Throws before anything is removed for images that cannot fit in any case. */
  async function makeRoom(names: readonly string[]): Promise<void> {
    const needed = await bytesOf(names);
    if (needed > mostBytes)
      throw new DiskTooSmallError(`its images take ${gb(needed)} GB, and ${gb(mostBytes)} GB are allowed`);
    await shrinkOrWait(mostBytes, () => true);
  }

  /** Of images that did not fit: those that nobody holds and nothing stands upon, the last of them first. */
  async function removeNamed(names: readonly string[]): Promise<void> {
    for (const name of names.toReversed()) {
      const all = (await inspectAll(store)).map(({ image }) => image);
      const found = all.find((image) => image.names.includes(name));
      if (found === undefined || isHeld(found) || all.some((other) => isUpon(other, found))) continue;
      await removeImage(store, found);
    }
  }

  return {
    async keep(names) {
      const release = (): void => hold(names, -1);
      const kept = turn.then(async () => {
        hold(names, 1);
        await makeRoom(names).catch((error: unknown) => {
          release();
          throw error;
        });
      });
      turn = kept.catch(() => undefined);
      await kept;
      return release;
    },
    async withImages(names, make, work, expected = async () => 0) {
      const prepare = async () => {
        hold(names, 1);
        try {
          await makeRoomFor(await expected(), names);
          const made = await make();
          for (const name of names) await store.tag(name, name).catch(() => undefined); // not there: nothing to mark
          await makeRoom(names);
          return made;
        } catch (error) {
          hold(names, -1);
          if (error instanceof DiskTooSmallError) await removeNamed(names);
          throw error;
        }
      };
      const prepared = turn.then(prepare);
      turn = prepared.catch(() => undefined);
      const made = await prepared;
      try {
        return await work(made);
      } finally {
        hold(names, -1);
      }
    },
  };
}

const isOneOf = (image: KeptImage, names: readonly string[]): boolean =>
  image.names.some((name) => names.includes(name));

const gb = (bytes: number): string => String(Number((bytes / 1e9).toPrecision(3)));

async function inspectAll(store: BoundOptions['store']): Promise<{ image: KeptImage; isOurs: boolean }[]> {
  const found: { image: KeptImage; isOurs: boolean }[] = [];
  for (const listed of await store.list()) {
    const image = await store.inspect(listed.id);
    if (image !== undefined) found.push({ image, isOurs: isOfInstances(listed) });
  }
  return found;
}

/** By all its names; `false` when somebody uses it. */
async function removeImage(store: BoundOptions['store'], { id, names }: KeptImage): Promise<boolean> {
  for (const name of names.length === 0 ? [id] : names) if ((await store.remove(name)) === 'in-use') return false;
  return true;
}
