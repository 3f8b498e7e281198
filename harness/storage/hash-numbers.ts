/** Numbers hashes in the order in which they come: 0, 1, 2, … */
interface HashNumbers {
  /** The number of a hash; a new one gets the next. */
  of(hash: string): number;
  /** The number of a hash that came before; else `undefined`. */
  find(hash: string): number | undefined;
  /** How many there are; the number that the next new one gets. */
  readonly count: number;
  /** All numbers in the order of the hashes as texts; of names that are no hash after them, as they came. */
  sorted(): Iterable<number>;
}

const HASH = /^[0-9a-f]{64}$/;
/** As many hexadecimal digits as a number holds exactly; twice as many tell a hash from all others. */
const DIGITS = 13;
const SMALLEST = 1024;
const FULL = 0.75;

/** Twenty bytes a place: as texts, millions of hashes would take a gigabyte. Names that are no hash are kept as texts. */
export function createHashNumbers(): HashNumbers {
  const others = new Map<string, number>();
  let [high, low, numbers] = tables(SMALLEST);
  let [count, filled] = [0, 0];
  /** Where it stands, or the empty place where it would. A place holds its number and 1: 0 is empty. */
  const slotOf = (one: number, two: number): number => {
    let slot = one % numbers.length;
    while (numbers[slot] !== 0 && (high[slot] !== one || low[slot] !== two)) slot = (slot + 1) % numbers.length;
    return slot;
  };
  const put = (one: number, two: number, number: number): void => {
    const slot = slotOf(one, two);
    high[slot] = one;
    low[slot] = two;
    numbers[slot] = number;
  };
  const grow = (): void => {
    const [ones, twos, old] = [high, low, numbers];
    [high, low, numbers] = tables(old.length * 2);
    for (let slot = 0; slot < old.length; slot++) {
      if (old[slot] !== 0) put(ones[slot] ?? 0, twos[slot] ?? 0, old[slot] ?? 0);
    }
  };
  const part = (hash: string, from: number): number => Number.parseInt(hash.slice(from, from + DIGITS), 16);
  const find = (hash: string): number | undefined => {
    if (!HASH.test(hash)) return others.get(hash);
    const number = numbers[slotOf(part(hash, 0), part(hash, DIGITS))] ?? 0;
    return number === 0 ? undefined : number - 1;
  };
  return {
    get count() {
      return count;
    },
    find,
    *sorted() {
      const slots = new Uint32Array(filled);
      let at = 0;
      for (let slot = 0; slot < numbers.length; slot++) if (numbers[slot] !== 0) slots[at++] = slot;
      slots.sort((a, b) => (high[a] ?? 0) - (high[b] ?? 0) || (low[a] ?? 0) - (low[b] ?? 0));
      for (const slot of slots) yield (numbers[slot] ?? 0) - 1;
      yield* others.values();
    },
    of(hash) {
      const known = find(hash);
      if (known !== undefined) return known;
      if (!HASH.test(hash)) others.set(hash, count);
      else {
        if (++filled > FULL * numbers.length) grow();
        put(part(hash, 0), part(hash, DIGITS), count + 1);
      }
      return count++;
    },
  };
}

const tables = (size: number) => [new Float64Array(size), new Float64Array(size), new Uint32Array(size)] as const;
