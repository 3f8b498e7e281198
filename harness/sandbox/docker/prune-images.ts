import { markdownTable } from '../../text/markdown-table.ts';
import type { ImageStore, ListedImage } from './image-store.ts';

/** Everything this project names begins so; a published image that was pulled for it has a second name that does. */
const OURS = 'lucid-bench/';
/** What builds leave behind carries no name, but our label. */
const LABEL = 'lucid-bench.image';

/** Images that many instances share, or that other tasks run in: what `--keep-environments` keeps. */
const SHARED =
  /^lucid-bench\/(?:python|tools|swebench-(?:debian|base|system|sources|interpreter|environment|repository)):/;

const INSTANCES = /^lucid-bench\/swebench-/;

/** Whether an image is one of an instance or a layer below one. One without a name may be a part of a build that goes on. */
export const isOfInstances = ({ names }: Pick<ListedImage, 'names'>): boolean =>
  names.some((name) => INSTANCES.test(name));

/** The images of this project; those built upon others come first, so that they can be removed in this order. */
export function ourImages(images: readonly ListedImage[], keepEnvironments: boolean): readonly ListedImage[] {
  const ours = images.filter(
    ({ names, labels }) =>
      names.some((name) => name.startsWith(OURS)) || (names.length === 0 && labels[LABEL] !== undefined),
  );
  const chosen = keepEnvironments ? ours.filter(({ names }) => !names.some((name) => SHARED.test(name))) : ours;
  const depth = (image: ListedImage): number => {
    const parent = images.find(({ id }) => id === image.parentId);
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  const placed = chosen.map((image) => ({ image, depth: depth(image), name: image.names[0] ?? image.id }));
  return placed
    .sort((a, b) => b.depth - a.depth || b.image.createdAt.getTime() - a.image.createdAt.getTime())
    .map(({ image }) => image);
}

/** A table of images in the order of their names; sizes hold what an image shares with others. */
export function describeImages(images: readonly ListedImage[]): string {
  const rows = images
    .map(({ id, names, sizeBytes, createdAt }) => [
      names.join(', ') || `left by a broken build: ${id.slice(7, 19)}`,
      (sizeBytes / 1e6).toFixed(0),
      createdAt.toISOString().slice(0, 16).replace('T', ' '),
    ])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return markdownTable({ header: ['image', 'MB with shared layers', 'made'], rows, textColumns: [2] });
}

/** Removes images by all their names; one that a container uses stays. Returns the names of those that stayed. */
export async function removeImages(store: ImageStore, images: readonly ListedImage[]): Promise<readonly string[]> {
  const stayed: string[] = [];
  for (const { id, names } of images) {
    for (const name of names.length === 0 ? [id] : names) {
      if ((await store.remove(name)) === 'in-use') stayed.push(name);
    }
  }
  return stayed;
}
