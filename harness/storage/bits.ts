/** Yes or no, one after the other without end, a bit each. */
interface Bits {
  add(isSet: boolean): void;
  at(place: number): boolean;
}

export function createBits(): Bits {
  let bytes = new Uint8Array(1024);
  let length = 0;
  return {
    add(isSet) {
      const at = length >> 3;
      if (at === bytes.length) {
        const grown = new Uint8Array(2 * at);
        grown.set(bytes);
        bytes = grown;
      }
      if (isSet) bytes[at] = (bytes[at] ?? 0) | (1 << (length & 7));
      length++;
    },
    at: (place) => ((bytes[place >> 3] ?? 0) & (1 << (place & 7))) !== 0,
  };
}
