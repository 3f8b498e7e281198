/** Numbers hashes in the order in which they come: 0, 1, 2, … */
interface HashNumbers {
  /** The number of a hash; a new one gets the next. */
  of(hash: string): number;
  /** The same for a hash that stands as text in bytes. `undefined` where none stands there. */
  ofBytes(bytes: Uint8Array, at: number): number | undefined;
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
  const grow = (): void => {
    const [ones, twos, old] = [high, low, numbers];
    [high, low, numbers] = tables(old.length * 2);
    for (let from = 0; from < old.length; from++) {
      if (old[from] === 0) continue;
      const [one, two] = [ones[from] ?? 0, twos[from] ?? 0];
      put(slotOf(one, two), one, two, old[from] ?? 0);
    }
  };
  const put = (slot: number, one: number, two: number, number: number): void => {
    high[slot] = one;
    low[slot] = two;
    numbers[slot] = number;
  };
  const part = (hash: string, from: number): number => Number.parseInt(hash.slice(from, from + DIGITS), 16);
  const ofOther = (name: string): number => {
    const known = others.get(name);
    if (known === undefined) others.set(name, count);
    return known ?? count++;
  };
  const ofParts = (one: number, two: number): number => {
    if (filled >= FULL * numbers.length) grow();
    const slot = slotOf(one, two);
    const known = numbers[slot] ?? 0;
    if (known !== 0) return known - 1;
    filled++;
    put(slot, one, two, count + 1);
    return count++;
  };
  return {
    get count() {
      return count;
    },
    find(hash) {
      if (!HASH.test(hash)) return others.get(hash);
      const number = numbers[slotOf(part(hash, 0), part(hash, DIGITS))] ?? 0;
      return number === 0 ? undefined : number - 1;
    },
    *sorted() {
      const slots = new Uint32Array(filled);
      let at = 0;
      for (let slot = 0; slot < numbers.length; slot++) if (numbers[slot] !== 0) slots[at++] = slot;
      slots.sort((a, b) => (high[a] ?? 0) - (high[b] ?? 0) || (low[a] ?? 0) - (low[b] ?? 0));
      for (const slot of slots) yield (numbers[slot] ?? 0) - 1;
      yield* others.values();
    },
    of: (hash) => (HASH.test(hash) ? ofParts(part(hash, 0), part(hash, DIGITS)) : ofOther(hash)),
    ofBytes(bytes, at) {
      const [one, two] = [numberAt(bytes, at), numberAt(bytes, at + DIGITS)];
      return one >= 0 && two >= 0 ? ofParts(one, two) : undefined;
    },
  };
}

const tables = (size: number) => [new Float64Array(size), new Float64Array(size), new Uint32Array(size)] as const;

/** What as many hexadecimal digits as a number holds say; -1 where other characters stand. */
function numberAt(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let digit = at; digit < at + DIGITS; digit++) {
    const value = DIGIT_OF[bytes[digit] ?? 0] ?? -1;
    if (value < 0) return -1;
    number = number * 16 + value;
  }
  return number;
}

/** What a byte says as a hexadecimal digit; -1 for no digit. */
const DIGIT_OF = Int8Array.from({ length: 256 }, (_, byte) => '0123456789abcdef'.indexOf(String.fromCharCode(byte)));
