/** Numbers hashes in the order in which they come: 0, 1, 2, … Equal hashes have one number. */
export interface HashNumbers {
  of(hash: string): number;
  /** How many there are; the number that the next new one gets. */
  readonly count: number;
}

const HASH = /^[0-9a-f]{64}$/;
/** As many hexadecimal digits as a number holds exactly; two of these tell a hash from all others. */
const DIGITS = 13;
const SMALLEST = 1024;

/** Twenty bytes a hash, doubled where it is half full: millions of hashes as texts would take a gigabyte. Other texts are kept as they are. */
export function createHashNumbers(): HashNumbers {
  const others = new Map<string, number>();
  let [high, low, numbers] = tables(SMALLEST);
  let [count, filled] = [0, 0];
  const slotOf = (one: number, two: number): number => {
    let slot = (one % numbers.length) | 0;
    while (numbers[slot] !== 0 && (high[slot] !== one || low[slot] !== two)) slot = (slot + 1) % numbers.length;
    return slot;
  };
  const put = (one: number, two: number, number: number): void => {
    const slot = slotOf(one, two);
    [high[slot], low[slot], numbers[slot]] = [one, two, number];
  };
  const grow = (): void => {
    const [ones, twos, old] = [high, low, numbers];
    [high, low, numbers] = tables(old.length * 2);
    for (const [slot, number] of old.entries()) if (number !== 0) put(ones[slot] ?? 0, twos[slot] ?? 0, number);
  };
  return {
    get count() {
      return count;
    },
    of(hash) {
      if (!HASH.test(hash)) {
        const known = others.get(hash);
        if (known === undefined) others.set(hash, count++);
        return known ?? count - 1;
      }
      const [one, two] = [
        Number.parseInt(hash.slice(0, DIGITS), 16),
        Number.parseInt(hash.slice(DIGITS, 2 * DIGITS), 16),
      ];
      // 0 is an empty place.
      const known = numbers[slotOf(one, two)] ?? 0;
      if (known !== 0) return known - 1;
      if (filled++ * 2 >= numbers.length) grow();
      put(one, two, ++count);
      return count - 1;
    },
  };
}

const tables = (size: number) => [new Float64Array(size), new Float64Array(size), new Uint32Array(size)] as const;
