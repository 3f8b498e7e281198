import type { LinePlace } from './line-index.ts';
import { createNumbers } from './numbers.ts';

/** Where lines of a file stand, sixteen bytes a line. */
interface LinePlaces {
  /** Gives the line's number, by which its place is asked for. */
  add(place: LinePlace): number;
  at(line: number): LinePlace;
  readonly count: number;
}

export function createLinePlaces(): LinePlaces {
  const [offsets, lengths] = [createNumbers(), createNumbers()];
  return {
    add({ offset, length }) {
      offsets.add(offset);
      return lengths.add(length);
    },
    get count() {
      return offsets.length;
    },
    at: (line) => ({ offset: offsets.at(line), length: lengths.at(line) }),
  };
}
